package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.artindex.Index.Uniqueness;
import org.artindex.key.KeyRange;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.LogCapture;
import org.artindex.support.SlotAccounting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Batches and snapshots that nobody closed: found after a collection, reported, rolled back or closed. */
@Timeout(120)
class LeakedHandlesTest {
    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    @Test
    void aLeakedBatchIsUndoneAndItsTurnIsFree() {
        Index index = db.index("lone", Uniqueness.NOT_UNIQUE);
        db.change(batch -> batch.put(index, Keys.of(1), 1));
        try (LogCapture log = new LogCapture(Batch.class)) {
            leakBatch(index);
            waitUntil(() -> !log.messages().isEmpty());
            try (Batch next = db.engine().begin(Duration.ofSeconds(10))) {
                assertThat(next.get(index, Keys.of(2))).isEqualTo(IndexReader.ABSENT);
                next.put(index, Keys.of(3), 3);
                next.commit();
            }
            assertThat(log.messages()).hasSize(1).first().asString().contains("neither committed nor closed");
        }
        assertThat(db.rows(index, KeyRange.all())).containsExactly(1L, 3L);
    }

    @Test
    void aBatchThatEndedIsNotReported() {
        try (LogCapture log = new LogCapture(Batch.class)) {
            for (int i = 0; i < 100; i++) {
                db.begin().close();
                db.begin().commit();
            }
            collectGarbage();
            assertThat(log.messages()).isEmpty();
        }
    }

    @Test
    void aLeakedSnapshotIsFoundAndItsNodesAreReclaimed() {
        Index index = db.index("lone", Uniqueness.NOT_UNIQUE);
        db.change(batch -> {
            for (int n = 0; n < 1000; n++) {
                batch.put(index, Keys.of(n * 31L), n);
            }
        });
        try (LogCapture log = new LogCapture(Snapshot.class)) {
            long version = leakSnapshot(index);
            db.change(batch -> {
                for (int n = 0; n < 1000; n++) {
                    batch.remove(index, Keys.of(n * 31L), n);
                }
            });
            db.takeEmptyTurn();
            waitUntil(() -> !log.messages().isEmpty());
            assertThat(log.messages())
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains("version " + version, "pinned for PT", "was not closed");
        }
        db.takeEmptyTurn();
        SlotAccounting.assertNone(db.space());
    }

    private void leakBatch(Index index) {
        Batch leaked = db.begin();
        leaked.put(index, Keys.of(2), 2);
    }

    private long leakSnapshot(Index index) {
        Snapshot leaked = db.snapshot();
        assertThat(leaked.reader(index).get(Keys.of(31))).isEqualTo(1);
        return leaked.version();
    }

    private static void waitUntil(BooleanSupplier reached) {
        for (int i = 0; i < 500 && !reached.getAsBoolean(); i++) {
            System.gc();
            sleep();
        }
        assertThat(reached.getAsBoolean()).isTrue();
    }

    private static void collectGarbage() {
        for (int i = 0; i < 5; i++) {
            System.gc();
            sleep();
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
