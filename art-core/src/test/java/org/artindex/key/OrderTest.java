package org.artindex.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OrderTest {
    @Property(tries = 20_000)
    void keysOfOneColumnCompareAsItsValuesAndComeBack(@ForAll("oneColumn") Rows pair) {
        assertOrderedAndPrefixFree(pair);
        assertComesBack(pair);
    }

    @Property(tries = 10_000)
    void keysOfSeveralColumnsCompareAsTheirRowsAndComeBack(@ForAll("composites") Rows pair) {
        assertOrderedAndPrefixFree(pair);
        assertComesBack(pair);
    }

    @Property(tries = 2000)
    void aKeyTellsWhetherItHasANull(@ForAll("composites") Rows pair) {
        for (@Nullable Object[] row : pair.rows()) {
            assertThat(pair.schema().hasNull(pair.schema().encode(row)))
                    .isEqualTo(Arrays.stream(row).anyMatch(Objects::isNull));
        }
    }

    @Property(tries = 1000)
    void sortingKeysSortsRows(@ForAll("manyRows") Rows many) {
        List<List<@Nullable Object>> byKey = many.rows().stream()
                .map(many.schema()::encode)
                .sorted(Arrays::compareUnsigned)
                .map(key -> Model.canonicalRow(many.schema().decode(key)))
                .toList();
        List<List<@Nullable Object>> byRow = many.rows().stream()
                .sorted(Model.rowOrder(many.schema()))
                .map(Model::canonicalRow)
                .toList();
        assertThat(byKey).isEqualTo(byRow);
    }

    @ParameterizedTest
    @EnumSource
    void edgeValuesOfEveryTypeAreOrderedInAllEightKindsOfColumn(ColumnType type) {
        for (Column.Order order : Column.Order.values()) {
            for (Column.Nulls nulls : Column.Nulls.values()) {
                KeySchema schema = KeySchema.of(Model.column(type, order, nulls));
                for (Object a : GoldenVector.valuesOf(type)) {
                    for (Object b : GoldenVector.valuesOf(type)) {
                        assertOrderedAndPrefixFree(
                                new Rows(schema, List.of(new @Nullable Object[] {a}, new @Nullable Object[] {b})));
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void nullComesFirstOrLastWhateverTheDirectionOfTheValues(ColumnType type) {
        for (Column.Order order : Column.Order.values()) {
            KeySchema first = KeySchema.of(Model.column(type, order, Column.Nulls.FIRST));
            KeySchema last = KeySchema.of(Model.column(type, order, Column.Nulls.LAST));
            for (Object value : GoldenVector.valuesOf(type)) {
                assertThat(Arrays.compareUnsigned(first.encode((Object) null), first.encode(value)))
                        .isNegative();
                assertThat(Arrays.compareUnsigned(last.encode((Object) null), last.encode(value)))
                        .isPositive();
            }
        }
    }

    @Test
    void descendingIsTheExactReverseOfAscendingByDefault() {
        KeySchema asc = KeySchema.of(Column.asc("a", ColumnType.INT32));
        KeySchema desc = KeySchema.of(Column.desc("a", ColumnType.INT32));
        assertThat(asc.toString()).isEqualTo("(a INT32 ASC NULLS LAST)");
        assertThat(desc.toString()).isEqualTo("(a INT32 DESC NULLS FIRST)");
        assertThat(hex(asc.encode((Object) null))).isEqualTo("03");
        assertThat(hex(desc.encode((Object) null))).isEqualTo("01");
    }

    @Test
    void aColumnWithoutNullSpendsNoByteOnIt() {
        KeySchema schema = KeySchema.of(Column.asc("a", ColumnType.INT64).notNull());
        assertThat(hex(schema.encode(1L))).isEqualTo("8000000000000001");
    }

    @Provide
    Arbitrary<Rows> oneColumn() {
        return Rows.single(2);
    }

    @Provide
    Arbitrary<Rows> composites() {
        return Rows.composites(2);
    }

    @Provide
    Arbitrary<Rows> manyRows() {
        return Rows.composites(20);
    }

    private static void assertOrderedAndPrefixFree(Rows pair) {
        KeySchema schema = pair.schema();
        @Nullable Object[] a = pair.rows().get(0);
        @Nullable Object[] b = pair.rows().get(1);
        byte[] keyOfA = schema.encode(a);
        byte[] keyOfB = schema.encode(b);
        int expected = Integer.signum(Model.compareRows(schema, a, b));
        assertThat(Integer.signum(Arrays.compareUnsigned(keyOfA, keyOfB)))
                .describedAs(
                        "%s %s and %s: %s and %s",
                        schema, Arrays.toString(a), Arrays.toString(b), hex(keyOfA), hex(keyOfB))
                .isEqualTo(expected);
        if (expected != 0) {
            assertThat(Model.isPrefix(keyOfA, keyOfB) || Model.isPrefix(keyOfB, keyOfA))
                    .isFalse();
        }
    }

    private static void assertComesBack(Rows rows) {
        for (@Nullable Object[] row : rows.rows()) {
            @Nullable Object[] decoded = rows.schema().decode(rows.schema().encode(row));
            assertThat(Model.canonicalRow(decoded)).isEqualTo(Model.canonicalRow(row));
            // decoding gives the canonical value itself, not only one equal to it by compareTo
            assertThat(rows.schema().encode(decoded)).isEqualTo(rows.schema().encode(row));
        }
    }

    private static String hex(byte[] key) {
        return HexFormat.of().formatHex(key);
    }
}
