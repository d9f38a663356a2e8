package org.artindex.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.artindex.InvalidKeyException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BoundOfAnotherTypeTest {
    private static final @Nullable Object[] NO_LEADING = {};
    private static final List<ColumnType> NUMERIC = List.of(
            ColumnType.INT8,
            ColumnType.INT16,
            ColumnType.INT32,
            ColumnType.INT64,
            ColumnType.UINT32,
            ColumnType.FLOAT,
            ColumnType.DOUBLE,
            ColumnType.DECIMAL);

    @Property(tries = 20_000)
    void numbersOfAllTypesCompareExactly(@ForAll Random random) {
        ColumnType type = NUMERIC.get(random.nextInt(NUMERIC.size()));
        Object value = finite(type, random);
        Object other = finite(NUMERIC.get(random.nextInt(NUMERIC.size())), random);
        Object bound = switch (random.nextInt(3)) {
            case 0 -> other;
            case 1 -> decimal(value).add(new BigDecimal("0.3").multiply(BigDecimal.valueOf(random.nextInt(3) - 1)));
            default -> decimal(other).toBigInteger();
        };
        Column column = random.nextBoolean() ? Column.asc("a", type) : Column.desc("a", type);
        KeySchema schema = KeySchema.of(column);
        for (Comparison comparison : Comparison.values()) {
            assertThat(schema.where(NO_LEADING, comparison, bound).contains(schema.encode(value)))
                    .describedAs("%s %s %s %s", type, value, comparison, bound)
                    .isEqualTo(Model.holds(ColumnType.DECIMAL, decimal(value), comparison, decimal(bound)));
        }
    }

    @Test
    void aFractionLiesBetweenTwoIntegers() {
        assertThat(selected(ColumnType.INT32, Comparison.LESS, 1.5)).containsExactly(-2, -1, 0, 1);
        assertThat(selected(ColumnType.INT32, Comparison.AT_LEAST, new BigDecimal("1.5")))
                .containsExactly(2);
        assertThat(selected(ColumnType.INT32, Comparison.GREATER, -1.5f)).containsExactly(-1, 0, 1, 2);
        assertThat(selected(ColumnType.INT32, Comparison.EQUAL, 1.5)).isEmpty();
        assertThat(selected(ColumnType.INT32, Comparison.EQUAL, new BigDecimal("1.00")))
                .containsExactly(1);
    }

    @Test
    void aNumberBeyondTheRangeOfAColumnLiesAboveOrBelowAllItsValues() {
        for (Object vast : List.of(
                1L << 40,
                Double.POSITIVE_INFINITY,
                Float.NaN,
                new BigDecimal("1E+2147483647"),
                BigInteger.TEN.pow(99))) {
            assertThat(selected(ColumnType.INT32, Comparison.LESS, vast)).containsExactly(-2, -1, 0, 1, 2);
            assertThat(selected(ColumnType.INT32, Comparison.AT_LEAST, vast)).isEmpty();
        }
        for (Object low : List.of(-1L << 40, Double.NEGATIVE_INFINITY, new BigDecimal("-1E+2147483647"))) {
            assertThat(selected(ColumnType.INT32, Comparison.GREATER, low)).containsExactly(-2, -1, 0, 1, 2);
            assertThat(selected(ColumnType.INT32, Comparison.AT_MOST, low)).isEmpty();
        }
    }

    @Test
    void aTinyNumberIsNotExpanded() {
        BigDecimal tiny = new BigDecimal("1E-2147483647");
        for (ColumnType type : List.of(ColumnType.INT32, ColumnType.INT64)) {
            assertThat(selected(type, Comparison.LESS, tiny)).hasSize(3);
            assertThat(selected(type, Comparison.AT_LEAST, tiny.negate())).hasSize(3);
        }
        KeySchema doubles = KeySchema.of(Column.asc("a", ColumnType.DOUBLE));
        assertThat(doubles.where(NO_LEADING, Comparison.LESS, tiny).contains(doubles.encode(0.0)))
                .isTrue();
    }

    @Test
    void whatIsNoNumberIsStillRefused() {
        KeySchema schema = KeySchema.of(Column.asc("a", ColumnType.INT32));
        KeySchema decimals = KeySchema.of(Column.asc("a", ColumnType.DECIMAL));
        assertThatThrownBy(() -> schema.where(NO_LEADING, Comparison.LESS, "1"))
                .isInstanceOf(InvalidKeyException.class);
        assertThatThrownBy(() -> decimals.where(NO_LEADING, Comparison.LESS, Double.NaN))
                .isInstanceOf(InvalidKeyException.class);
    }

    private static List<Integer> selected(ColumnType type, Comparison comparison, Object bound) {
        KeySchema schema = KeySchema.of(Column.asc("a", type));
        KeyRange range = schema.where(NO_LEADING, comparison, bound);
        return Stream.of(-2, -1, 0, 1, 2)
                .filter(value -> range.contains(schema.encode(value)))
                .toList();
    }

    private static Object finite(ColumnType type, Random random) {
        Object value = RandomValues.next(type, random);
        boolean usable = value instanceof Number number
                && Double.isFinite(number.doubleValue())
                && (!(value instanceof BigDecimal decimal) || Math.abs(decimal.scale()) < 1000);
        return usable ? value : finite(type, random);
    }

    private static BigDecimal decimal(Object number) {
        if (number instanceof BigDecimal decimal) {
            return decimal;
        }
        if (number instanceof BigInteger integer) {
            return new BigDecimal(integer);
        }
        return number instanceof Float || number instanceof Double
                ? new BigDecimal(((Number) number).doubleValue())
                : BigDecimal.valueOf(((Number) number).longValue());
    }
}
