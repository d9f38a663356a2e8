package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.artindex.Index.Uniqueness;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;
import org.artindex.key.KeySchema;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.artindex.support.SlotAccounting;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Memory runs out at any allocation: the batch is lost, nothing else is. */
class MemoryExhaustionTest {
    private static final KeySchema PAIRS =
            KeySchema.of(Column.asc("a", ColumnType.TEXT), Column.asc("b", ColumnType.INT32));

    /** Lone entries and rows of a table, before and after, so that every kind of change allocates somewhere in it. */
    private static final class Workload implements AutoCloseable {
        final CheckedEngine db = new CheckedEngine();
        final Table table;
        final Index lone;
        final Index byName;
        final Index byFirst;
        final Oracle loneBefore = new Oracle();
        final Oracle nameBefore = new Oracle();
        final Oracle firstBefore = new Oracle();

        Workload() {
            try (Batch batch = db.begin()) {
                table = batch.createTable("table");
                lone = batch.createIndex("lone", null, Uniqueness.NOT_UNIQUE);
                byName = batch.createIndex(table, "by name", Keys.TEXTS, Uniqueness.UNIQUE);
                byFirst = batch.createIndex("by first", PAIRS, Uniqueness.UNIQUE.inFirst(1));
                for (int i = 0; i < 20; i++) {
                    batch.put(byFirst, PAIRS.encode("first " + i, i), i);
                    firstBefore.put(PAIRS.encode("first " + i, i), i);
                }
                for (int i = 0; i < 60; i++) {
                    putBefore(batch, Keys.of(i * 5), i);
                }
                for (int row = 0; row < 40; row++) {
                    putBefore(batch, Keys.of(7), row * 1000);
                }
                for (int row = 0; row < 16; row++) {
                    putBefore(batch, Keys.of(9), row);
                }
                for (int row = 0; row < 50; row++) {
                    batch.insertRow(table, row, Keys.text("name " + row));
                    nameBefore.put(Keys.text("name " + row), row);
                }
                batch.commit();
            }
            db.expect(lone, loneBefore);
            db.expect(byName, nameBefore);
            db.expect(byFirst, firstBefore);
        }

        private void putBefore(Batch batch, byte[] key, long row) {
            batch.put(lone, key, row);
            loneBefore.put(key, row);
        }

        /** The changes under test: each grows, splits, shrinks or merges something. */
        List<Consumer<Batch>> changes() {
            List<Consumer<Batch>> changes = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                long n = i;
                changes.add(batch -> batch.put(lone, Keys.of(n * 256), n));
                changes.add(batch -> batch.put(lone, Keys.of(n * 5), 1000 + n));
                changes.add(batch -> batch.remove(lone, Keys.of(n * 10), n * 2));
            }
            changes.add(batch -> batch.put(lone, Keys.of(9), 16));
            changes.add(batch -> batch.put(lone, Keys.of(9), 17));
            for (int i = 0; i < 33; i++) {
                long row = i * 1000L;
                changes.add(batch -> batch.remove(lone, Keys.of(7), row));
            }
            for (int i = 0; i < 300; i++) {
                long row = i * 5L;
                changes.add(batch -> batch.put(lone, Keys.of(9), row));
            }
            for (int i = 0; i < 120; i++) {
                long row = i * 5L;
                changes.add(batch -> batch.remove(lone, Keys.of(9), row));
            }
            for (int i = 0; i < 30; i++) {
                byte[] key = Keys.concat(Keys.of(i), Keys.repeated('t', i * 9));
                key[3] = (byte) i;
                changes.add(batch -> batch.put(lone, key, 77));
            }
            addConditionalChanges(changes);
            changes.add(batch -> batch.updateRow(
                    table, 3, new byte[][] {Keys.text("name 3")}, new byte[][] {Keys.text("n".repeat(300))}));
            changes.add(batch -> batch.deleteRow(table, 4, Keys.text("name 4")));
            for (int row = 100; row < 120; row++) {
                long id = row * 4096L;
                changes.add(batch -> batch.insertRow(table, id, Keys.text("other " + id)));
            }
            changes.add(batch -> batch.truncate(table));
            changes.add(batch -> batch.insertRow(table, 5, Keys.text("after")));
            changes.add(batch -> batch.truncate(lone));
            changes.add(batch -> batch.putIfAbsent(lone, Keys.of(5), 5));
            changes.add(batch -> batch.drop(byName));
            changes.add(batch -> batch.createIndex("new", null, Uniqueness.UNIQUE));
            return changes;
        }

        private void addConditionalChanges(List<Consumer<Batch>> changes) {
            for (int i = 0; i < 20; i++) {
                long n = i;
                changes.add(batch -> batch.putIfAbsent(lone, Keys.of(n * 300 + 2), n));
                changes.add(batch -> batch.putUnless(lone, Keys.of(n * 300 + 2), 500 + n, row -> row == 500));
                changes.add(batch -> batch.replace(lone, Keys.of(9), n * 5, n * 4097 + 1));
                changes.add(batch -> batch.update(lone, Keys.of(n * 300 + 2), Keys.of(n * 70_000 + 1), n));
                changes.add(batch -> batch.put(byFirst, PAIRS.encode("first " + n, -1 - (int) n), n));
                changes.add(batch -> batch.remove(byFirst, PAIRS.encode("first " + n, (int) n), n));
            }
            changes.add(batch -> batch.remove(lone, Keys.of(9), row -> row % 2 == 0));
            changes.add(batch -> batch.remove(lone, Keys.of(9), row -> true));
        }

        @Override
        public void close() {
            db.close();
        }
    }

    @Test
    void failingAnyAllocationLosesTheBatchAndNothingElse() {
        int failures = 0;
        for (long n = 0; ; n++) {
            try (Workload work = new Workload()) {
                Map<String, Long> slotsBefore = SlotAccounting.inUse(work.db.space());
                if (!failAfter(work, n)) {
                    work.db.abandon();
                    assertThat(failures)
                            .as("allocations that were made to fail")
                            .isGreaterThan(100);
                    return;
                }
                failures++;
                assertThat(SlotAccounting.inUse(work.db.space())).isEqualTo(slotsBefore);
                work.db.verify();
                assertLiveRows(work);
                work.db.change(batch -> batch.put(work.lone, Keys.of(1_000_000), 5));
                work.loneBefore.put(Keys.of(1_000_000), 5);
            }
        }
    }

    /** Applies the changes in one batch with the n-th allocation failing. Says whether that was met. */
    private static boolean failAfter(Workload work, long n) {
        try (Batch batch = work.db.begin()) {
            work.db.space().failAfter(n);
            MemoryLimitException failure = firstFailure(work, batch);
            work.db.space().failAfter(Long.MAX_VALUE);
            if (failure == null) {
                batch.commit();
                return false;
            }
            assertCanOnlyBeRolledBack(work, batch);
            batch.rollback();
        }
        return true;
    }

    private static @Nullable MemoryLimitException firstFailure(Workload work, Batch batch) {
        for (Consumer<Batch> change : work.changes()) {
            try {
                change.accept(batch);
            } catch (MemoryLimitException failure) {
                return failure;
            }
        }
        return null;
    }

    private static void assertCanOnlyBeRolledBack(Workload work, Batch batch) {
        assertThatThrownBy(batch::commit).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> batch.put(work.lone, Keys.of(1), 1)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> batch.get(work.lone, Keys.of(1))).isInstanceOf(IllegalStateException.class);
    }

    private static void assertLiveRows(Workload work) {
        try (Snapshot snapshot = work.db.snapshot()) {
            assertThat(snapshot.rowCount(work.table)).isEqualTo(50);
            assertThat(snapshot.isLive(work.table, 4)).isTrue();
            assertThat(snapshot.indexes()).containsExactly(work.lone, work.byName, work.byFirst);
        }
    }

    @Test
    void anEngineWithALimitStopsThereAndGoesOnAfterTheRollback() {
        long limit = 2L << 20;
        try (CheckedEngine db = new CheckedEngine(limit)) {
            Index index = db.index("numbers", Uniqueness.NOT_UNIQUE);
            Oracle oracle = db.expect(index, new Oracle());
            long next = 0;
            boolean full = false;
            while (!full) {
                long from = next;
                next += 20_000;
                full = !putAll(db, index, from, next, oracle);
                assertThat(db.engine().memoryUsed()).isLessThanOrEqualTo(limit);
                db.verify();
            }
            assertThat(oracle.entryCount()).isGreaterThan(20_000);

            db.change(batch -> {
                for (long n = 0; n < 10_000; n++) {
                    assertThat(batch.remove(index, Keys.of(n * 31), n)).isTrue();
                    oracle.remove(Keys.of(n * 31), n);
                }
            });
            assertThat(putAll(db, index, 0, 5_000, oracle)).isTrue();
        }
    }

    @Test
    void anEngineWithoutRoomForASingleSlabRefusesTheFirstPut() {
        try (CheckedEngine db = new CheckedEngine((256 << 10) - 1);
                Batch batch = db.begin()) {
            Index index = batch.createIndex("numbers", null, Uniqueness.UNIQUE);
            assertThatThrownBy(() -> batch.put(index, Keys.of(1), 1)).isInstanceOf(MemoryLimitException.class);
            batch.rollback();
            assertThat(db.engine().memoryUsed()).isZero();
        }
    }

    private static boolean putAll(CheckedEngine db, Index index, long from, long to, Oracle oracle) {
        try (Batch batch = db.begin()) {
            for (long n = from; n < to; n++) {
                batch.put(index, Keys.of(n * 31), n);
            }
            batch.commit();
        } catch (MemoryLimitException full) {
            return false;
        }
        for (long n = from; n < to; n++) {
            oracle.put(Keys.of(n * 31), n);
        }
        return true;
    }
}
