package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.artindex.Index.Uniqueness;
import org.artindex.key.KeyRange;
import org.artindex.state.Vacuum;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.artindex.support.SlotAccounting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** After mass deletes a vacuum gives sparse slabs back, and nobody sees it but in the memory used. */
class VacuumTest {
    private static final int COUNT = 60_000;

    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    private final Random random = new Random(5);

    /** Entries of all tiers: single rows, chains, gates; short and long keys. */
    private Index fill(Oracle oracle) {
        Index index = db.index("entries", Uniqueness.NOT_UNIQUE);
        db.change(batch -> {
            for (int i = 0; i < COUNT; i++) {
                put(batch, index, oracle, key(i), i);
                if (i % 50 == 0) {
                    for (int row = 1; row < 8; row++) {
                        put(batch, index, oracle, key(i), COUNT + row * 5000L);
                    }
                }
                if (i % 3000 == 0) {
                    for (int row = 1; row < 1500; row++) {
                        put(batch, index, oracle, key(i), (long) row * row * 7);
                    }
                }
            }
        });
        return index;
    }

    private static byte[] key(int i) {
        String text = i % 2 == 0 ? "key " + i * 7919L : "a prefix that is so long that it takes nodes of its own " + i;
        return Keys.text(i % 500 == 0 ? text + "x".repeat(i % 1000) : text);
    }

    private static void put(Batch batch, Index index, Oracle oracle, byte[] key, long row) {
        if (batch.put(index, key, row)) {
            oracle.put(key, row);
        }
    }

    /** Deletes nine entries of ten, chosen at random. */
    private void deleteMost(Index index, Oracle oracle) {
        List<Oracle.Entry> entries = new ArrayList<>(db.entries(index, KeyRange.all()));
        Collections.shuffle(entries, random);
        db.change(batch -> entries.stream().skip(entries.size() / 10).forEach(entry -> {
            batch.remove(index, entry.key(), entry.row());
            oracle.remove(entry.key(), entry.row());
        }));
        db.takeEmptyTurn();
    }

    private VacuumResult vacuum(int nodesPerSlice) {
        return new Vacuum(db.state(), nodesPerSlice, Duration.ofSeconds(5)).run(progress -> true);
    }

    @Test
    void afterRandomDeletesItGivesSlabsBackAndTheContentStays() {
        Oracle oracle = new Oracle();
        Index index = fill(oracle);
        db.expect(index, oracle);
        long full = db.engine().memoryUsed();
        deleteMost(index, oracle);
        long before = db.engine().memoryUsed();
        long nodes = db.engine().stats().nodeBytes();
        VacuumResult result = db.engine().vacuum();
        db.verify();
        assertThat(result.completed()).isTrue();
        assertThat(result.bytesBefore()).isEqualTo(before).isGreaterThan(full / 3);
        assertThat(result.bytesAfter()).isEqualTo(db.engine().memoryUsed()).isLessThan(before * 3 / 5);
        assertThat(result.bytesAfter() - nodes).isLessThan(30L * 300_000);
        assertThat(result.bytesHeld()).isZero();
        assertThat(db.engine().stats().nodeBytes()).isEqualTo(nodes);
        assertThat(db.engine().vacuum().nodesMoved()).isLessThan(result.nodesMoved() / 2);
    }

    @Test
    void aVacuumThatIsStoppedByAnExceptionLeavesNoSlabClosed() {
        Oracle oracle = new Oracle();
        Index index = fill(oracle);
        db.expect(index, oracle);
        deleteMost(index, oracle);
        assertThatThrownBy(() -> db.engine().vacuum(progress -> {
                    throw new UnsupportedOperationException("stop");
                }))
                .hasMessage("stop");
        assertThat(db.space().victimBytes()).isZero();
    }

    @Test
    void aThreadWithAnOpenBatchIsRefusedAtOnce() {
        try (Batch batch = db.begin()) {
            assertThatThrownBy(() -> db.engine().vacuum()).isInstanceOf(IllegalStateException.class);
            batch.rollback();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 300})
    void slicesOfAnySizeVisitEachNodeOnceAndGiveTheSameBack(int nodesPerSlice) {
        Oracle oracle = new Oracle();
        Index index = fill(oracle);
        db.expect(index, oracle);
        deleteMost(index, oracle);
        if (nodesPerSlice == 1) {
            db.change(batch -> oracle.entries(KeyRange.all(), Direction.ASCENDING).stream()
                    .skip(300)
                    .toList()
                    .forEach(entry -> {
                        batch.remove(index, entry.key(), entry.row());
                        oracle.remove(entry.key(), entry.row());
                    }));
        }
        long nodes = SlotAccounting.reachable(db.space(), db.record()).values().stream()
                .mapToLong(Long::longValue)
                .sum();
        VacuumResult result = vacuum(nodesPerSlice);
        db.verify();
        assertThat(result.nodesVisited()).isEqualTo(nodes);
        assertThat(result.slices()).isBetween(nodes / nodesPerSlice / 6, nodes / nodesPerSlice + 1);
        assertThat(result.bytesHeld()).isZero();
        assertThat(db.space().victimBytes()).isZero();
    }

    @Test
    void aSnapshotKeepsWhatItSawAndHoldsTheMemoryUntilItIsClosed() {
        Oracle oracle = new Oracle();
        Index index = fill(oracle);
        List<Oracle.Entry> entries = db.entries(index, KeyRange.all());
        long held;
        try (Snapshot old = db.snapshot()) {
            deleteMost(index, oracle);
            db.expect(index, oracle);
            VacuumResult first = db.engine().vacuum();
            held = db.engine().memoryUsed();
            assertThat(first.completed()).isTrue();
            db.verifyContent();
            assertThat(Oracle.collect(old.reader(index).cursor(KeyRange.all()))).isEqualTo(entries);
            old.reader(index).verify();
        }
        db.takeEmptyTurn();
        VacuumResult second = db.engine().vacuum();
        db.verify();
        assertThat(second.bytesHeld()).isZero();
        assertThat(db.engine().memoryUsed()).isLessThan(held / 2);
    }

    @Test
    void changesBetweenSlicesAreKeptAndDoNotDisturbIt() {
        Oracle oracle = new Oracle();
        Index index = fill(oracle);
        db.expect(index, oracle);
        deleteMost(index, oracle);
        AtomicInteger slices = new AtomicInteger();
        VacuumResult result = new Vacuum(db.state(), 200, Duration.ofSeconds(5)).run(progress -> {
            int slice = slices.incrementAndGet();
            db.change(batch -> {
                for (int i = 0; i < 20; i++) {
                    int number = random.nextInt(COUNT);
                    put(batch, index, oracle, key(number), slice);
                    if (batch.remove(index, key(number + 1), number + 1)) {
                        oracle.remove(key(number + 1), number + 1);
                    }
                }
            });
            if (slice % 10 == 0) {
                db.verify();
            }
            return true;
        });
        assertThat(result.completed()).isTrue();
        assertThat(result.slices()).isEqualTo(slices.get()).isGreaterThan(20);
        assertThat(db.space().victimBytes()).isZero();
    }

    @Test
    void liveRowsOfTablesAreMovedToo() {
        Table table = db.make(batch -> batch.createTable("table"));
        db.change(batch -> {
            for (long row = 0; row < 400_000; row += 5) {
                batch.insertRow(table, row * row % (1L << 40));
            }
        });
        List<Long> rows = new ArrayList<>();
        try (Snapshot snapshot = db.snapshot()) {
            RowCursor cursor = snapshot.rows(table, Direction.ASCENDING);
            for (long row = cursor.next(); row >= 0; row = cursor.next()) {
                rows.add(row);
            }
        }
        Collections.shuffle(rows, random);
        db.change(batch -> rows.subList(rows.size() / 10, rows.size()).forEach(row -> batch.deleteRow(table, row)));
        db.takeEmptyTurn();
        VacuumResult result = vacuum(100);
        assertThat(result.nodesMoved()).isPositive();
        assertThat(result.bytesAfter()).isLessThan(result.bytesBefore() / 2);
        try (Snapshot snapshot = db.snapshot()) {
            assertThat(snapshot.rowCount(table)).isEqualTo(rows.size() / 10);
            assertThat(rows.subList(0, rows.size() / 10)).allMatch(row -> snapshot.isLive(table, row));
        }
    }

    @Test
    void whenCancelledItStopsAfterTheSliceAndSlabsServeAgain() {
        Oracle oracle = new Oracle();
        Index index = fill(oracle);
        db.expect(index, oracle);
        deleteMost(index, oracle);
        List<VacuumProgress> seen = new ArrayList<>();
        VacuumResult result = new Vacuum(db.state(), 100, Duration.ofSeconds(5)).run(progress -> {
            seen.add(progress);
            return seen.size() < 3;
        });
        assertThat(result.completed()).isFalse();
        assertThat(result.slices()).isEqualTo(3);
        assertThat(seen).extracting(VacuumProgress::trees).containsOnly(1);
        assertThat(seen)
                .extracting(VacuumProgress::nodesVisited)
                .isSorted()
                .last()
                .isEqualTo(result.nodesVisited());
        assertThat(db.space().victimBytes()).isZero();
        db.verify();
        assertThat(db.engine().vacuum().completed()).isTrue();
    }

    @Test
    void anAllocationThatFailsAnywhereLosesTheSliceAndNothingElse() {
        Oracle oracle = new Oracle();
        Index index = fill(oracle);
        db.expect(index, oracle);
        deleteMost(index, oracle);
        int failures = 0;
        boolean failed = true;
        for (long n = 0; failed; n = n * 3 / 2 + 1) {
            db.space().failAfter(n);
            failed = runsOutOfMemory();
            db.space().failAfter(Long.MAX_VALUE);
            failures += failed ? 1 : 0;
            db.verify();
            assertThat(db.space().victimBytes()).isZero();
        }
        assertThat(failures).isGreaterThan(8);
    }

    private boolean runsOutOfMemory() {
        try {
            vacuum(2000);
            return false;
        } catch (MemoryLimitException failure) {
            return true;
        }
    }

    @Test
    void aDenseEngineIsLeftAlone() {
        Oracle oracle = new Oracle();
        Index index = fill(oracle);
        db.expect(index, oracle);
        db.takeEmptyTurn();
        db.engine().vacuum();
        VacuumResult result = db.engine().vacuum();
        assertThat(result.bytesBefore() - result.bytesAfter()).isLessThan(result.bytesBefore() / 20);
    }

    @Test
    void itIsRefusedWhereABatchWouldBe() {
        try (Batch batch = db.begin()) {
            assertThatThrownBy(() -> db.engine().vacuum()).isInstanceOf(IllegalStateException.class);
            batch.rollback();
        }
        Engine closed = Engine.inMemory();
        closed.close();
        assertThatThrownBy(closed::vacuum).isInstanceOf(ClosedException.class);
        assertThatThrownBy(closed::stats).isInstanceOf(ClosedException.class);
    }
}
