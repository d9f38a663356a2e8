package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.artindex.Index.Uniqueness;
import org.artindex.key.KeyRange;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Hot paths make no garbage: look-ups, cursor steps, and changes inside a batch. */
class GarbageFreedomTest {
    private static final int KEYS = 20_000;

    /** Less than a byte a step, for what the measuring itself and a growing buffer take. */
    private static final long TOLERANCE = KEYS / 2;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    private final byte[][] keys = new byte[KEYS][];
    private Index index;

    @BeforeEach
    void fill() {
        index = db.index("lone", Uniqueness.NOT_UNIQUE);
        db.change(batch -> {
            for (int i = 0; i < KEYS; i++) {
                keys[i] = i % 2 == 0 ? Keys.of(i * 0x9E3779B97F4A7C15L) : Keys.text("a longer key " + i);
                keys[i][0] = (byte) (i % 2);
                batch.put(index, keys[i], i);
                if (i % 10 == 0) {
                    batch.put(index, keys[i], i + 1);
                }
            }
            for (int row = 0; row < 1000; row++) {
                batch.put(index, keys[7], row * 100L);
            }
        });
    }

    @Test
    void lookUpsMakeNoGarbage() {
        try (Snapshot snapshot = db.snapshot()) {
            IndexReader reader = snapshot.reader(index);
            assertNoGarbage(() -> {
                long sum = 0;
                for (int i = 8; i < KEYS; i++) {
                    sum += reader.get(keys[i]) + reader.get(keys[i], keys[i].length) + reader.count(keys[i]);
                    sum += reader.contains(keys[i]) && reader.contains(keys[i], i) ? 1 : 0;
                }
                return sum;
            });
        }
    }

    @Test
    void aLookUpOfAKeyWithManyRowsMakesNoGarbage() {
        try (Snapshot snapshot = db.snapshot()) {
            IndexReader reader = snapshot.reader(index);
            assertNoGarbage(() -> {
                long sum = 0;
                for (int i = 0; i < KEYS; i++) {
                    sum += reader.count(keys[7]) + (reader.contains(keys[7], i * 100L) ? 1 : 0) + reader.get(keys[7]);
                }
                return sum;
            });
        }
    }

    @Test
    void manyLookUpsAtOnceMakeNoGarbageForEachKey() {
        long[] results = new long[KEYS];
        try (Snapshot snapshot = db.snapshot()) {
            IndexReader reader = snapshot.reader(index);
            assertNoGarbage(() -> reader.getAll(keys, KEYS, results) + reader.countAll(keys, KEYS, results));
        }
    }

    @Test
    void cursorStepsMakeNoGarbage() {
        try (Snapshot snapshot = db.snapshot()) {
            IndexReader reader = snapshot.reader(index);
            for (Direction direction : Direction.values()) {
                Cursor cursor = reader.cursor(KeyRange.all(), direction);
                byte[] start = direction == Direction.ASCENDING ? new byte[0] : Keys.repeated(0xFF, 1);
                long[] page = new long[100];
                // the first pass lets the buffers grow
                assertNoGarbage(() -> {
                    long sum = 0;
                    cursor.seek(start);
                    while (cursor.next()) {
                        sum += cursor.row() + cursor.keyLength() + cursor.keyBuffer()[0];
                    }
                    cursor.seek(start);
                    while (cursor.next(page) == page.length) {
                        sum += page[7];
                    }
                    cursor.seek(start);
                    while (cursor.nextKey()) {
                        sum += cursor.rowCount();
                    }
                    return sum;
                });
            }
        }
    }

    @Test
    void rowCursorStepsMakeNoGarbage() {
        try (Snapshot snapshot = db.snapshot()) {
            IndexReader reader = snapshot.reader(index);
            RowCursor rows = reader.rows(keys[7], Direction.ASCENDING);
            long[] page = new long[16];
            rows.next();
            long before = allocated();
            long sum = 0;
            for (int i = 0; i < 50; i++) {
                sum += rows.next() + rows.next(page);
                rows.seek(i * 900L);
            }
            assertThat(allocated() - before).isLessThan(2000);
            assertThat(sum).isPositive();
        }
    }

    @Test
    void puttingAndRemovingInABatchMakesNoGarbage() {
        try (Batch batch = db.begin()) {
            assertNoGarbage(() -> {
                long changed = 0;
                for (int i = 8; i < KEYS; i++) {
                    changed += batch.put(index, keys[i], i + 2) ? 1 : 0;
                    changed += batch.remove(index, keys[i], i) ? 1 : 0;
                    changed += batch.put(index, keys[i], i) ? 1 : 0;
                    changed += batch.remove(index, keys[i], i + 2) ? 1 : 0;
                    changed += batch.get(index, keys[i]);
                }
                return changed;
            });
            assertNoGarbage(() -> {
                long changed = 0;
                for (int i = 8; i < KEYS; i++) {
                    changed += batch.remove(index, keys[i], i) ? 1 : 0;
                }
                for (int i = 8; i < KEYS; i++) {
                    changed += batch.put(index, keys[i], i) ? 1 : 0;
                }
                return changed;
            });
            batch.rollback();
        }
    }

    @Test
    void conditionalChangesMakeNoGarbage() {
        byte[] absent = Keys.text("a key that is not there");
        try (Batch batch = db.begin()) {
            assertNoGarbage(() -> {
                long sum = 0;
                for (int i = 8; i < KEYS; i++) {
                    sum += batch.putIfAbsent(index, keys[i], i);
                    sum += batch.putIfAbsent(index, absent, i);
                    sum += batch.replace(index, absent, i, i + 1) ? 1 : 0;
                    sum += batch.update(index, absent, absent, i + 1) ? 1 : 0;
                    sum += batch.putUnless(index, keys[i], 3, row -> row != 3);
                    sum += batch.remove(index, absent, i + 1) ? 1 : 0;
                }
                return sum;
            });
            assertNoGarbage(() -> {
                long sum = 0;
                for (int i = 10; i + 10 < KEYS; i += 2) {
                    sum += batch.update(index, keys[i], keys[i + 1], i) ? 1 : 0;
                    sum += batch.update(index, keys[i + 1], keys[i], i) ? 1 : 0;
                    sum += i % 64 == 0 ? batch.putUnless(index, keys[7], i, row -> row == 99_900) : 0;
                    sum += batch.replace(index, keys[7], 300, 301) ? 1 : 0;
                    sum += batch.replace(index, keys[7], 301, 300) ? 1 : 0;
                }
                return sum;
            });
            batch.rollback();
        }
    }

    @Test
    void changesOfAUniqueIndexMakeNoGarbage() {
        Index unique = db.index("unique", Uniqueness.UNIQUE);
        try (Batch batch = db.begin()) {
            assertNoGarbage(() -> {
                long changed = 0;
                for (int i = 8; i < KEYS; i++) {
                    changed += batch.put(unique, keys[i], i) ? 1 : 0;
                    changed += batch.replace(unique, keys[i], i, i + 1) ? 1 : 0;
                }
                for (int i = 8; i < KEYS; i++) {
                    changed += batch.putIfAbsent(unique, keys[i], i);
                    changed += batch.remove(unique, keys[i], i + 1) ? 1 : 0;
                }
                return changed;
            });
            batch.rollback();
        }
    }

    @Test
    void changingManyEntriesAtOnceMakesNoGarbageForEachEntry() {
        long[] rows = new long[KEYS];
        Arrays.setAll(rows, i -> 1_000_000 + i);
        try (Batch batch = db.begin()) {
            // a bit for each entry, so that a refused key undoes the others
            assertAllocatesLessThan(
                    3 * (KEYS / 8 + 2500),
                    () -> batch.putAll(index, keys, rows, KEYS)
                            + batch.putAllIfAbsent(index, keys, rows, KEYS)
                            + batch.removeAll(index, keys, rows, KEYS));
            batch.rollback();
        }
    }

    @Test
    void growingAndShrinkingAKeysManyRowsMakesNoGarbage() {
        try (Batch batch = db.begin()) {
            assertNoGarbage(() -> {
                long changed = 0;
                for (int i = 0; i < KEYS; i++) {
                    changed += batch.put(index, keys[7], 500_000 + i) ? 1 : 0;
                }
                for (int i = 0; i < KEYS; i++) {
                    changed += batch.remove(index, keys[7], 500_000 + i) ? 1 : 0;
                }
                return changed;
            });
            batch.rollback();
        }
    }

    private interface Loop {
        long run();
    }

    private static void assertNoGarbage(Loop loop) {
        assertAllocatesLessThan(TOLERANCE, loop);
    }

    /** Runs a loop until it is compiled and has grown its buffers, and then once more. */
    private static void assertAllocatesLessThan(long limit, Loop loop) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 12; i++) {
            long before = allocated();
            long result = loop.run();
            least = Math.min(least, allocated() - before);
            assertThat(result).isNotZero();
        }
        assertThat(least).as("bytes allocated by %s steps", KEYS).isLessThan(limit);
    }

    private static long allocated() {
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }
}
