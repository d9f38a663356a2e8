package org.artindex.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.artindex.Batch;
import org.artindex.Index.Uniqueness;
import org.artindex.storage.SimulatedDisk.Crash;
import org.artindex.storage.SimulatedDisk.Fault;
import org.junit.jupiter.api.Test;

class CrashTest {
    private static final int BLOCK_SIZE = 4096;
    private static final int CAPACITY = 256 * 1024;
    private static final int ROUNDS = Boolean.getBoolean("art.deep") ? 200 : 6;

    @Test
    void aCrashAtAnyWriteOrSyncLeavesTheStateBeforeOrAfterTheCheckpoint() {
        long operations = operationsOfTheWorkload();
        assertThat(operations).isGreaterThan(50);
        for (long at = 1; at <= operations; at++) {
            for (int round = 0; round < ROUNDS; round++) {
                crashAt(at, new Random(at * 1000 + round));
            }
        }
    }

    @Test
    void aCrashWithinTheRepairAfterACrashLosesNothingEither() {
        long operations = operationsOfTheWorkload();
        for (long at = 3; at <= operations; at += 7) {
            for (long again = 1; again <= 9; again++) {
                Random random = new Random(at * 1000 + again);
                SimulatedDisk disk = SimulatedDisk.formatted(BLOCK_SIZE, CAPACITY);
                Workload workload = new Workload();
                crash(disk, workload, at, random);
                SimulatedDisk second = disk.afterCrash(random);
                second.at(again, Fault.CRASH, random);
                try (Store store = Stores.open(second)) {
                    assertThat(Content.of(store.engine())).isIn(workload.lastAcknowledged(), workload.attempted);
                } catch (Crash crash) {
                    second = second.afterCrash(random);
                }
                second.at(1, Fault.NONE, random);
                assertRecovered(second, workload);
            }
        }
    }

    @Test
    void readingOnlyAfterACrashSeesTheSameStateAndChangesNothing() {
        for (long at = 2; at <= operationsOfTheWorkload(); at += 3) {
            Random random = new Random(at);
            SimulatedDisk disk = SimulatedDisk.formatted(BLOCK_SIZE, CAPACITY);
            Workload workload = new Workload();
            crash(disk, workload, at, random);
            SimulatedDisk after = disk.afterCrash(random);
            byte[] bytes = after.bytes();
            Content seen;
            try (Store store = Stores.open(after, Store.Access.READ_ONLY)) {
                seen = Content.of(store.engine());
            }
            assertThat(after.bytes()).isEqualTo(bytes);
            assertThat(Stores.check(after).damages().stream()
                            .filter(damage -> !damage.place().startsWith("header slot"))
                            .toList())
                    .isEmpty();
            try (Store store = Stores.open(after)) {
                assertThat(Content.of(store.engine())).isEqualTo(seen);
            }
        }
    }

    @Test
    void aFailedWriteOrSyncLeavesReadsRightAndTheStoreRefusesToGoOnUntilItIsOpenedAgain() {
        long operations = operationsOfTheWorkload();
        for (long at = 1; at <= operations; at++) {
            SimulatedDisk disk = SimulatedDisk.formatted(BLOCK_SIZE, CAPACITY);
            Workload workload = new Workload();
            Random random = new Random(at);
            disk.at(at, Fault.ERROR, random);
            try (Store store = Stores.open(disk)) {
                boolean failed = false;
                try {
                    workload.run(store);
                } catch (StoreFailedException e) {
                    failed = true;
                }
                assertThat(Content.of(store.engine())).isEqualTo(workload.attempted);
                if (failed) {
                    assertThatThrownBy(store::checkpoint).isInstanceOf(StoreFailedException.class);
                    assertThat(Content.of(store.engine())).isEqualTo(workload.attempted);
                }
            }
            assertRecovered(disk.copy(), workload);
            assertRecovered(disk.afterCrash(random), workload);
        }
    }

    private static long operationsOfTheWorkload() {
        SimulatedDisk disk = SimulatedDisk.formatted(BLOCK_SIZE, CAPACITY);
        try (Store store = Stores.open(disk)) {
            new Workload().run(store);
        }
        return disk.operations();
    }

    private static void crashAt(long at, Random random) {
        SimulatedDisk disk = SimulatedDisk.formatted(BLOCK_SIZE, CAPACITY);
        Workload workload = new Workload();
        crash(disk, workload, at, random);
        assertRecovered(disk.afterCrash(random), workload);
    }

    private static void crash(SimulatedDisk disk, Workload workload, long at, Random random) {
        disk.at(at, Fault.CRASH, random);
        Store store = Stores.open(disk);
        try {
            workload.run(store);
            store.close();
        } catch (Crash crash) {
            store.close();
        }
    }

    /** Opens what is left, proves that it is one of the two states, that it is whole, and that it can be written again. */
    private static void assertRecovered(SimulatedDisk disk, Workload workload) {
        Content content;
        try (Store store = Stores.open(disk)) {
            content = Content.of(store.engine());
            assertThat(content).isIn(workload.lastAcknowledged(), workload.attempted);
        }
        Stores.assertClean(disk);
        try (Store store = Stores.open(disk)) {
            try (Batch batch = store.engine().begin()) {
                batch.put(batch.createIndex("after", null, Uniqueness.NOT_UNIQUE), new byte[] {1}, 1);
                batch.commit();
            }
            content.put("after", new byte[] {1}, 1);
            store.checkpoint();
            assertThat(Content.of(store.engine())).isEqualTo(content);
        }
        Stores.assertClean(disk);
        try (Store store = Stores.open(disk)) {
            assertThat(Content.of(store.engine())).isEqualTo(content);
        }
    }
}
