package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.artindex.Index.Uniqueness;
import org.artindex.key.KeyRange;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Cursors over ranges of every kind, in both directions, one by one, in pages and by seeking. */
class CursorTest {
    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    private Index index;
    private Oracle oracle;

    /** Keys under all node types, with prefixes and zeros, and sets of rows of every tier. */
    @BeforeEach
    void fill() {
        index = db.index("lone", Uniqueness.NOT_UNIQUE);
        oracle = db.expect(index, new Oracle());
        db.change(batch -> {
            int[] fanOuts = {2, 4, 5, 16, 17, 48, 49, 200, 256};
            for (int node = 0; node < fanOuts.length; node++) {
                for (int child = 0; child < fanOuts[node]; child++) {
                    put(batch, new byte[] {(byte) (node * 20), (byte) (child * 255 / fanOuts[node])}, child);
                }
            }
            for (int length : new int[] {0, 1, 7, 8, 23, 119, 120, 240}) {
                put(batch, Keys.concat(new byte[] {(byte) 200}, Keys.text("p".repeat(length))), length);
            }
            for (int rows : new int[] {1, 2, 4, 5, 16, 17, 300, 4096}) {
                for (int row = 0; row < rows; row++) {
                    put(batch, Keys.concat(new byte[] {(byte) 230}, Keys.of(rows)), row * 3L);
                }
            }
            put(batch, Keys.repeated(0xFF, 9), 1);
        });
    }

    private static void putIn(Batch batch, Index index, Oracle oracle, byte[] key, long row) {
        oracle.put(key, row);
        batch.put(index, key, row);
    }

    private void put(Batch batch, byte[] key, long row) {
        assertThat(batch.put(index, key, row)).isEqualTo(oracle.put(key, row));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 40})
    void aBoundThatDiffersFromAllKeysInTheHighestBitOfAByteIsAboveOrBelowThemAll(int keys) {
        for (int stemByte : new int[] {0x40, 0xC0}) {
            for (boolean branches : new boolean[] {false, true}) {
                Index stems = db.index("stems " + stemByte + branches, Uniqueness.NOT_UNIQUE);
                Oracle expected = db.expect(stems, new Oracle());
                byte[] stem = Keys.repeated(stemByte, 10);
                db.change(batch -> {
                    for (int n = 0; n < keys; n++) {
                        putIn(batch, stems, expected, Keys.concat(stem, Keys.of(n * 5)), n);
                    }
                    if (branches) {
                        putIn(batch, stems, expected, Keys.of(0), 1);
                        putIn(batch, stems, expected, Keys.repeated(0xFF, 8), 2);
                    }
                });
                try (Snapshot snapshot = db.snapshot()) {
                    for (int at = 0; at < stem.length; at++) {
                        byte[] bound = stem.clone();
                        bound[at] ^= (byte) 0x80;
                        for (Direction direction : Direction.values()) {
                            IndexReader reader = snapshot.reader(stems);
                            expected.assertSameEntries(reader, KeyRange.lessThan(bound), direction);
                            expected.assertSameEntries(reader, KeyRange.atLeast(bound), direction);
                        }
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void rangesThatAreOpenHalfOpenOrClosedGiveWhatLiesInThem(Direction direction) {
        Random random = new Random(3);
        try (Snapshot snapshot = db.snapshot()) {
            IndexReader reader = snapshot.reader(index);
            for (int i = 0; i < 60; i++) {
                byte[] low = bound(random);
                byte[] high = bound(random);
                for (KeyRange range : List.of(
                        KeyRange.between(low, high),
                        KeyRange.atLeast(low).intersect(KeyRange.lessThan(high)),
                        KeyRange.greaterThan(low).intersect(KeyRange.atMost(high)),
                        KeyRange.greaterThan(low).intersect(KeyRange.lessThan(high)),
                        KeyRange.prefix(low),
                        KeyRange.exactly(low),
                        i % 10 == 0 ? KeyRange.atLeast(low) : KeyRange.empty())) {
                    oracle.assertSameEntries(reader, range, direction);
                    assertThat(reader.count(range)).isEqualTo(oracle.count(range));
                }
            }
        }
    }

    /** So they do where a bound is above all children of a node, and around the zero that ends a text. */
    @Test
    void boundsRightBesideEveryKeyFindTheKeysOnBothSides() {
        TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
        keys.addAll(oracle.keys());
        try (Snapshot snapshot = db.snapshot()) {
            Cursor up = snapshot.reader(index).cursor(KeyRange.empty(), Direction.ASCENDING);
            Cursor down = snapshot.reader(index).cursor(KeyRange.empty(), Direction.DESCENDING);
            for (byte[] key : keys) {
                int last = key.length - 1;
                byte[] above = key.clone();
                above[last]++;
                byte[] below = key.clone();
                below[last]--;
                for (byte[] bound :
                        List.of(key, above, below, Arrays.copyOf(key, last), Arrays.copyOf(key, key.length + 1))) {
                    up.reset(KeyRange.atLeast(bound));
                    assertThat(up.nextKey() ? up.key() : null).isEqualTo(keys.ceiling(bound));
                    down.reset(KeyRange.lessThan(bound));
                    assertThat(down.nextKey() ? down.key() : null).isEqualTo(keys.lower(bound));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCursorTurnedToAnotherRangeIsAsGoodAsANewOne(Direction direction) {
        Random random = new Random(5);
        try (Snapshot snapshot = db.snapshot()) {
            Cursor cursor = snapshot.reader(index).cursor(KeyRange.empty(), direction);
            for (int i = 0; i < 200; i++) {
                byte[] low = bound(random);
                byte[] high = bound(random);
                KeyRange range = i % 7 == 0 ? KeyRange.atLeast(low) : KeyRange.between(low, high);
                cursor.reset(range);
                assertThatThrownBy(cursor::row).isInstanceOf(IllegalStateException.class);
                List<Oracle.Entry> expected = oracle.entries(range, direction);
                int read = i % 3 == 0 ? expected.size() : Math.min(random.nextInt(40), expected.size());
                for (int step = 0; step < read; step++) {
                    assertThat(cursor.next()).isTrue();
                    assertThat(new Oracle.Entry(cursor.key(), cursor.row())).isEqualTo(expected.get(step));
                }
                if (read == expected.size()) {
                    assertThat(cursor.next()).isFalse();
                }
            }
        }
    }

    @Test
    void aCursorOfAClosedSnapshotTurnsToNoOtherRange() {
        Snapshot snapshot = db.snapshot();
        Cursor cursor = snapshot.reader(index).cursor(KeyRange.all());
        snapshot.close();
        assertThatThrownBy(() -> cursor.reset(KeyRange.all())).isInstanceOf(ClosedException.class);
    }

    @ParameterizedTest
    @EnumSource
    void pagesOfRangesEndWhereTheRangesDo(Direction direction) {
        Random random = new Random(6);
        try (Snapshot snapshot = db.snapshot()) {
            Cursor cursor = snapshot.reader(index).cursor(KeyRange.all(), direction);
            for (int i = 0; i < 300; i++) {
                KeyRange range = KeyRange.between(bound(random), bound(random));
                List<Oracle.Entry> expected = oracle.entries(range, direction);
                long[] page = new long[1 + random.nextInt(400)];
                cursor.reset(range);
                for (int at = 0; at <= expected.size(); at += page.length) {
                    int here = Math.min(page.length, expected.size() - at);
                    assertThat(cursor.next(page)).isEqualTo(here);
                    for (int row = 0; row < here; row++) {
                        assertThat(page[row]).isEqualTo(expected.get(at + row).row());
                    }
                    if (here > 0) {
                        assertThat(cursor.next(new long[0])).isZero();
                    }
                    if (here == page.length) {
                        assertThat(cursor.key())
                                .isEqualTo(expected.get(at + here - 1).key());
                    }
                }
            }
        }
    }

    @Test
    void theFirstAndTheLastEntryAreTheEndsOfBothDirections() {
        try (Snapshot snapshot = db.snapshot()) {
            IndexReader reader = snapshot.reader(index);
            Cursor first = reader.cursor(KeyRange.all(), Direction.ASCENDING);
            Cursor last = reader.cursor(KeyRange.all(), Direction.DESCENDING);
            assertThatThrownBy(first::row).isInstanceOf(IllegalStateException.class);
            assertThat(first.next()).isTrue();
            assertThat(last.next()).isTrue();
            assertThat(first.key()).isEqualTo(new byte[] {0, 0});
            assertThat(last.key()).isEqualTo(Keys.repeated(0xFF, 9));
        }
    }

    @ParameterizedTest
    @EnumSource
    void nextKeyGoesToTheFirstRowOfEachKey(Direction direction) {
        try (Snapshot snapshot = db.snapshot()) {
            Cursor cursor = snapshot.reader(index).cursor(KeyRange.all(), direction);
            List<byte[]> keys = oracle.keys();
            for (int i = 0; i < keys.size(); i++) {
                byte[] key = keys.get(direction == Direction.ASCENDING ? i : keys.size() - 1 - i);
                assertThat(cursor.nextKey()).isTrue();
                assertThat(cursor.key()).isEqualTo(key);
                assertThat(cursor.rowCount()).isEqualTo(oracle.rows(key).size());
                assertThat(cursor.row())
                        .isEqualTo(
                                direction == Direction.ASCENDING
                                        ? oracle.rows(key).first()
                                        : oracle.rows(key).last());
                if (i % 3 == 0 && cursor.rowCount() > 1) {
                    assertThat(cursor.next()).isTrue();
                    assertThat(cursor.key()).isEqualTo(key);
                }
            }
            assertThat(cursor.nextKey()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource
    void seekingGoesForwardAndBackwardButNeverOutOfTheRange(Direction direction) {
        KeyRange range = KeyRange.between(new byte[] {60}, Keys.concat(new byte[] {(byte) 230}, Keys.of(17)));
        Random random = new Random(4);
        try (Snapshot snapshot = db.snapshot()) {
            Cursor cursor = snapshot.reader(index).cursor(range, direction);
            for (int i = 0; i < 300; i++) {
                byte[] bound = i % 50 == 0 ? new byte[0] : bound(random);
                List<Oracle.Entry> expected = oracle.entries(
                        range.intersect(
                                direction == Direction.ASCENDING ? KeyRange.atLeast(bound) : KeyRange.atMost(bound)),
                        direction);
                assertThat(cursor.seek(bound)).isEqualTo(!expected.isEmpty());
                for (int step = 0; step < Math.min(4, expected.size()); step++) {
                    assertThat(new Oracle.Entry(cursor.key(), cursor.row())).isEqualTo(expected.get(step));
                    assertThat(cursor.next()).isEqualTo(step + 1 < expected.size());
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 5, 6, 7, 16, 17, 999, 4095, 4096, 4097, 10_000})
    void pagesPutTogetherAreTheEntriesOneByOne(int pageLength) {
        try (Snapshot snapshot = db.snapshot()) {
            for (Direction direction : Direction.values()) {
                List<Long> expected = oracle.entries(KeyRange.all(), direction).stream()
                        .map(Oracle.Entry::row)
                        .toList();
                Cursor cursor = snapshot.reader(index).cursor(KeyRange.all(), direction);
                List<Long> rows = new ArrayList<>();
                long[] page = new long[pageLength];
                int here;
                do {
                    assertThat(cursor.next(new long[0])).isZero();
                    here = cursor.next(page);
                    Arrays.stream(page, 0, here).forEach(rows::add);
                } while (here == pageLength);
                assertThat(rows).isEqualTo(expected);
                assertThat(cursor.next(page)).isZero();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 6, 7, 4096, 5000})
    void pagesAndSingleStepsMayBeMixed(int pageLength) {
        try (Snapshot snapshot = db.snapshot()) {
            List<Oracle.Entry> expected = oracle.entries(KeyRange.all(), Direction.ASCENDING);
            Cursor cursor = snapshot.reader(index).cursor(KeyRange.all());
            int at = 0;
            while (at < expected.size()) {
                assertThat(cursor.next()).isTrue();
                assertThat(cursor.row()).isEqualTo(expected.get(at++).row());
                long[] page = new long[pageLength];
                int here = cursor.next(page);
                for (int i = 0; i < here; i++) {
                    assertThat(page[i]).isEqualTo(expected.get(at++).row());
                }
                if (here == pageLength) {
                    assertThat(cursor.key()).isEqualTo(expected.get(at - 1).key());
                }
            }
            assertThat(cursor.next()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 6, 7, 999, 10_000, 10_001})
    void aKeyWithTenThousandRowsIsPagedWithoutLossBetweenItsNeighbours(int pageLength) {
        Index big = db.index("big", Uniqueness.NOT_UNIQUE);
        db.change(batch -> {
            batch.put(big, Keys.of(1), 5);
            batch.put(big, Keys.of(3), 6);
            for (long row = 0; row < 10_000; row++) {
                batch.put(big, Keys.of(2), row * 7);
            }
        });
        try (Snapshot snapshot = db.snapshot()) {
            for (Direction direction : Direction.values()) {
                boolean up = direction == Direction.ASCENDING;
                Cursor cursor = snapshot.reader(big).cursor(KeyRange.all(), direction);
                long[] page = new long[pageLength];
                long count = 0;
                for (int here = cursor.next(page); here > 0; here = cursor.next(page)) {
                    for (int i = 0; i < here; i++, count++) {
                        long place = up ? count : 10_001 - count;
                        long row = place == 0 ? 5 : place == 10_001 ? 6 : (place - 1) * 7;
                        assertThat(page[i]).isEqualTo(row);
                    }
                }
                assertThat(count).isEqualTo(10_002);
            }
        }
    }

    private byte[] bound(Random random) {
        List<byte[]> keys = oracle.keys();
        byte[] key = keys.get(random.nextInt(keys.size()));
        return switch (random.nextInt(4)) {
            case 0 -> key;
            case 1 -> Arrays.copyOf(key, random.nextInt(key.length + 1));
            case 2 -> Arrays.copyOf(key, key.length + 1);
            default -> {
                byte[] changed = key.clone();
                changed[random.nextInt(key.length)] += (byte) (random.nextBoolean() ? 1 : -1);
                yield changed;
            }
        };
    }
}
