package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.artindex.Index.Uniqueness;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The row ids of one key: through all tiers and forms of containers, and back. */
class RowsOfOneKeyTest {
    private static final byte[] KEY = Keys.text("key");
    private static final long LARGEST_ROW_ID = (1L << 56) - 1;

    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    private Index index;
    private Oracle oracle;

    @BeforeEach
    void createIndexWithNeighbours() {
        index = db.index("rows", Uniqueness.NOT_UNIQUE);
        oracle = db.expect(index, new Oracle());
        put(Keys.text("kex"), 1);
        put(Keys.text("kez"), 2);
    }

    @Test
    void batchesOfSevenSevenAndTenRowsLessOneEachLeave6And12And21() {
        long next = 1;
        int[] sizes = {7, 7, 10};
        int[] left = {6, 12, 21};
        for (int i = 0; i < sizes.length; i++) {
            long from = next;
            long to = from + sizes[i];
            db.change(batch -> LongStream.range(from, to).forEach(row -> putIn(batch, row)));
            db.change(batch -> removeIn(batch, from));
            next = to;
            assertCount(left[i]);
        }
    }

    @Test
    void aKeyWith1024RowsShrinksTo924And424AndNothing() {
        db.change(batch -> LongStream.range(0, 1024).forEach(row -> putIn(batch, row * 3)));
        db.change(batch -> LongStream.range(0, 100).forEach(row -> removeIn(batch, row * 3)));
        assertCount(924);
        db.change(batch -> LongStream.range(100, 600).forEach(row -> removeIn(batch, row * 3)));
        assertCount(424);
        db.change(batch -> LongStream.range(600, 1024).forEach(row -> removeIn(batch, row * 3)));
        assertCount(0);
        assertThat(db.stats(index).nodes()).containsOnlyKeys("NODE4", "PREFIX16");
    }

    @ParameterizedTest
    @CsvSource({
        "16, 65535",
        "11, 16777215",
        "8, 4294967295",
        "7, 1099511627775",
        "6, 281474976710655",
        "5, 72057594037927935"
    })
    void aLeafHoldsMoreRowsTheCloserTheyAre(int rows, long distance) {
        long base = LARGEST_ROW_ID - distance;
        db.change(batch -> {
            LongStream.range(0, rows - 1).forEach(i -> putIn(batch, base + i));
            putIn(batch, base + distance);
        });
        assertCount(rows);
        assertThat(db.stats(index).nodes()).containsEntry("LEAF", 1L);
        if (rows < 16) {
            db.change(batch -> putIn(batch, base + distance - 1));
            assertCount(rows + 1);
            assertThat(db.stats(index).nodes()).containsEntry("LEAF", 2L);
            db.change(batch -> removeIn(batch, base + 1));
            assertCount(rows);
            assertThat(db.stats(index).nodes()).containsEntry("LEAF", 1L);
        }
    }

    @Test
    void aChainWhoseFirstRowGoesIsPackedAnew() {
        long far = 1L << 40;
        db.change(batch -> LongStream.range(0, 15).forEach(i -> putIn(batch, i == 0 ? 0 : far + i)));
        assertThat(db.stats(index).nodes()).containsEntry("LEAF", 2L);
        db.change(batch -> removeIn(batch, 0));
        assertCount(14);
        assertThat(db.stats(index).nodes()).containsEntry("LEAF", 1L);
    }

    @Test
    void theSurvivorOfThreeRowsIsInlinedAgain() {
        db.change(batch -> LongStream.of(5, 6, 7).forEach(row -> putIn(batch, row)));
        assertThat(db.stats(index).nodes()).containsEntry("LEAF", 1L);
        db.change(batch -> LongStream.of(5, 7).forEach(row -> removeIn(batch, row)));
        assertThat(db.stats(index).nodes()).doesNotContainKey("LEAF");
        assertThat(db.stats(index).inlinedRows()).isEqualTo(3);
        assertCount(1);
    }

    @Test
    void aKeyGrownRowByRowTo29AndBackIsRightEveryTime() {
        for (long row = 0; row < 29; row++) {
            long added = row * 1000;
            db.change(batch -> putIn(batch, added));
            assertCount(row + 1);
        }
        for (long row = 28; row >= 0; row--) {
            long removed = row * 1000;
            db.change(batch -> removeIn(batch, removed));
            assertCount(row);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 17, 4095, 4096, 4097, 1L << 20, 1L << 32, (1L << 56) / 300})
    void rowsAtAnyDistanceGrowAndShrinkInAnyOrder(long stride) {
        List<Long> rows = new ArrayList<>(
                LongStream.range(0, 300).mapToObj(i -> i * stride).toList());
        Collections.shuffle(rows, new Random(stride));
        for (List<Long> some : List.of(rows.subList(0, 16), rows.subList(16, 17), rows.subList(17, 300))) {
            db.change(batch -> some.forEach(row -> putIn(batch, row)));
            db.verify();
        }
        Collections.shuffle(rows, new Random(-stride));
        for (int left : new int[] {256, 255, 17, 16, 9, 8, 5, 4, 2, 1, 0}) {
            db.change(batch -> {
                while (rows.size() > left) {
                    removeIn(batch, rows.remove(rows.size() - 1));
                }
            });
            assertCount(left);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 4096, 1L << 31, 1L << 32, LARGEST_ROW_ID + 1 - 4096})
    void aWindowTakesEveryFormUpToFullAndBack(long first) {
        List<Long> offsets = new ArrayList<>(LongStream.range(0, 4096).boxed().toList());
        Collections.shuffle(offsets, new Random(first));
        // a second window keeps the set behind its gate when the first one is nearly empty
        db.change(batch -> LongStream.range(0, 9).forEach(i -> putIn(batch, 1_000_000 + i)));
        int[] counts = {
            4, 5, 7, 8, 15, 16, 23, 24, 31, 39, 47, 55, 56, 63, 64, 79, 80, 95, 111, 127, 128, 159, 191, 223, 224, 255,
            256, 4095, 4096
        };
        int count = 0;
        for (int i = 0; i < counts.length; i++) {
            int from = count;
            int to = counts[i];
            db.change(batch -> offsets.subList(from, to).forEach(offset -> putIn(batch, first + offset)));
            count = to;
            db.verify();
            if (to >= 8) {
                assertThat(arraysAndBitmaps()).as("%s rows", to).isEqualTo(expectedForms(to));
            }
        }
        for (int i = counts.length - 1; i >= 0; i--) {
            int from = counts[i] - 1;
            int to = count;
            db.change(batch -> offsets.subList(from, to).forEach(offset -> removeIn(batch, first + offset)));
            count = from;
            db.verify();
        }
        db.change(batch -> offsets.subList(0, 3).forEach(offset -> removeIn(batch, first + offset)));
        assertCount(9);
    }

    @Test
    void everyRowIdUpToTheLargestIsKept() {
        long[] rows = {
            0,
            1,
            4095,
            4096,
            1L << 31,
            1L << 32,
            36_028_797_018_960_000L,
            72_057_594_037_920_000L,
            LARGEST_ROW_ID - 1,
            LARGEST_ROW_ID
        };
        for (long row : rows) {
            db.change(batch -> putIn(batch, row));
            db.verify();
            db.change(batch -> removeIn(batch, row));
            put(Keys.of(row), row);
        }
        db.change(batch -> LongStream.of(rows).forEach(row -> putIn(batch, row)));
        db.verify();
        db.change(batch -> LongStream.range(100, 120).forEach(row -> putIn(batch, row << 44)));
        db.verify();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 16, 17, 300, 5000})
    void seekingFindsTheFirstRowNotBeforeTheBoundInBothDirections(int count) {
        db.change(batch -> LongStream.range(0, count).forEach(i -> putIn(batch, 10 + i * 100)));
        long last = 10 + (count - 1) * 100L;
        try (Snapshot snapshot = db.snapshot()) {
            IndexReader reader = snapshot.reader(index);
            for (long bound :
                    new long[] {0, 9, 10, 11, last / 2, last - 1, last, last + 1, last + 5000, LARGEST_ROW_ID}) {
                RowCursor up = reader.rows(KEY, Direction.ASCENDING);
                up.seek(bound);
                assertThat(up.next()).isEqualTo(orEnd(oracle.rows(KEY).ceiling(bound)));
                RowCursor down = reader.rows(KEY, Direction.DESCENDING);
                down.seek(bound);
                assertThat(down.next()).isEqualTo(orEnd(oracle.rows(KEY).floor(bound)));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 17, 300})
    void seekingPastEitherEndOfTheRowIdsIsTheFirstRowOrTheEnd(int count) {
        db.change(batch -> LongStream.range(0, count).forEach(i -> putIn(batch, 10 + i * 100)));
        try (Snapshot snapshot = db.snapshot()) {
            IndexReader reader = snapshot.reader(index);
            for (long bound : new long[] {-1, Long.MIN_VALUE, LARGEST_ROW_ID + 1, Long.MAX_VALUE}) {
                RowCursor up = reader.rows(KEY, Direction.ASCENDING);
                up.seek(bound);
                assertThat(up.next()).as("up from %s", bound).isEqualTo(bound < 0 ? 10 : RowCursor.END);
                RowCursor down = reader.rows(KEY, Direction.DESCENDING);
                down.seek(bound);
                assertThat(down.next())
                        .as("down from %s", bound)
                        .isEqualTo(bound < 0 ? RowCursor.END : 10 + (count - 1) * 100L);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 16, 17, 300, 5000})
    void seekingAgainGoesForwardOnlyInBothDirections(int count) {
        Random random = new Random(count);
        db.change(batch -> {
            LongStream.range(0, count).forEach(i -> putIn(batch, 10 + i * 700));
            putIn(batch, LARGEST_ROW_ID);
            putIn(batch, LARGEST_ROW_ID - 4000);
        });
        try (Snapshot snapshot = db.snapshot()) {
            IndexReader reader = snapshot.reader(index);
            for (int repeat = 0; repeat < 100; repeat++) {
                RowCursor up = reader.rows(KEY, Direction.ASCENDING);
                RowCursor down = reader.rows(KEY, Direction.DESCENDING);
                NavigableSet<Long> above = new TreeSet<>(oracle.rows(KEY));
                NavigableSet<Long> below = new TreeSet<>(above);
                for (int step = 0; step < 12; step++) {
                    long bound = bound(random, count);
                    if (random.nextInt(3) > 0) {
                        up.seek(bound);
                        above.headSet(bound, false).clear();
                        down.seek(bound);
                        below.tailSet(bound, false).clear();
                    }
                    assertThat(up.next()).as("up").isEqualTo(orEnd(above.pollFirst()));
                    assertThat(down.next()).as("down").isEqualTo(orEnd(below.pollLast()));
                }
            }
        }
    }

    private static long bound(Random random, int count) {
        return switch (random.nextInt(8)) {
            case 0 -> LARGEST_ROW_ID - random.nextInt(8000);
            case 1 -> random.nextInt(3) - 1;
            case 2 -> (long) random.nextInt(count / 2 + 1) * 1400 / 4096 * 4096 - 1 + random.nextInt(3);
            default -> 5 + (long) random.nextInt(count * 701);
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 17, 300, 9000})
    void pagesPutTogetherAreTheRowsOneByOneInBothDirections(int count) {
        db.change(batch -> LongStream.range(0, count).forEach(i -> putIn(batch, 10 + i * 3)));
        for (Direction direction : Direction.values()) {
            List<Long> expected = new ArrayList<>(oracle.rows(KEY));
            if (direction == Direction.DESCENDING) {
                Collections.reverse(expected);
            }
            for (int pageLength : new int[] {1, 7, 4096}) {
                List<Long> rows = new ArrayList<>();
                db.read(index, reader -> {
                    RowCursor cursor = reader.rows(KEY, direction);
                    rows.add(cursor.next());
                    long[] page = new long[pageLength];
                    int here = cursor.next(page);
                    while (here == pageLength) {
                        LongStream.of(page).forEach(rows::add);
                        here = cursor.next(page);
                    }
                    LongStream.of(page).limit(here).forEach(rows::add);
                    return assertThat(cursor.next(page)).isZero();
                });
                assertThat(rows).isEqualTo(expected);
            }
        }
    }

    @Test
    void aNumberThatIsNoRowIdIsInNoSet() {
        for (int count : new int[] {0, 1, 5, 40}) {
            db.change(batch -> LongStream.range(0, count).forEach(row -> putIn(batch, row)));
            db.read(index, reader -> {
                for (long row : new long[] {-1, Long.MIN_VALUE, LARGEST_ROW_ID + 1, LARGEST_ROW_ID + 2}) {
                    assertThat(reader.contains(KEY, row))
                            .as("%s among %s", row, count)
                            .isFalse();
                }
                return assertThat(reader.contains(KEY, 0)).isEqualTo(count > 0);
            });
        }
    }

    @Test
    void aWindowThatShrinksKeepsItsFormUntilTheNextHasSomeRoomToo() {
        db.change(batch -> {
            LongStream.range(0, 9).forEach(i -> putIn(batch, 1_000_000 + i));
            LongStream.range(0, 256).forEach(row -> putIn(batch, row));
        });
        int[] capacities = {
            4, 7, 11, 15, 19, 23, 27, 31, 35, 39, 43, 47, 51, 55, 59, 63, 79, 95, 111, 127, 159, 191, 223, 255, 4095
        };
        int form = capacities.length - 1;
        for (int left = 255; left > 0; left--) {
            long row = left;
            db.change(batch -> removeIn(batch, row));
            if (form == capacities.length - 1 && left <= 191) {
                // a bitmap becomes the smallest array at once
                form = Arrays.binarySearch(capacities, left);
            }
            int smaller = form == 0 || form == capacities.length - 1 ? -1 : capacities[form - 1];
            if (left <= smaller - (smaller + 3) / 4 || (smaller > 4 && left <= smaller - 8)) {
                form--;
            }
            Map<String, Long> nodes = form == 0 ? Map.of() : expectedForms(capacities[form]);
            assertThat(arraysAndBitmaps()).as("%s rows", left).isEqualTo(nodes);
        }
        db.verify();
    }

    private Map<String, Long> arraysAndBitmaps() {
        Map<String, Long> nodes = new TreeMap<>(db.stats(index).nodes());
        nodes.keySet().removeIf(name -> !name.startsWith("ARRAY") && !name.equals("BITMAP"));
        // the second window's own
        nodes.merge("ARRAY24", -1L, Long::sum);
        nodes.values().removeIf(count -> count == 0);
        return nodes;
    }

    /** The smallest array with two bytes for the count and for each row, a bitmap, or no node. */
    private static Map<String, Long> expectedForms(int rows) {
        if (rows == 4096) {
            return Map.of();
        }
        int bytes = 2 + 2 * rows;
        int step = bytes <= 128 ? 8 : bytes <= 256 ? 32 : 64;
        return Map.of(rows > 255 ? "BITMAP" : "ARRAY" + Math.max(16, (bytes + step - 1) / step * step), 1L);
    }

    private static long orEnd(@Nullable Long row) {
        return row == null ? RowCursor.END : row;
    }

    private void putIn(Batch batch, long row) {
        assertThat(batch.put(index, KEY, row)).isEqualTo(oracle.put(KEY, row));
        assertThat(batch.put(index, KEY, row)).isFalse();
    }

    private void removeIn(Batch batch, long row) {
        assertThat(batch.remove(index, KEY, row)).isEqualTo(oracle.remove(KEY, row));
        assertThat(batch.remove(index, KEY, row)).isFalse();
    }

    private void put(byte[] key, long row) {
        oracle.put(key, row);
        db.change(batch -> batch.put(index, key, row));
    }

    private void assertCount(long count) {
        assertThat(db.<Long>read(index, reader -> reader.count(KEY))).isEqualTo(count);
        db.verify();
    }
}
