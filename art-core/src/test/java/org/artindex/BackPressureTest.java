package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.artindex.Index.Uniqueness;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Old snapshots pin memory that the writer needs: it waits for them, and then says which one is in the way. */
@Timeout(120)
class BackPressureTest {
    private static final int KEYS = 20_000;
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration SHORT = Duration.ofMillis(30);

    /** Room for a few copies of an index of {@link #KEYS} keys. */
    private static final EngineOptions TIGHT = EngineOptions.defaults().withMemoryLimit(5L << 20);

    @Test
    void aBatchThatRunsOutOfMemoryFailsWithTheOldestSnapshotItsAgeAndItsBytes() {
        try (CheckedEngine db = new CheckedEngine(TIGHT.withBackPressure(SHORT))) {
            Index index = filled(db);
            List<Snapshot> open = new ArrayList<>();
            OldSnapshotException refused = rewriteUntilRefused(db, index, open);
            Snapshot oldest = open.get(0);
            long pinned = db.openSnapshots().pinnedBytes();
            assertThat(refused.version()).isEqualTo(oldest.version());
            assertThat(refused.age()).isBetween(SHORT, LONG);
            assertThat(refused.pinnedBytes()).isBetween(1L << 19, pinned - (1L << 19));
            assertThat(refused.getMessage())
                    .contains(
                            "5242880",
                            "pin " + pinned + " bytes",
                            "version " + oldest.version() + " ",
                            refused.age().toString(),
                            refused.pinnedBytes() + " of them alone");
            assertThat(refused).hasCauseInstanceOf(MemoryLimitException.class);
            db.verifyContent();
            // two copies' worth, since an emptied small slab does not come back
            oldest.close();
            open.get(1).close();
            rewrite(db, index, 100);
            for (Snapshot each : open.subList(2, open.size())) {
                assertThat(each.reader(index).entryCount()).isEqualTo(KEYS);
                each.reader(index).verify();
                each.close();
            }
        }
    }

    @Test
    void aBatchThatRunsOutOfMemoryGoesOnWhenASnapshotIsClosedMeanwhile() throws Exception {
        int rounds = roundsUntilRefused();
        try (CheckedEngine db = new CheckedEngine(TIGHT.withBackPressure(LONG))) {
            Index index = filled(db);
            List<Snapshot> open = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                open.add(db.snapshot());
                rewrite(db, index, round + 1);
            }
            open.add(db.snapshot());
            CompletableFuture<Void> closing =
                    closeOnceParked(List.of(open.remove(1), open.remove(1)), Thread.currentThread());
            rewrite(db, index, rounds + 1);
            closing.get(60, TimeUnit.SECONDS);
            open.forEach(Snapshot::close);
        }
    }

    @Test
    void aSnapshotThatWasClosedDuringTheBatchIsReclaimedWithoutAWait() {
        int rounds = roundsUntilRefused();
        try (CheckedEngine db = new CheckedEngine(TIGHT.withBackPressure(Duration.ZERO))) {
            Index index = filled(db);
            List<Snapshot> open = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                open.add(db.snapshot());
                rewrite(db, index, round + 1);
            }
            open.add(db.snapshot());
            db.change(batch -> {
                open.forEach(Snapshot::close);
                rewrite(batch, index, rounds + 1);
            });
        }
    }

    /** How often the index can be rewritten with a snapshot before each time. */
    private static int roundsUntilRefused() {
        try (CheckedEngine db = new CheckedEngine(TIGHT.withBackPressure(Duration.ZERO))) {
            List<Snapshot> open = new ArrayList<>();
            rewriteUntilRefused(db, filled(db), open);
            open.forEach(Snapshot::close);
            return open.size() - 1;
        }
    }

    private static OldSnapshotException rewriteUntilRefused(CheckedEngine db, Index index, List<Snapshot> open) {
        for (int round = 1; round < 20; round++) {
            open.add(db.snapshot());
            int each = round;
            OldSnapshotException refused =
                    catchThrowableOfType(OldSnapshotException.class, () -> rewrite(db, index, each));
            if (refused != null) {
                return refused;
            }
        }
        throw new AssertionError("never refused");
    }

    @Test
    void withoutOldSnapshotsNobodyWaits() {
        try (CheckedEngine db = new CheckedEngine(TIGHT.withBackPressure(LONG))) {
            Index index = filled(db);
            try (Snapshot current = db.snapshot()) {
                assertThatThrownBy(() -> db.change(batch -> {
                            for (int i = KEYS; i < 20 * KEYS; i++) {
                                batch.put(index, key(i), i);
                            }
                        }))
                        .isExactlyInstanceOf(MemoryLimitException.class);
                assertThat(current.reader(index).entryCount()).isEqualTo(KEYS);
            }
        }
    }

    @Test
    void aBatchDoesNotBeginWhileMoreIsPinnedThanMayBe() throws Exception {
        EngineOptions options = EngineOptions.defaults().withPinnedLimit(100_000);
        try (CheckedEngine db = new CheckedEngine(options.withBackPressure(SHORT))) {
            Index index = filled(db);
            Snapshot old = db.snapshot();
            rewrite(db, index, 1);
            long pinned = db.openSnapshots().pinnedBytes();
            assertThat(pinned).isGreaterThan(100_000);
            OldSnapshotException refused = catchThrowableOfType(OldSnapshotException.class, db::begin);
            assertThat(refused.version()).isEqualTo(old.version());
            assertThat(refused.pinnedBytes()).isEqualTo(pinned);
            assertThat(refused).hasNoCause();
            old.close();
            rewrite(db, index, 2);
        }
        try (CheckedEngine db = new CheckedEngine(options.withBackPressure(LONG))) {
            Index index = filled(db);
            Snapshot old = db.snapshot();
            rewrite(db, index, 1);
            CompletableFuture<Void> closing = closeOnceParked(List.of(old), Thread.currentThread());
            rewrite(db, index, 2);
            closing.get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void aThreadThatIsInterruptedWhileItWaitsStopsWaitingAndStaysInterrupted() {
        try (CheckedEngine db = new CheckedEngine(
                EngineOptions.defaults().withPinnedLimit(100_000).withBackPressure(LONG))) {
            Index index = filled(db);
            try (Snapshot old = db.snapshot()) {
                rewrite(db, index, 1);
                Thread.currentThread().interrupt();
                assertThatThrownBy(db::begin)
                        .isInstanceOf(OldSnapshotException.class)
                        .hasMessageContaining("version " + old.version());
                assertThat(Thread.interrupted()).isTrue();
            }
        }
    }

    @Test
    void optionsOutOfRangeAreRefused() {
        EngineOptions options = EngineOptions.defaults();
        assertThatThrownBy(() -> options.withMemoryLimit(1000)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> options.withPinnedLimit(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> options.withBackPressure(Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        try (Engine engine = Engine.inMemory(options.withBackPressure(Duration.ofSeconds(Long.MAX_VALUE)))) {
            engine.begin().close();
        }
    }

    private static Index filled(CheckedEngine db) {
        Index index = db.index("lone", Uniqueness.NOT_UNIQUE);
        Oracle oracle = db.expect(index, new Oracle());
        db.change(batch -> {
            for (int i = 0; i < KEYS; i++) {
                batch.put(index, key(i), i);
                oracle.put(key(i), i);
            }
        });
        return index;
    }

    /** Replaces every node of the index: adds a row to each key and takes it away again. */
    private static void rewrite(CheckedEngine db, Index index, int round) {
        db.change(batch -> rewrite(batch, index, round));
    }

    private static void rewrite(Batch batch, Index index, int round) {
        for (int i = 0; i < KEYS; i++) {
            assertThat(batch.put(index, key(i), i + (long) round * KEYS)).isTrue();
            assertThat(batch.remove(index, key(i), i + (long) round * KEYS)).isTrue();
        }
    }

    /** Closes snapshots as soon as a thread waits. */
    private static CompletableFuture<Void> closeOnceParked(List<Snapshot> snapshots, Thread writer) {
        return CompletableFuture.runAsync(() -> {
            while (writer.getState() != Thread.State.TIMED_WAITING) {
                Thread.onSpinWait();
            }
            snapshots.forEach(Snapshot::close);
        });
    }

    private static byte[] key(int number) {
        return Keys.of(number * 0x9E3779B97F4A7C15L);
    }
}
