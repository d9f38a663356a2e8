package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.artindex.Index.Uniqueness;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;
import org.artindex.key.Comparison;
import org.artindex.key.KeyRange;
import org.artindex.key.KeySchema;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Indexes over numbers: counts at every step, and the edges of ranges. */
class NumericKeysTest {
    private static final Object[] NO_COLUMNS = {};

    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    @Test
    void anEmptyIndexOfDoublesHasNothingBetweenZeroAndZero() {
        KeySchema schema = KeySchema.of(Column.asc("d", ColumnType.DOUBLE).notNull());
        Index index = db.index("doubles", schema, Uniqueness.NOT_UNIQUE);
        assertThat(db.count(index, schema.equal(0.0))).isZero();
    }

    @Test
    void oneKeyIsFoundByBoundsThatIncludeItOnly() {
        Index index = numbers(List.of(1L));
        assertThat(inRange(index, KeyRange.lessThan(Keys.of(1)))).isEmpty();
        assertThat(inRange(index, KeyRange.greaterThan(Keys.of(1)))).isEmpty();
        assertThat(inRange(index, KeyRange.atMost(Keys.of(1)))).containsExactly(1L);
        assertThat(inRange(index, KeyRange.atLeast(Keys.of(1)))).containsExactly(1L);
    }

    @Test
    void boundsAtTheEdgesOfMinusOneTo257SelectTheirNeighbours() {
        Index index = numbers(sequence(-1, 258));
        assertThat(inRange(index, KeyRange.atMost(Keys.of(1)))).containsExactly(-1L, 0L, 1L);
        assertThat(inRange(index, KeyRange.greaterThan(Keys.of(254)))).containsExactly(255L, 256L, 257L);

        db.change(batch -> sequence(36, 256).forEach(n -> batch.remove(index, Keys.of(n), n)));
        db.change(batch -> batch.put(index, Keys.of(255), 255));

        List<Long> left = inRange(index, KeyRange.atLeast(Keys.of(0)));
        assertThat(left).hasSize(39);
        assertThat(left.stream().mapToLong(n -> n).sum()).isEqualTo(1398);
    }

    @Test
    void aNegativeNumberIsBelowZero() {
        Index index = db.index("longs", Uniqueness.NOT_UNIQUE);
        db.change(batch -> {
            batch.put(index, Keys.of(1), 10);
            batch.put(index, Keys.of(-1), 11);
            assertThat(batch.put(index, Keys.of(1), 10)).isFalse();
        });
        assertThat(inRange(index, KeyRange.atMost(Keys.of(0)))).containsExactly(-1L);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 16, 48, 256, 1024})
    void keysOneToNComeAndGoWithExactCountsAtEveryStep(int n) {
        Index index = db.index("numbers", Uniqueness.UNIQUE);
        Oracle oracle = db.expect(index, new Oracle());
        for (long key = 1; key <= n; key++) {
            long added = key;
            oracle.put(Keys.of(key), key);
            db.change(batch -> batch.put(index, Keys.of(added), added));
            assertCounts(index, key, n);
        }
        for (long key = 1; key <= n; key++) {
            long removed = key;
            oracle.remove(Keys.of(key), key);
            db.change(batch -> batch.remove(index, Keys.of(removed), removed));
            assertCounts(index, n - key, n);
        }
        db.verify();
        assertThat(db.space().usedBytes()).isZero();
    }

    @Test
    void squaresAreDeletedInRandomOrderWithExactCounts() {
        List<Long> squares = new ArrayList<>();
        for (long i = 0; i < 2048; i++) {
            squares.add(i * i);
        }
        Index index = numbers(squares);
        Collections.shuffle(squares, new Random(5));
        try (Batch batch = db.begin()) {
            for (long square : squares) {
                assertThat(batch.remove(index, Keys.of(square), square)).isTrue();
                assertThat(batch.remove(index, Keys.of(square), square)).isFalse();
                assertThat(batch.get(index, Keys.of(square))).isEqualTo(IndexReader.ABSENT);
            }
            batch.rollback();
        }
        for (int i = 0; i < squares.size(); i++) {
            long square = squares.get(i);
            db.change(batch -> batch.remove(index, Keys.of(square), square));
            assertThat(db.stats(index).entries()).isEqualTo(squares.size() - 1 - i);
        }
        db.verify();
        assertThat(db.space().usedBytes()).isZero();
    }

    @Test
    void aDuplicateAfter249998NegativeKeysInOneBatchLeavesNoneOfThem() {
        Index index = db.index("unique", Uniqueness.UNIQUE);
        Oracle oracle = db.expect(index, new Oracle());
        oracle.put(Keys.of(0), 1);
        oracle.put(Keys.of(1), 2);
        db.change(batch -> {
            batch.put(index, Keys.of(0), 1);
            batch.put(index, Keys.of(1), 2);
        });
        Batch batch = db.begin();
        for (long n = 1; n <= 249_998; n++) {
            batch.put(index, Keys.of(-n), n + 10);
        }
        batch.put(index, Keys.of(1), 3);
        assertThatThrownBy(batch::commit).isInstanceOf(DuplicateKeyException.class);
        db.verify();
    }

    @Test
    void aHundredThousandDeletesThatAreRolledBackChangeNoLookup() {
        Index index = db.index("numbers", Uniqueness.NOT_UNIQUE);
        db.change(batch -> sequence(0, 100_000).forEach(n -> batch.put(index, Keys.of(n * 7919), n)));
        try (Batch batch = db.begin()) {
            sequence(0, 100_000)
                    .forEach(n -> assertThat(batch.remove(index, Keys.of(n * 7919), n))
                            .isTrue());
            batch.rollback();
        }
        try (Snapshot snapshot = db.snapshot()) {
            IndexReader reader = snapshot.reader(index);
            for (long n = 0; n < 100_000; n++) {
                if (reader.get(Keys.of(n * 7919)) != n) {
                    assertThat(reader.get(Keys.of(n * 7919))).isEqualTo(n);
                }
            }
        }
        db.verify();
    }

    @Test
    void randomPutsAndDeletesThenDeletingAllLeavesNothing() {
        Index index = db.index("numbers", Uniqueness.NOT_UNIQUE);
        Oracle oracle = db.expect(index, new Oracle());
        Random random = new Random(21);
        for (int round = 0; round < 10; round++) {
            db.change(batch -> {
                for (int i = 0; i < 10_000; i++) {
                    byte[] key = Keys.of(random.nextInt(2000) * 1_000_003L);
                    long row = random.nextInt(6);
                    if (random.nextBoolean()) {
                        assertThat(batch.put(index, key, row)).isEqualTo(oracle.put(key, row));
                    } else {
                        assertThat(batch.remove(index, key, row)).isEqualTo(oracle.remove(key, row));
                    }
                }
            });
            db.verify();
        }
        db.deleteAll(index);
        db.verify();
        assertThat(db.space().usedBytes()).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"INT8", "INT16", "INT32", "INT64"})
    void integersOfEveryWidthAreFoundInNumericOrder(ColumnType type) {
        int bits = 8 << (type.ordinal() - ColumnType.INT8.ordinal());
        long max = -1L >>> (65 - bits);
        long min = -max - 1;
        List<Long> numbers = Stream.of(min, min + 1, -129L, -128L, -1L, 0L, 1L, 127L, 128L, 255L, 256L, max - 1, max)
                .filter(n -> n >= min && n <= max)
                .distinct()
                .sorted()
                .toList();
        KeySchema schema = KeySchema.of(Column.asc("n", type).notNull());
        Index index = db.index("numbers", schema, Uniqueness.UNIQUE);
        db.change(batch -> {
            for (int i = 0; i < numbers.size(); i++) {
                batch.put(index, index.key(numbers.get(i)), i);
            }
        });
        assertThat(db.rows(index, KeyRange.all())).isEqualTo(sequence(0, numbers.size()));
        assertThat(values(index, schema.between(new Object[] {-10L}, new Object[] {0L}), numbers))
                .containsExactly(-1L, 0L);
        assertThat(values(index, schema.between(new Object[] {-10L}, new Object[] {1L}), numbers))
                .containsExactly(-1L, 0L, 1L);
        assertThat(values(index, schema.where(NO_COLUMNS, Comparison.LESS, 0L), numbers))
                .isEqualTo(numbers.stream().filter(n -> n < 0).toList());
        assertThat(values(index, schema.where(NO_COLUMNS, Comparison.AT_LEAST, min), numbers))
                .isEqualTo(numbers);
        assertThat(values(index, schema.where(NO_COLUMNS, Comparison.GREATER, max), numbers))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT", "DOUBLE"})
    void zerosAreOneKeyAndNansAreOneKeyAboveInfinity(ColumnType type) {
        KeySchema schema = KeySchema.of(Column.asc("x", type).notNull());
        Index index = db.index("numbers", schema, Uniqueness.NOT_UNIQUE);
        double[] numbers = {
            -0.0, 0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Float.MIN_VALUE, -Float.MIN_VALUE
        };
        db.change(batch -> {
            for (int i = 0; i < numbers.length; i++) {
                batch.put(index, schema.encode(number(type, numbers[i])), i);
            }
            batch.put(index, schema.encode(otherNan(type)), 7);
        });
        assertThat(db.rows(index, schema.equal(number(type, 0.0)))).containsExactly(0L, 1L);
        assertThat(db.rows(index, schema.equal(number(type, -0.0)))).containsExactly(0L, 1L);
        assertThat(db.rows(index, schema.where(NO_COLUMNS, Comparison.AT_LEAST, number(type, 0.0))))
                .containsExactly(0L, 1L, 5L, 3L, 2L, 7L);
        assertThat(db.rows(index, schema.where(NO_COLUMNS, Comparison.GREATER, number(type, 0.0))))
                .containsExactly(5L, 3L, 2L, 7L);
        assertThat(db.rows(index, schema.where(NO_COLUMNS, Comparison.AT_MOST, number(type, -0.0))))
                .containsExactly(4L, 6L, 0L, 1L);

        Index unique = db.index("unique", schema, Uniqueness.UNIQUE);
        for (Object[] pair :
                new Object[][] {{number(type, -0.0), number(type, 0.0)}, {number(type, Double.NaN), otherNan(type)}}) {
            Batch batch = db.begin();
            batch.put(unique, unique.key(pair[0]), 1);
            batch.put(unique, unique.key(pair[1]), 2);
            assertThatThrownBy(batch::commit).isInstanceOf(DuplicateKeyException.class);
        }
    }

    private static Object number(ColumnType type, double value) {
        return type == ColumnType.FLOAT ? (Object) (float) value : (Object) value;
    }

    private static Object otherNan(ColumnType type) {
        return type == ColumnType.FLOAT
                ? (Object) Float.intBitsToFloat(0xFFC0_0123)
                : (Object) Double.longBitsToDouble(0xFFF8_0000_0000_0123L);
    }

    private void assertCounts(Index index, long expected, int n) {
        try (Snapshot snapshot = db.snapshot()) {
            IndexReader reader = snapshot.reader(index);
            assertThat(reader.entryCount()).isEqualTo(expected);
            assertThat(reader.keyCount()).isEqualTo(expected);
            if (n <= 256 || expected % 64 == 0) {
                assertThat(reader.count(KeyRange.all())).isEqualTo(expected);
                reader.verify();
            }
        }
    }

    private Index numbers(List<Long> numbers) {
        Index index = db.index("numbers", Uniqueness.UNIQUE);
        db.change(batch -> {
            for (long n : numbers) {
                batch.put(index, Keys.of(n), Math.abs(n));
            }
        });
        return index;
    }

    private List<Long> inRange(Index index, KeyRange range) {
        return db.entries(index, range).stream()
                .map(entry -> Keys.number(entry.key()))
                .toList();
    }

    private List<Long> values(Index index, KeyRange range, List<Long> numbers) {
        return db.rows(index, range).stream()
                .map(row -> numbers.get((int) (long) row))
                .toList();
    }

    private static List<Long> sequence(long from, long to) {
        List<Long> numbers = new ArrayList<>();
        for (long n = from; n < to; n++) {
            numbers.add(n);
        }
        return numbers;
    }
}
