package org.artindex.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.artindex.InvalidKeyException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RangeTest {
    private static final @Nullable Object[] NO_LEADING = {};
    private static final KeySchema LONGS = KeySchema.of(Column.asc("a", ColumnType.INT64));
    private static final KeySchema TEXTS = KeySchema.of(Column.asc("a", ColumnType.TEXT));

    @Property(tries = 3000)
    void boundsOfTheFirstColumnsFollowTheOrderOfTheIndex(@ForAll("manyRows") Rows many) {
        KeySchema schema = many.schema();
        for (int width = 1; width <= schema.columns().size(); width++) {
            @Nullable Object[] bound = Arrays.copyOf(many.rows().get(0), width);
            for (@Nullable Object[] row : many.rows()) {
                byte[] key = schema.encode(row);
                int compared = Model.compareRows(schema, row, bound);
                assertThat(schema.equal(bound).contains(key)).isEqualTo(compared == 0);
                assertThat(schema.atLeast(bound).contains(key)).isEqualTo(compared >= 0);
                assertThat(schema.greaterThan(bound).contains(key)).isEqualTo(compared > 0);
                assertThat(schema.atMost(bound).contains(key)).isEqualTo(compared <= 0);
                assertThat(schema.lessThan(bound).contains(key)).isEqualTo(compared < 0);
            }
        }
    }

    @Property(tries = 3000)
    void boundsOfDifferentWidthMakeARange(@ForAll("manyRows") Rows many) {
        KeySchema schema = many.schema();
        int width = schema.columns().size();
        @Nullable Object[] low = Arrays.copyOf(many.rows().get(0), 1 + width / 2);
        @Nullable Object[] high = Arrays.copyOf(many.rows().get(1), 1 + width / 3);
        KeyRange range = schema.between(low, high);
        for (@Nullable Object[] row : many.rows()) {
            assertThat(range.contains(schema.encode(row)))
                    .isEqualTo(Model.compareRows(schema, row, low) >= 0 && Model.compareRows(schema, row, high) <= 0);
        }
    }

    @Property(tries = 3000)
    void comparisonsFollowTheOrderOfTheValuesAndLeaveOutNull(@ForAll("manyRows") Rows many) {
        KeySchema schema = many.schema();
        @Nullable Object[] bound = many.rows().get(0);
        for (int i = 0; i < bound.length; i++) {
            @Nullable Object[] leading = Arrays.copyOf(bound, i);
            Column column = schema.columns().get(i);
            for (Comparison comparison : Comparison.values()) {
                KeyRange range = schema.where(leading, comparison, bound[i]);
                for (@Nullable Object[] row : many.rows()) {
                    boolean expected = Model.compareRows(schema, row, leading) == 0
                            && Model.holds(column.type(), row[i], comparison, bound[i]);
                    assertThat(range.contains(schema.encode(row)))
                            .describedAs("%s %s %s %s", schema, Arrays.toString(row), comparison, bound[i])
                            .isEqualTo(expected);
                }
            }
            KeyRange present = schema.whereNotNull(leading);
            for (@Nullable Object[] row : many.rows()) {
                assertThat(present.contains(schema.encode(row)))
                        .isEqualTo(Model.compareRows(schema, row, leading) == 0 && row[i] != null);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRangeIsEmptyUnlessBothBoundsTakeTheSameValueIn(ColumnType type) {
        for (Column.Order order : Column.Order.values()) {
            for (Column.Nulls nulls : Column.Nulls.values()) {
                KeySchema schema = KeySchema.of(Model.column(type, order, nulls));
                for (Object x : GoldenVector.valuesOf(type)) {
                    KeyRange above = schema.where(NO_LEADING, Comparison.GREATER, x);
                    KeyRange from = schema.where(NO_LEADING, Comparison.AT_LEAST, x);
                    KeyRange below = schema.where(NO_LEADING, Comparison.LESS, x);
                    KeyRange upTo = schema.where(NO_LEADING, Comparison.AT_MOST, x);
                    assertThat(above.intersect(below)).isEqualTo(KeyRange.empty());
                    assertThat(from.intersect(below)).isEqualTo(KeyRange.empty());
                    assertThat(above.intersect(upTo)).isEqualTo(KeyRange.empty());
                    assertThat(from.intersect(upTo))
                            .isEqualTo(schema.where(NO_LEADING, Comparison.EQUAL, x))
                            .isEqualTo(schema.equal(x))
                            .isEqualTo(KeyRange.exactly(schema.encode(x)));
                    assertThat(schema.equal(x).isSingleKey()).isTrue();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRangeWithLowAboveHighIsEmptyAndSoIsWhatLiesBeyondTheEnds(ColumnType type) {
        List<Object> values = GoldenVector.valuesOf(type);
        Object min = values.get(0);
        Object max = values.get(values.size() - 1);
        for (Column.Order order : Column.Order.values()) {
            KeySchema schema = KeySchema.of(Model.column(type, order, Column.Nulls.LAST));
            KeyRange high = schema.where(NO_LEADING, Comparison.AT_LEAST, max);
            KeyRange low = schema.where(NO_LEADING, Comparison.AT_MOST, min);
            assertThat(high.intersect(low).isEmpty()).isTrue();
            @Nullable Object[] first = {order == Column.Order.ASC ? min : max};
            @Nullable Object[] last = {order == Column.Order.ASC ? max : min};
            assertThat(schema.between(last, first)).isEqualTo(KeyRange.empty());
            KeyRange aboveMax = schema.where(NO_LEADING, Comparison.GREATER, max);
            KeyRange belowMin = schema.where(NO_LEADING, Comparison.LESS, min);
            for (Object value : values) {
                assertThat(schema.between(first, last).contains(schema.encode(value)))
                        .isTrue();
                assertThat(aboveMax.contains(schema.encode(value))).isFalse();
                assertThat(belowMin.contains(schema.encode(value))).isFalse();
            }
        }
    }

    @Test
    void lowerOrEqualZeroFindsMinusOneAmongOneAndMinusOne() {
        KeyRange range = LONGS.where(NO_LEADING, Comparison.AT_MOST, 0L);
        assertThat(List.of(1L, -1L, 1L))
                .filteredOn(value -> range.contains(LONGS.encode(value)))
                .containsExactly(-1L);
    }

    @Test
    void textAboveAnotherOneDoesNotHoldItsPrefixes() {
        List<String> texts = List.of("abc", "def", "abcd");
        assertThat(texts)
                .filteredOn(text ->
                        TEXTS.where(NO_LEADING, Comparison.GREATER, "abce").contains(TEXTS.encode(text)))
                .containsExactly("def");
        assertThat(texts)
                .noneMatch(
                        text -> TEXTS.where(NO_LEADING, Comparison.GREATER, "z").contains(TEXTS.encode(text)));
    }

    @Test
    void negativeNumbersLieInNegativeRanges() {
        List<Integer> values = List.of(-129, -128, -11, -10, -1, 0, 1, 2);
        KeySchema schema = KeySchema.of(Column.desc("a", ColumnType.INT16));
        KeyRange upToZero = schema.where(NO_LEADING, Comparison.AT_LEAST, -10)
                .intersect(schema.where(NO_LEADING, Comparison.AT_MOST, 0));
        KeyRange negative = schema.where(NO_LEADING, Comparison.LESS, 0);
        assertThat(values).filteredOn(v -> upToZero.contains(schema.encode(v))).containsExactly(-10, -1, 0);
        assertThat(values)
                .filteredOn(v -> negative.contains(schema.encode(v)))
                .containsExactly(-129, -128, -11, -10, -1);
    }

    @Test
    void inADescendingColumnTheOrderOfTheIndexIsTheReverseOfTheValues() {
        KeySchema schema = KeySchema.of(Column.desc("a", ColumnType.INT32).notNull());
        assertThat(schema.atLeast(7).contains(schema.encode(6))).isTrue();
        assertThat(schema.atLeast(7).contains(schema.encode(8))).isFalse();
        assertThat(schema.where(NO_LEADING, Comparison.AT_LEAST, 7).contains(schema.encode(8)))
                .isTrue();
    }

    @Test
    void equalToNullIsIsNull() {
        KeySchema schema = KeySchema.of(Column.asc("a", ColumnType.INT32), Column.asc("b", ColumnType.INT32));
        KeyRange isNull = schema.equal(1, null);
        assertThat(isNull.contains(schema.encode(1, null))).isTrue();
        assertThat(isNull.contains(schema.encode(1, 2))).isFalse();
        assertThat(schema.equal((Object) null).contains(schema.encode(null, 5))).isTrue();
    }

    @Test
    void comparingWithNullSelectsNothing() {
        for (Comparison comparison : Comparison.values()) {
            assertThat(LONGS.where(NO_LEADING, comparison, null)).isEqualTo(KeyRange.empty());
        }
    }

    @Test
    void boundsAtTheEndOfAllKeysHaveNoSuccessor() {
        KeySchema schema = KeySchema.of(
                Column.asc("a", ColumnType.INT8).notNull(),
                Column.asc("b", ColumnType.INT8).notNull());
        assertThat(schema.greaterThan(127)).isEqualTo(KeyRange.empty());
        assertThat(schema.atMost(127)).isEqualTo(KeyRange.all());
        assertThat(schema.equal(127).contains(schema.encode(127, 127))).isTrue();
        assertThat(schema.where(NO_LEADING, Comparison.GREATER, 127)).isEqualTo(KeyRange.empty());
        assertThat(schema.where(new Object[] {127}, Comparison.AT_LEAST, 127).contains(schema.encode(127, 127)))
                .isTrue();
    }

    @Test
    void boundsWithTooManyTooFewOrUnfitValuesAreRefused() {
        assertThatThrownBy(() -> LONGS.equal()).isInstanceOf(InvalidKeyException.class);
        assertThatThrownBy(() -> LONGS.atLeast(1, 2)).isInstanceOf(InvalidKeyException.class);
        assertThatThrownBy(() -> LONGS.where(new Object[] {1}, Comparison.LESS, 2))
                .isInstanceOf(InvalidKeyException.class);
        assertThatThrownBy(() -> LONGS.whereNotNull(1)).isInstanceOf(InvalidKeyException.class);
        assertThatThrownBy(() -> LONGS.lessThan("7"))
                .isInstanceOf(InvalidKeyException.class)
                .hasMessageContaining("a INT64 ASC NULLS LAST")
                .hasMessageContaining("String '7'");
    }

    @Provide
    Arbitrary<Rows> manyRows() {
        return Rows.composites(8);
    }
}
