package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.artindex.Index.Uniqueness;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;
import org.artindex.key.Comparison;
import org.artindex.key.KeyRange;
import org.artindex.key.KeySchema;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Ranges without room, indexes without keys, and the empty key. */
class EmptyRangesTest {
    private static final Object[] NO_COLUMNS = {};

    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    static Stream<KeySchema> schemas() {
        return Stream.of(ColumnType.INT32, ColumnType.INT64)
                .flatMap(type -> Stream.of(Column.asc("n", type), Column.desc("n", type))
                        .flatMap(column -> Stream.of(KeySchema.of(column), KeySchema.of(column.notNull()))));
    }

    @ParameterizedTest
    @MethodSource("schemas")
    void rangesWithoutRoomAreEmpty(KeySchema schema) {
        Index numbers = db.index("numbers", schema, Uniqueness.NOT_UNIQUE);
        db.change(batch -> {
            for (int n = 0; n < 100; n++) {
                batch.put(numbers, schema.encode(n), n);
            }
        });
        KeyRange at12 = where(schema, Comparison.AT_LEAST, 12).intersect(where(schema, Comparison.AT_MOST, 12));
        assertThat(db.rows(numbers, at12)).containsExactly(12L);
        for (KeyRange empty : List.of(
                where(schema, Comparison.AT_LEAST, 70).intersect(where(schema, Comparison.AT_MOST, 12)),
                where(schema, Comparison.GREATER, 12).intersect(where(schema, Comparison.LESS, 12)),
                where(schema, Comparison.AT_LEAST, 12).intersect(where(schema, Comparison.LESS, 12)),
                where(schema, Comparison.GREATER, 12).intersect(where(schema, Comparison.AT_MOST, 12)),
                where(schema, Comparison.GREATER, 99),
                where(schema, Comparison.LESS, 0),
                where(schema, Comparison.EQUAL, null))) {
            try (Snapshot snapshot = db.snapshot()) {
                IndexReader reader = snapshot.reader(numbers);
                for (Direction direction : Direction.values()) {
                    assertThat(reader.cursor(empty, direction).next()).isFalse();
                    assertThat(reader.cursor(empty, direction).nextKey()).isFalse();
                    assertThat(reader.cursor(empty, direction).next(new long[3]))
                            .isZero();
                    assertThat(reader.cursor(empty, direction).seek(schema.encode(12)))
                            .isFalse();
                }
                assertThat(reader.count(empty)).isZero();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void anEmptyIndexHasNothingInAnyRange(Direction direction) {
        Index empty = db.index("empty", Uniqueness.NOT_UNIQUE);
        try (Snapshot snapshot = db.snapshot()) {
            IndexReader reader = snapshot.reader(empty);
            reader.verify();
            assertThat(reader.get(new byte[0])).isEqualTo(IndexReader.ABSENT);
            for (KeyRange range : List.of(
                    KeyRange.all(), KeyRange.atLeast(Keys.of(1)), KeyRange.atMost(Keys.of(1)), KeyRange.empty())) {
                Cursor cursor = reader.cursor(range, direction);
                assertThat(cursor.next()).isFalse();
                assertThat(cursor.seek(Keys.of(1))).isFalse();
                assertThat(cursor.next(new long[4])).isZero();
            }
            assertThat(reader.rows(Keys.of(1), direction).next()).isEqualTo(RowCursor.END);
        }
    }

    @Test
    void theEmptyKeyAloneIsAKey() {
        Index alone = db.index("alone", Uniqueness.NOT_UNIQUE);
        db.change(batch -> assertThat(batch.put(alone, new byte[0], 3)).isTrue());
        assertThat(db.get(alone, new byte[0])).isEqualTo(3);
        assertThat(db.rows(alone, KeyRange.all())).containsExactly(3L);
        assertThat(db.rows(alone, KeyRange.exactly(new byte[0]))).containsExactly(3L);
        assertThat(db.rows(alone, KeyRange.greaterThan(new byte[0]))).isEmpty();
        try (Snapshot snapshot = db.snapshot()) {
            Cursor cursor = snapshot.reader(alone).cursor(KeyRange.all());
            assertThat(cursor.next(new long[2])).isOne();
            assertThat(cursor.next(new long[2])).isZero();
        }
        db.change(batch -> assertThat(batch.remove(alone, new byte[0], 3)).isTrue());
    }

    private static KeyRange where(KeySchema schema, Comparison comparison, @Nullable Object value) {
        return schema.where(NO_COLUMNS, comparison, value);
    }
}
