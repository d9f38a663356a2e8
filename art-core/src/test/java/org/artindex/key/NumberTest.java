package org.artindex.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.artindex.InvalidKeyException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NumberTest {
    private static final @Nullable Object[] NO_LEADING = {};

    @ParameterizedTest
    @EnumSource(names = {"INT8", "INT16", "INT32", "INT64", "UINT32"})
    void integersOfEveryWidthAreOrderedByValueAndNothingIsBeyondTheirEnds(ColumnType type) {
        long min = min(type);
        long max = max(type);
        long[] values = LongStream.of(min, min + 1, -129, -128, -1, 0, 1, 127, 128, 255, 256, max - 1, max)
                .filter(value -> value >= min && value <= max)
                .sorted()
                .distinct()
                .toArray();
        KeySchema schema = KeySchema.of(Column.asc("a", type));
        List<byte[]> keys = new ArrayList<>();
        LongStream.of(values).forEach(value -> keys.add(schema.encode(value)));
        assertThat(keys).isSortedAccordingTo(Arrays::compareUnsigned).doesNotHaveDuplicates();
        KeyRange fromMin = schema.where(NO_LEADING, Comparison.AT_LEAST, min);
        KeyRange aboveMax = schema.where(NO_LEADING, Comparison.GREATER, max);
        assertThat(keys).allMatch(fromMin::contains).noneMatch(aboveMax::contains);
    }

    @ParameterizedTest
    @EnumSource(names = {"INT8", "INT16", "INT32", "UINT32"})
    void anIntegerThatDoesNotFitIsRefusedNotCut(ColumnType type) {
        KeySchema schema = KeySchema.of(Column.asc("amount", type));
        for (long value : new long[] {min(type) - 1, max(type) + 1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            assertThatThrownBy(() -> schema.encode(value))
                    .isInstanceOf(InvalidKeyException.class)
                    .hasMessageContaining("amount " + type)
                    .hasMessageContaining(Long.toString(value));
            assertThatThrownBy(() -> new KeyBuffer(schema).putLong(value)).isInstanceOf(InvalidKeyException.class);
        }
    }

    @Test
    void anyIntegerThatFitsIsTakenAndComesBackInTheTypeOfTheColumn() {
        for (Object seven : List.of((byte) 7, (short) 7, 7, 7L)) {
            assertThat(through(ColumnType.INT8, seven)).isEqualTo((byte) 7);
            assertThat(through(ColumnType.INT16, seven)).isEqualTo((short) 7);
            assertThat(through(ColumnType.INT32, seven)).isEqualTo(7);
            assertThat(through(ColumnType.INT64, seven)).isEqualTo(7L);
            assertThat(through(ColumnType.UINT32, seven)).isEqualTo(7L);
        }
    }

    @Test
    void aValueOfAnotherJavaTypeIsRefused() {
        for (ColumnType type : ColumnType.values()) {
            KeySchema schema = KeySchema.of(Column.asc("a", type));
            assertThatThrownBy(() -> schema.encode(new Object())).isInstanceOf(InvalidKeyException.class);
        }
        assertThatThrownBy(() -> through(ColumnType.INT32, 7.0)).isInstanceOf(InvalidKeyException.class);
        assertThatThrownBy(() -> through(ColumnType.DOUBLE, 7)).isInstanceOf(InvalidKeyException.class);
        assertThatThrownBy(() -> through(ColumnType.DOUBLE, 7f)).isInstanceOf(InvalidKeyException.class);
        assertThatThrownBy(() -> through(ColumnType.DECIMAL, 7)).isInstanceOf(InvalidKeyException.class);
    }

    @Test
    void bothZerosAreOneKey() {
        KeySchema schema = KeySchema.of(
                Column.asc("a", ColumnType.DOUBLE).notNull(),
                Column.desc("b", ColumnType.FLOAT).notNull());
        assertThat(schema.encode(-0.0, -0.0f)).isEqualTo(schema.encode(0.0, 0.0f));
        assertThat(schema.decode(schema.encode(-0.0, -0.0f))).containsExactly(0.0, 0.0f);
    }

    @Test
    void allNansAreOneKeyAboveInfinity() {
        KeySchema schema = KeySchema.of(Column.asc("a", ColumnType.DOUBLE));
        KeySchema floats = KeySchema.of(Column.asc("a", ColumnType.FLOAT));
        byte[] nan = schema.encode(Double.NaN);
        for (long bits : new long[] {0x7FF0_0000_0000_0001L, 0x7FFF_FFFF_FFFF_FFFFL, 0xFFF8_0000_0000_0000L, -1L}) {
            assertThat(schema.encode(Double.longBitsToDouble(bits))).isEqualTo(nan);
        }
        for (int bits : new int[] {0x7F80_0001, 0x7FFF_FFFF, 0xFFC0_0000, -1}) {
            assertThat(floats.encode(Float.intBitsToFloat(bits))).isEqualTo(floats.encode(Float.NaN));
        }
        assertThat(Arrays.compareUnsigned(nan, schema.encode(Double.POSITIVE_INFINITY)))
                .isPositive();
    }

    @Test
    void comparisonsWithEitherZeroFindBothAndNanOnlyFromAbove() {
        KeySchema schema = KeySchema.of(Column.asc("a", ColumnType.DOUBLE));
        double[] rows = {
            -0.0,
            0.0,
            Double.NaN,
            Double.NEGATIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            Double.MIN_VALUE,
            -Double.MIN_VALUE
        };
        assertThat(count(schema, rows, Comparison.EQUAL, 0.0)).isEqualTo(2);
        assertThat(count(schema, rows, Comparison.EQUAL, -0.0)).isEqualTo(2);
        assertThat(count(schema, rows, Comparison.AT_LEAST, 0.0)).isEqualTo(5);
        assertThat(count(schema, rows, Comparison.GREATER, 0.0)).isEqualTo(3);
        assertThat(count(schema, rows, Comparison.AT_MOST, -0.0)).isEqualTo(4);
        assertThat(count(schema, rows, Comparison.EQUAL, Double.NaN)).isEqualTo(1);
        assertThat(count(schema, rows, Comparison.LESS, Double.NaN)).isEqualTo(6);
        assertThat(schema.where(NO_LEADING, Comparison.AT_LEAST, 0.0)
                        .intersect(schema.where(NO_LEADING, Comparison.AT_MOST, 0.0))
                        .isSingleKey())
                .isTrue();
    }

    @Test
    void otherPatternsOfZeroAndNanAreNoKeys() {
        KeySchema doubles = KeySchema.of(Column.asc("a", ColumnType.DOUBLE).notNull());
        KeySchema floats = KeySchema.of(Column.asc("a", ColumnType.FLOAT).notNull());
        byte[] highest = new byte[8];
        Arrays.fill(highest, (byte) 0xFF);
        byte[] negativeZero = {0x7F, -1, -1, -1, -1, -1, -1, -1};
        for (byte[] key : List.of(highest, new byte[8], negativeZero)) {
            assertThatThrownBy(() -> doubles.decode(key)).isInstanceOf(InvalidKeyException.class);
            assertThatThrownBy(() -> floats.decode(Arrays.copyOf(key, 4))).isInstanceOf(InvalidKeyException.class);
        }
    }

    private static long count(KeySchema schema, double[] rows, Comparison comparison, double value) {
        KeyRange range = schema.where(NO_LEADING, comparison, value);
        return DoubleStream.of(rows)
                .filter(row -> range.contains(schema.encode(row)))
                .count();
    }

    private static Object through(ColumnType type, Object value) {
        KeySchema schema = KeySchema.of(Column.desc("a", type));
        return Objects.requireNonNull(schema.decode(schema.encode(value))[0]);
    }

    private static long min(ColumnType type) {
        return ((Number) GoldenVector.valuesOf(type).get(0)).longValue();
    }

    private static long max(ColumnType type) {
        List<Object> values = GoldenVector.valuesOf(type);
        return ((Number) values.get(values.size() - 1)).longValue();
    }
}
