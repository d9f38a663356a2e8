package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.artindex.Index.Uniqueness;
import org.artindex.key.KeyRange;
import org.artindex.memory.Arena;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.artindex.support.SlotAccounting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nodes are free as soon as no open snapshot can see them, and one old snapshot costs no more than there was when it was taken. */
@Timeout(240)
class ReclamationTest {
    /** A slab for each of the node types that a workload of this class uses may be partly empty. */
    private static final long PARTLY_USED_SLABS = 12L * Arena.SLAB_SIZE;

    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    @Test
    void whatIsBornAndReplacedAfterASnapshotIsFreeWhileItIsOpen() {
        Index index = db.index("lone", Uniqueness.NOT_UNIQUE);
        db.change(batch -> fill(batch, index, 0, 1_000));
        try (Snapshot old = db.snapshot()) {
            long before = db.engine().memoryUsed();
            db.change(batch -> fill(batch, index, 1_000, 50_000));
            long grown = db.engine().memoryUsed();
            assertThat(grown).isGreaterThan(before + (1 << 20));
            Index other = db.index("other", Uniqueness.NOT_UNIQUE);
            db.change(batch -> fill(batch, other, 0, 50_000));
            db.change(batch -> batch.drop(other));
            assertThat(db.engine().memoryUsed()).isLessThanOrEqualTo(grown + PARTLY_USED_SLABS);
            db.change(batch -> empty(batch, index, 0, 50_000));
            assertThat(db.engine().memoryUsed()).isLessThanOrEqualTo(before + PARTLY_USED_SLABS);
            assertThat(old.reader(index).count(KeyRange.all())).isEqualTo(1_000);
        }
    }

    @Test
    void aSnapshotThatIsClosedBetweenOthersGivesBackWhatItAloneSaw() {
        Index index = db.index("lone", Uniqueness.NOT_UNIQUE);
        List<Snapshot> others = new ArrayList<>();
        others.add(db.snapshot());
        long empty = db.engine().memoryUsed();
        db.change(batch -> fill(batch, index, 0, 50_000));
        Snapshot middle = db.snapshot();
        db.change(batch -> empty(batch, index, 0, 50_000));
        others.add(db.snapshot());
        db.change(batch -> fill(batch, index, 0, 10));
        assertThat(db.openSnapshots().pinnedBytes()).isGreaterThan(1 << 20);
        middle.close();
        db.takeEmptyTurn();
        assertThat(db.openSnapshots().pinnedBytes()).isLessThan(10_000);
        assertThat(db.engine().memoryUsed()).isLessThanOrEqualTo(empty + PARTLY_USED_SLABS);
        others.forEach(Snapshot::close);
    }

    /**
     * Every batch replaces a part of all keys' rows, so that the index is rewritten several times. The same batches on an engine
     * without snapshots say what they need by themselves.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void aParkedSnapshotCostsNoMoreThanTheMemoryThereWasWhateverIsWrittenAfterwards(int snapshots) {
        int keys = 60_000;
        int batches = Boolean.getBoolean("art.deep") ? 10_000 : 1_000;
        try (CheckedEngine control = new CheckedEngine()) {
            List<CheckedEngine> engines = List.of(db, control);
            Index index = db.index("lone", Uniqueness.NOT_UNIQUE);
            assertThat(control.index("lone", Uniqueness.NOT_UNIQUE)).isEqualTo(index);
            engines.forEach(engine -> engine.change(batch -> fill(batch, index, 0, keys)));
            List<Snapshot> parked = new ArrayList<>();
            long atPark = db.engine().memoryUsed();
            long slotsAtPark = SlotAccounting.bytesInUse(db.space());
            long most = 0;
            for (int number = 0; number < batches; number++) {
                int slice = number % 100 * (keys / 100);
                int round = number / 100;
                engines.forEach(engine -> engine.change(batch -> {
                    for (int i = slice; i < slice + keys / 100; i++) {
                        batch.put(index, key(i), i + (round + 1L) * keys);
                        batch.remove(index, key(i), i + (long) round * keys);
                    }
                }));
                if (number % 10 == 0 && parked.size() < snapshots) {
                    parked.add(db.snapshot());
                    atPark = db.engine().memoryUsed();
                }
                assertThat(db.engine().memoryUsed())
                        .as("bytes in use after batch %s", number)
                        .isLessThanOrEqualTo(atPark + control.engine().memoryUsed() + PARTLY_USED_SLABS);
                most = Math.max(most, SlotAccounting.bytesInUse(db.space()));
            }
            assertThat(most).as("bytes of slots in use").isLessThan(slotsAtPark * (2L * snapshots + 3) / 2);
            SlotAccounting.assertAccounted(
                    db.space(), db.record(), db.openSnapshots().pinnedBytes());
            for (Snapshot each : parked) {
                each.reader(index).verify();
                assertThat(each.reader(index).entryCount()).isEqualTo(keys);
                each.close();
            }
            db.verify();
        }
    }

    /** Snapshots are opened and closed in any order; at each moment each slot in use is accounted for. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void whateverTheOrderInWhichSnapshotsAreClosedEachSlotInUseIsAccountedFor(long seed) {
        Random random = new Random(seed);
        Index index = db.index("lone", Uniqueness.NOT_UNIQUE);
        Oracle oracle = db.expect(index, new Oracle());
        List<Held> open = new ArrayList<>();
        for (int round = 0; round < 400; round++) {
            db.change(batch -> changeSome(batch, index, oracle, random));
            while (open.size() > random.nextInt(12)) {
                open.remove(random.nextInt(open.size())).check(index).close();
            }
            if (random.nextInt(3) > 0) {
                open.add(new Held(db.snapshot(), oracle.copy()));
            }
            if (round % 10 == 0) {
                SlotAccounting.assertAccounted(db.space(), db.record(), pinnedBytesAfterReclaim());
                assertThat(db.openSnapshots().count()).isEqualTo(open.size());
            }
        }
        open.forEach(held -> held.check(index).close());
    }

    private record Held(Snapshot snapshot, Oracle oracle) {
        Snapshot check(Index index) {
            oracle.assertEqualTo(snapshot.reader(index));
            return snapshot;
        }
    }

    private long pinnedBytesAfterReclaim() {
        db.takeEmptyTurn();
        return db.openSnapshots().pinnedBytes();
    }

    private static void changeSome(Batch batch, Index index, Oracle oracle, Random random) {
        boolean grows = random.nextBoolean();
        for (int i = random.nextInt(200); i >= 0; i--) {
            byte[] key = key(random.nextInt(800));
            long row = random.nextInt(20);
            if (random.nextInt(4) > 0 == grows) {
                assertThat(batch.put(index, key, row)).isEqualTo(oracle.put(key, row));
            } else {
                assertThat(batch.remove(index, key, row)).isEqualTo(oracle.remove(key, row));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void manySnapshotsThatAreClosedTogetherAreReclaimedTogether(boolean oldestFirst) {
        Index index = db.index("lone", Uniqueness.NOT_UNIQUE);
        db.change(batch -> fill(batch, index, 0, 5_000));
        Snapshot kept = db.snapshot();
        List<Snapshot> open = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            int from = i * 10;
            db.change(batch -> empty(batch, index, from, from + 5));
            open.add(db.snapshot());
        }
        if (oldestFirst) {
            open.forEach(Snapshot::close);
        } else {
            for (int i = open.size() - 1; i >= 0; i--) {
                open.get(i).close();
            }
        }
        SlotAccounting.assertAccounted(db.space(), db.record(), pinnedBytesAfterReclaim());
        assertThat(kept.reader(index).count(KeyRange.all())).isEqualTo(5_000);
        kept.reader(index).verify();
        kept.close();
    }

    @Test
    void theOpenSnapshotsAreCountedWithTheOldestAndWhatTheyPin() throws InterruptedException {
        Index index = db.index("lone", Uniqueness.NOT_UNIQUE);
        assertThat(db.openSnapshots().count()).isZero();
        assertThat(db.openSnapshots().oldestAge()).isZero();
        Snapshot first = db.snapshot();
        Snapshot second = db.snapshot();
        Thread.sleep(5);
        db.change(batch -> fill(batch, index, 0, 100));
        Snapshot third = db.snapshot();
        assertThat(db.openSnapshots().count()).isEqualTo(3);
        assertThat(db.openSnapshots().oldestVersion()).isEqualTo(first.version());
        assertThat(db.openSnapshots().oldestAge()).isBetween(Duration.ofMillis(5), Duration.ofMinutes(3));
        first.close();
        assertThat(db.openSnapshots().oldestVersion()).isEqualTo(second.version());
        second.close();
        assertThat(db.openSnapshots().oldestVersion()).isEqualTo(third.version());
        assertThat(db.openSnapshots().pinnedBytes()).isZero();
        long bytes = db.stats(index).bytes();
        db.change(batch -> empty(batch, index, 0, 100));
        assertThat(db.openSnapshots().pinnedBytes()).isEqualTo(bytes);
        third.close();
        assertThat(pinnedBytesAfterReclaim()).isZero();
    }

    private static void fill(Batch batch, Index index, int from, int to) {
        for (int i = from; i < to; i++) {
            batch.put(index, key(i), i);
        }
    }

    private static void empty(Batch batch, Index index, int from, int to) {
        for (int i = from; i < to; i++) {
            batch.remove(index, key(i), i);
        }
    }

    private static byte[] key(int number) {
        return Keys.of(number * 0x9E3779B97F4A7C15L);
    }
}
