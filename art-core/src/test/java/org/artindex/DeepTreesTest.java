package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.artindex.Index.Uniqueness;
import org.artindex.key.KeyRange;
import org.artindex.key.KeySchema;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.SlotAccounting;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Trees as deep as the longest key, used from a thread with a stack of 256 KiB. */
class DeepTreesTest {
    private static final int SMALL_STACK = 256 * 1024;

    @Test
    void aStaircaseOf15000TextsWorksOnASmallStack() throws InterruptedException {
        onSmallStack(() -> climb(15_000));
    }

    @Test
    @Tag("deep")
    void aStaircaseOf50000TextsWorksOnASmallStack() throws InterruptedException {
        onSmallStack(() -> climb(50_000));
    }

    @Test
    void keysOfTheLargestLengthWorkOnASmallStack() throws InterruptedException {
        onSmallStack(() -> {
            try (CheckedEngine db = new CheckedEngine()) {
                Index index = db.index("long", Uniqueness.NOT_UNIQUE);
                int max = KeySchema.MAX_KEY_LENGTH;
                int[] forks = {0, 1, 7, 119, 120, 4096, max / 2, max - 2, max - 1};
                db.change(batch -> {
                    batch.put(index, Keys.repeated('k', max), 0);
                    for (int fork : forks) {
                        batch.put(index, Keys.changedAt(Keys.repeated('k', max), fork), fork);
                    }
                });
                db.verify();
                for (int fork : forks) {
                    byte[] key = Keys.changedAt(Keys.repeated('k', max), fork);
                    assertThat(db.get(index, key)).isEqualTo(fork);
                    assertThat(db.count(index, KeyRange.exactly(key))).isEqualTo(1);
                    db.change(
                            batch -> assertThat(batch.remove(index, key, fork)).isTrue());
                    db.verify();
                }
            }
        });
    }

    /** The keys a, aa, aaa and so on, all at once: a tree of as many levels as there are keys. */
    private static void climb(int steps) {
        byte[] longest = Keys.repeated('a', steps + 1);
        CheckedEngine db = new CheckedEngine();
        Index index = db.index("staircase", Keys.TEXTS, Uniqueness.UNIQUE);
        db.change(batch -> {
            for (int length = 1; length <= steps; length++) {
                longest[length] = 0;
                assertThat(batch.put(index, longest, length + 1, length)).isTrue();
                longest[length] = 'a';
            }
        });
        try (Snapshot snapshot = db.snapshot()) {
            IndexReader reader = snapshot.reader(index);
            reader.verify();
            assertThat(reader.stats().height()).isGreaterThanOrEqualTo(steps - 1);
            assertThat(reader.get(Keys.text("a".repeat(steps)))).isEqualTo(steps);
            assertThat(reader.get(Keys.text("a".repeat(steps / 2)))).isEqualTo(steps / 2);
            assertThat(reader.get(Keys.text("a".repeat(steps + 1)))).isEqualTo(IndexReader.ABSENT);
            assertRows(reader.cursor(KeyRange.all()), 1, steps, 1);
            assertRows(reader.cursor(KeyRange.all(), Direction.DESCENDING), steps, 1, -1);
            assertRows(
                    reader.cursor(Keys.TEXTS.startsWith("a".repeat(steps - 10)), Direction.DESCENDING),
                    steps,
                    steps - 10,
                    -1);
            assertThat(reader.count(Keys.TEXTS.atLeast("a".repeat(steps / 2)))).isEqualTo(steps - steps / 2 + 1);
        }
        db.change(batch -> {
            for (int length = 1; length <= steps; length++) {
                Arrays.fill(longest, (byte) 'a');
                longest[length] = 0;
                assertThat(batch.remove(index, longest, length + 1, length)).isTrue();
            }
        });
        db.takeEmptyTurn();
        SlotAccounting.assertNone(db.space());
        db.close();
    }

    private static void assertRows(Cursor cursor, long from, long to, int step) {
        for (long row = from; row != to + step; row += step) {
            if (!cursor.next() || cursor.row() != row || cursor.keyLength() != row + 1) {
                assertThat(cursor.row()).isEqualTo(row);
            }
        }
        assertThat(cursor.next()).isFalse();
    }

    private static void onSmallStack(Runnable action) throws InterruptedException {
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(null, action, "small stack", SMALL_STACK);
        thread.setUncaughtExceptionHandler((where, thrown) -> failure.set(thrown));
        thread.start();
        thread.join();
        assertThat(failure.get()).isNull();
    }
}
