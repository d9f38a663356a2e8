package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.artindex.Index.Uniqueness;
import org.artindex.key.KeyRange;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.artindex.support.SlotAccounting;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A snapshot stays what it was, whatever happens to the nodes it sees, and gives them back when it is closed. */
@Timeout(120)
class SnapshotTest {
    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    private Index index;
    private Table table;

    @BeforeEach
    void create() {
        index = db.index("lone", Uniqueness.NOT_UNIQUE);
        table = db.make(batch -> batch.createTable("table"));
    }

    @ParameterizedTest
    @EnumSource
    void aParkedCursorGoesOnOverNodesThatHaveGrownShrunkSplitAndBeenFreed(Direction direction) {
        Oracle oracle = db.expect(index, new Oracle());
        Random random = new Random(7);
        List<Parked> parked = new ArrayList<>();
        for (int round = 0; round < 60; round++) {
            boolean grows = round % 20 < 12;
            db.change(batch -> {
                for (int i = 0; i < 300; i++) {
                    byte[] key = keyOf(random);
                    long row = random.nextInt(30);
                    if (random.nextInt(10) < (grows ? 8 : 1)) {
                        assertThat(batch.put(index, key, row)).isEqualTo(oracle.put(key, row));
                    } else {
                        for (long each : List.copyOf(oracle.rows(key))) {
                            oracle.remove(key, each);
                            batch.remove(index, key, each);
                        }
                    }
                }
            });
            parked.add(new Parked(db.snapshot(), index, oracle.copy(), direction));
            for (Parked each : parked) {
                each.step(random.nextInt(100));
            }
            if (parked.size() > 12) {
                parked.remove(random.nextInt(parked.size())).finish();
            }
        }
        parked.forEach(Parked::finish);
        db.verify();
    }

    /** A snapshot with a cursor that stands somewhere in it. */
    private record Parked(Snapshot snapshot, Cursor cursor, Oracle oracle, List<Oracle.Entry> left) {
        Parked(Snapshot snapshot, Index index, Oracle oracle, Direction direction) {
            this(
                    snapshot,
                    snapshot.reader(index).cursor(KeyRange.all(), direction),
                    oracle,
                    oracle.entries(KeyRange.all(), direction));
        }

        void step(int steps) {
            for (int i = 0; i < steps && !left.isEmpty(); i++) {
                assertThat(cursor.next()).isTrue();
                Oracle.Entry expected = left.remove(0);
                assertThat(cursor.row()).isEqualTo(expected.row());
                assertThat(cursor.key()).isEqualTo(expected.key());
            }
        }

        void finish() {
            assertThat(Oracle.collect(cursor)).isEqualTo(left);
            Index index = snapshot.indexes().get(0);
            snapshot.reader(index).verify();
            oracle.assertEqualTo(snapshot.reader(index));
            snapshot.close();
        }
    }

    private static byte[] keyOf(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> Keys.concat(new byte[] {1}, Keys.of(random.nextInt(300)));
            case 1 -> Keys.concat(new byte[] {2}, Keys.text("p".repeat(random.nextInt(130))));
            default -> Keys.concat(new byte[] {3}, Keys.of(random.nextLong() & 0x0303_0300L));
        };
    }

    @Test
    void nothingThatASnapshotMadeWorksOnceItIsClosed() {
        fill();
        Snapshot snapshot = db.snapshot();
        List<ThrowingCallable> uses = usesOf(snapshot);
        snapshot.close();
        snapshot.close();
        for (ThrowingCallable use : uses) {
            assertThatThrownBy(use).isInstanceOf(ClosedException.class).hasMessageContaining("snapshot");
        }
    }

    @Test
    void nothingWorksOnceTheEngineIsClosedAndItsMemoryGoesWithTheLastSnapshot() {
        fill();
        Snapshot snapshot = db.snapshot();
        Snapshot other = db.snapshot();
        List<ThrowingCallable> uses = usesOf(snapshot);
        db.engine().close();
        db.engine().close();
        assertThat(db.engine().isClosed()).isTrue();
        assertThat(db.engine().memoryUsed()).isPositive();
        for (ThrowingCallable use : uses) {
            assertThatThrownBy(use).isInstanceOf(ClosedException.class).hasMessageContaining("engine");
        }
        assertThatThrownBy(db::snapshot).isInstanceOf(ClosedException.class);
        assertThatThrownBy(db::begin).isInstanceOf(ClosedException.class);
        snapshot.close();
        assertThat(db.engine().memoryUsed()).isPositive();
        other.close();
        assertThat(db.engine().memoryUsed()).isZero();
    }

    @Test
    void aBatchThatIsOpenWhenTheEngineClosesMayEnd() {
        fill();
        Batch batch = db.begin();
        batch.put(index, Keys.of(77), 7);
        db.engine().close();
        batch.commit();
        assertThat(db.engine().memoryUsed()).isZero();
    }

    @Test
    void nodesOfAClosedSnapshotAreFreeAfterTheNextTurn() {
        fill();
        Snapshot snapshot = db.snapshot();
        db.deleteAll(index);
        db.takeEmptyTurn();
        assertThat(SlotAccounting.inUse(db.space())).isNotEmpty();
        assertThat(snapshot.reader(index).entryCount()).isEqualTo(1003);
        snapshot.reader(index).verify();
        snapshot.close();
        db.takeEmptyTurn();
        SlotAccounting.assertExact(db.space(), db.record());
    }

    @Test
    void aMiddleSnapshotHoldsItsNodesWhenOlderAndYoungerOnesAreClosed() {
        List<Snapshot> snapshots = new ArrayList<>();
        for (long n = 0; n < 5; n++) {
            long row = n;
            db.change(batch -> batch.put(index, Keys.of(1), row));
            snapshots.add(db.snapshot());
        }
        for (int i : new int[] {4, 0, 1, 3}) {
            snapshots.get(i).close();
            db.change(batch -> batch.put(index, Keys.of(2), 100 + i));
            assertThat(CheckedEngine.rows(snapshots.get(2).reader(index), Keys.of(1), Direction.DESCENDING))
                    .containsExactly(2L, 1L, 0L);
        }
        snapshots.get(2).close();
    }

    @Test
    void oneSnapshotIsReadByManyThreads() throws Exception {
        fill();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try (Snapshot snapshot = db.snapshot()) {
            IndexReader reader = snapshot.reader(index);
            List<Future<Long>> sums = new ArrayList<>();
            for (int thread = 0; thread < 4; thread++) {
                sums.add(pool.submit(() -> {
                    long sum = 0;
                    for (int n = 0; n < 1000; n++) {
                        sum += reader.get(Keys.of(n));
                    }
                    return sum + reader.count(KeyRange.all());
                }));
            }
            for (int n = 0; n < 50; n++) {
                long row = n;
                db.change(batch -> batch.put(index, Keys.of(row), row + 1_000_000));
            }
            for (Future<Long> sum : sums) {
                assertThat(sum.get()).isEqualTo(999 * 500 + 1003);
            }
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void aHundredThousandShortSnapshotsOfManyThreadsLetNothingGrow() throws Exception {
        fill();
        ExecutorService pool = Executors.newFixedThreadPool(8);
        try {
            List<Future<?>> runs = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                runs.add(pool.submit(() -> {
                    for (int i = 0; i < 12_500; i++) {
                        try (Snapshot snapshot = db.snapshot()) {
                            assertThat(snapshot.reader(index).get(Keys.of(5))).isEqualTo(5);
                        }
                    }
                }));
            }
            long most = 0;
            for (int batches = 0; batches < 300; batches++) {
                long row = batches;
                db.change(batch -> {
                    batch.put(index, Keys.of(5), 1_000_000 + row);
                    batch.remove(index, Keys.of(5), 1_000_000 + row - 1);
                });
                most = Math.max(most, db.engine().memoryUsed());
            }
            for (Future<?> run : runs) {
                run.get();
            }
            assertThat(most).isLessThan(8L << 20);
        } finally {
            pool.shutdown();
        }
        db.verify();
    }

    private void fill() {
        Index named = db.make(batch -> batch.createIndex(table, "named", Keys.LONGS, Uniqueness.UNIQUE));
        db.change(batch -> {
            for (int n = 0; n < 1000; n++) {
                batch.put(index, Keys.of(n), n);
            }
            for (int n = 0; n < 3; n++) {
                batch.put(index, Keys.of(2000), n);
            }
            batch.insertRow(table, 1, Keys.of(1));
            assertThat(batch.indexesOf(table)).containsExactly(named);
        });
    }

    /** Everything that reads nodes, through things that were made while the snapshot was open. */
    private List<ThrowingCallable> usesOf(Snapshot snapshot) {
        IndexReader reader = snapshot.reader(index);
        Cursor cursor = reader.cursor(KeyRange.all());
        cursor.next();
        RowCursor rows = reader.rows(Keys.of(2000), Direction.ASCENDING);
        rows.next();
        return List.of(
                () -> reader.get(Keys.of(1)),
                () -> reader.get(Keys.of(-1)),
                () -> reader.get(Keys.of(1), 8),
                () -> reader.contains(Keys.of(1)),
                () -> reader.contains(Keys.of(1), 1),
                () -> reader.count(Keys.of(1)),
                () -> reader.count(KeyRange.all()),
                () -> reader.rows(Keys.of(1), Direction.ASCENDING),
                () -> reader.cursor(KeyRange.all()),
                () -> reader.cursor(KeyRange.empty(), Direction.DESCENDING),
                reader::stats,
                reader::verify,
                cursor::next,
                cursor::nextKey,
                cursor::rowCount,
                () -> cursor.seek(Keys.of(5)),
                () -> cursor.next(new long[5]),
                rows::next,
                () -> rows.next(new long[5]),
                () -> rows.seek(1),
                () -> snapshot.rowCount(table),
                () -> snapshot.isLive(table, 1),
                () -> snapshot.rows(table, Direction.ASCENDING));
    }
}
