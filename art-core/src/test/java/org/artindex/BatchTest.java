package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.artindex.Index.Uniqueness;
import org.artindex.key.KeyRange;
import org.artindex.memory.Arena;
import org.artindex.memory.BlockTable;
import org.artindex.state.EngineState;
import org.artindex.state.RootRecord;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.artindex.support.SlotAccounting;
import org.artindex.tree.NodeSpace;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A batch: one at a time, of one thread, all or nothing, and over when it is over. */
@Timeout(60)
class BatchTest {
    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    @Test
    void putAndRemoveSayWhetherTheyChangedAnything() {
        Index index = db.index("lone", Uniqueness.NOT_UNIQUE);
        db.change(batch -> {
            assertThat(batch.put(index, Keys.of(1), 5)).isTrue();
            assertThat(batch.put(index, Keys.of(1), 5)).isFalse();
            assertThat(batch.put(index, Keys.of(1), 6)).isTrue();
            assertThat(batch.remove(index, Keys.of(1), 5)).isTrue();
            assertThat(batch.remove(index, Keys.of(1), 5)).isFalse();
            assertThat(batch.remove(index, Keys.of(2), 5)).isFalse();
            assertThat(batch.remove(index, Keys.of(1), 7)).isFalse();
        });
        assertThat(db.stats(index).entries()).isEqualTo(1);
    }

    @Test
    void aBatchSeesItsOwnChangesAndNobodyElseDoes() {
        Index index = db.index("lone", Uniqueness.NOT_UNIQUE);
        try (Batch batch = db.begin()) {
            batch.put(index, Keys.of(1), 5);
            assertThat(batch.get(index, Keys.of(1))).isEqualTo(5);
            assertThat(batch.contains(index, Keys.of(1), 5)).isTrue();
            assertThat(db.get(index, Keys.of(1))).isEqualTo(IndexReader.ABSENT);
            batch.commit();
        }
        assertThat(db.get(index, Keys.of(1))).isEqualTo(5);
    }

    @Test
    void anInnocentBatchDoesNotMakeANewVersion() {
        Index index = db.index("lone", Uniqueness.NOT_UNIQUE);
        db.change(batch -> batch.put(index, Keys.of(1), 5));
        long version = db.record().version();
        db.change(batch -> {});
        db.change(batch -> batch.put(index, Keys.of(1), 5));
        db.change(batch -> batch.remove(index, Keys.of(2), 5));
        assertThat(db.record().version()).isEqualTo(version);
        db.change(batch -> batch.put(index, Keys.of(2), 5));
        assertThat(db.record().version()).isEqualTo(version + 1);
    }

    @Test
    void aBatchIsConfinedToItsThread() throws Exception {
        Index index = db.index("lone", Uniqueness.NOT_UNIQUE);
        try (Batch batch = db.begin()) {
            for (Consumer<Batch> use : List.<Consumer<Batch>>of(
                    b -> b.put(index, Keys.of(1), 1),
                    b -> b.get(index, Keys.of(1)),
                    b -> b.createTable("other"),
                    Batch::commit,
                    Batch::rollback,
                    Batch::close)) {
                assertThat(inAnotherThread(() -> use.accept(batch))).isInstanceOf(IllegalStateException.class);
            }
            batch.put(index, Keys.of(2), 2);
            batch.commit();
        }
        assertThat(db.rows(index, KeyRange.all())).containsExactly(2L);
    }

    @Test
    void aSecondBatchInTheSameThreadIsRefusedAtOnce() {
        try (Batch batch = db.begin()) {
            long begun = System.nanoTime();
            assertThatThrownBy(db::begin).isInstanceOf(IllegalStateException.class);
            assertThat(System.nanoTime() - begun)
                    .isLessThan(Duration.ofSeconds(5).toNanos());
            batch.rollback();
        }
        db.begin().close();
    }

    @Test
    void anotherThreadWaitsForItsTurnAndGivesUpInTime() throws Exception {
        try (Batch batch = db.begin()) {
            assertThat(inAnotherThread(() -> db.engine().begin(Duration.ofMillis(30))))
                    .isInstanceOf(WriterBusyException.class)
                    .hasMessageContaining(Thread.currentThread().getName());
            assertThat(inAnotherThread(() -> db.engine().begin(Duration.ZERO))).isInstanceOf(WriterBusyException.class);
            batch.rollback();
        }
        assertThat(inAnotherThread(() -> db.engine().begin(Duration.ZERO).close()))
                .isNull();
    }

    @Test
    void aThreadThatWaitsGetsTheTurnWhenItIsGivenBack() throws Exception {
        Index index = db.index("lone", Uniqueness.NOT_UNIQUE);
        CompletableFuture<Void> waiter;
        try (Batch batch = db.begin()) {
            CountDownLatch started = new CountDownLatch(1);
            waiter = CompletableFuture.runAsync(() -> {
                started.countDown();
                db.change(other -> assertThat(other.put(index, Keys.of(1), 1)).isFalse());
            });
            started.await();
            Thread.sleep(20);
            batch.put(index, Keys.of(1), 1);
            batch.commit();
        }
        waiter.get(30, TimeUnit.SECONDS);
    }

    @Test
    void anInterruptedWaiterGetsATypedErrorAndStaysInterrupted() throws Exception {
        try (Batch batch = db.begin()) {
            Throwable thrown = inAnotherThread(() -> {
                Thread.currentThread().interrupt();
                try {
                    db.begin();
                } finally {
                    assertThat(Thread.currentThread().isInterrupted()).isTrue();
                }
            });
            assertThat(thrown).isInstanceOf(ArtIndexException.class);
            batch.rollback();
        }
    }

    @Test
    void anEndlessTimeoutIsTakenAndDoesNotKeepTheEngineFromClosing() {
        Throwable thrown = catchThrowable(
                () -> db.engine().begin(Duration.ofSeconds(Long.MAX_VALUE)).close());
        Index index = db.index("lone", Uniqueness.NOT_UNIQUE);
        db.change(batch -> batch.put(index, Keys.of(1), 1));
        db.engine().close();
        assertThat(db.engine().memoryUsed()).isZero();
        assertThat(thrown).isNull();
    }

    @Test
    void nothingWorksOnABatchThatHasEnded() {
        Table table = db.make(batch -> batch.createTable("table"));
        Index index = db.make(batch -> batch.createIndex(table, "index", Keys.LONGS, Uniqueness.UNIQUE));
        for (Consumer<Batch> ending : List.<Consumer<Batch>>of(Batch::commit, Batch::rollback, Batch::close)) {
            Batch batch = db.begin();
            batch.insertRow(table, 1, Keys.of(1));
            ending.accept(batch);
            for (Consumer<Batch> use : List.<Consumer<Batch>>of(
                    b -> b.put(index, Keys.of(1), 1),
                    b -> b.remove(index, Keys.of(1), 1),
                    b -> b.insertRow(table, 2, Keys.of(2)),
                    b -> b.updateRow(table, 1, new byte[][] {Keys.of(1)}, new byte[][] {Keys.of(3)}),
                    b -> b.deleteRow(table, 1, Keys.of(1)),
                    b -> b.get(index, Keys.of(1)),
                    b -> b.contains(index, Keys.of(1), 1),
                    b -> b.isLive(table, 1),
                    b -> b.createTable("other"),
                    b -> b.createIndex("other", null, Uniqueness.UNIQUE),
                    b -> b.drop(index),
                    b -> b.drop(table),
                    b -> b.indexesOf(table),
                    Batch::commit)) {
                assertThatThrownBy(() -> use.accept(batch)).isInstanceOf(ClosedException.class);
            }
            batch.rollback();
            batch.close();
        }
        assertThat(db.rows(index, KeyRange.all())).containsExactly(1L);
    }

    @Test
    void aRollbackLeavesNothingBehind() {
        Table table = db.make(batch -> batch.createTable("table"));
        Index index = db.make(batch -> batch.createIndex(table, "index", Keys.LONGS, Uniqueness.UNIQUE));
        Oracle oracle = db.expect(index, new Oracle());
        db.change(batch -> {
            for (int row = 0; row < 1000; row++) {
                batch.insertRow(table, row, Keys.of(row));
                oracle.put(Keys.of(row), row);
            }
        });
        Map<String, Long> slots = SlotAccounting.inUse(db.space());
        long bytes = db.engine().memoryUsed();
        try (Batch batch = db.begin()) {
            for (int row = 0; row < 500; row++) {
                batch.deleteRow(table, row, Keys.of(row));
            }
            for (int row = 5000; row < 30_000; row++) {
                batch.insertRow(table, row, Keys.of(row * 77L));
            }
            batch.createTable("other");
            batch.drop(index);
            batch.createIndex("index", null, Uniqueness.NOT_UNIQUE);
            batch.rollback();
        }
        assertThat(SlotAccounting.inUse(db.space())).isEqualTo(slots);
        assertThat(db.engine().memoryUsed()).isEqualTo(bytes);
        db.verify();
        try (Snapshot snapshot = db.snapshot()) {
            assertThat(snapshot.tables()).containsExactly(table);
            assertThat(snapshot.rowCount(table)).isEqualTo(1000);
        }
    }

    @Test
    void rowsEnterChangeAndLeaveThroughTheirTable() {
        Table table = db.make(batch -> batch.createTable("table"));
        Index first = db.make(batch -> batch.createIndex(table, "first", Keys.LONGS, Uniqueness.UNIQUE));
        Index second = db.make(batch -> batch.createIndex(table, "second", Keys.TEXTS, Uniqueness.NOT_UNIQUE));
        byte[] x = Keys.text("x");
        db.change(batch -> {
            assertThat(batch.indexesOf(table)).containsExactly(first, second);
            assertThat(batch.insertRow(table, 1, Keys.of(1), x)).isTrue();
            assertThat(batch.insertRow(table, 1, Keys.of(9), x)).isFalse();
            assertThat(batch.insertRow(table, 2, null, x)).isTrue();
            assertThat(batch.updateRow(table, 2, new byte[][] {null, x}, new byte[][] {Keys.of(2), null}))
                    .isTrue();
            assertThat(batch.updateRow(table, 3, new byte[][] {null, x}, new byte[][] {null, x}))
                    .isFalse();
            assertThat(batch.deleteRow(table, 3, Keys.of(3), x)).isFalse();
        });
        assertThat(db.rows(first, KeyRange.all())).containsExactly(1L, 2L);
        assertThat(db.rows(second, KeyRange.all())).containsExactly(1L);
        db.change(batch -> assertThat(batch.deleteRow(table, 1, Keys.of(1), x)).isTrue());
        assertThat(db.rows(first, KeyRange.all())).containsExactly(2L);
        assertThat(db.rows(second, KeyRange.all())).isEmpty();
    }

    @Test
    void createAndDropOfTheSameIndexFiveTimesKeepsMemoryLevel() {
        Index kept = db.index("kept", Uniqueness.UNIQUE);
        db.change(batch -> batch.put(kept, Keys.of(1), 1));
        db.takeEmptyTurn();
        long before = db.engine().memoryUsed();
        for (int i = 0; i < 5; i++) {
            Index index = db.index("index", Uniqueness.NOT_UNIQUE);
            db.change(batch -> {
                for (long n = 0; n < 20_000; n++) {
                    batch.put(index, Keys.of(n * n), n % 7);
                }
            });
            db.change(batch -> batch.drop(index));
            db.takeEmptyTurn();
            assertThat(db.engine().memoryUsed()).isEqualTo(before);
        }
    }

    @Test
    void anEngineThatIsReadOnlyRefusesBatchesAndIsReadAllTheSame() {
        try (EngineState state = new EngineState(
                        new NodeSpace(new Arena(Long.MAX_VALUE), BlockTable.none()), RootRecord.empty());
                Engine engine = Engine.readOnlyOver(state);
                Snapshot snapshot = engine.snapshot()) {
            assertThat(snapshot.indexes()).isEmpty();
            assertThatThrownBy(engine::begin).isInstanceOf(ReadOnlyException.class);
        }
    }

    private static @Nullable Throwable inAnotherThread(Runnable action) throws Exception {
        return CompletableFuture.supplyAsync(() -> catchThrowable(action::run)).get(30, TimeUnit.SECONDS);
    }
}
