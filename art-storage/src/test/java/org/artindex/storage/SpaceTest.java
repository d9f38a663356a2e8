package org.artindex.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.artindex.Batch;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.MemoryLimitException;
import org.artindex.storage.SimulatedDisk.Fault;
import org.junit.jupiter.api.Test;

class SpaceTest {
    private static final int BLOCK_SIZE = 4096;
    private static final int CAPACITY = 256 * 1024;

    @Test
    void aFullDiskAtAnySizeLosesNothingAndTheStoreGoesOnWhenThereIsRoomAgain() {
        long end = sizeAfterTheSecondCheckpoint();
        for (long limit = StoreHeader.BLOCKS_START; limit <= end; limit += 1111) {
            SimulatedDisk disk = SimulatedDisk.formatted(BLOCK_SIZE, CAPACITY);
            Content last = Content.empty();
            try (Store store = Stores.open(disk)) {
                disk.fullAt(limit);
                int failures = 0;
                for (int round = 0; round < 2; round++) {
                    change(store, round);
                    Content published = Content.of(store.engine());
                    try {
                        store.checkpoint();
                    } catch (NoSpaceException e) {
                        assertThat(e.fileSize()).isGreaterThan(limit);
                        assertThat(e).hasMessageContaining("simulated");
                        failures++;
                    }
                    assertThat(Content.of(store.engine())).isEqualTo(published);
                }
                assertThat(failures > 0).isEqualTo(limit < end);
                disk.fullAt(Long.MAX_VALUE);
                store.checkpoint();
                last = Content.of(store.engine());
                assertThat(store.hasChanges()).isFalse();
            }
            Stores.assertClean(disk);
            try (Store store = Stores.open(disk)) {
                assertThat(Content.of(store.engine())).isEqualTo(last);
            }
        }
    }

    @Test
    void aCrashAfterAFullDiskLeavesTheLastCheckpoint() {
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            SimulatedDisk disk = SimulatedDisk.formatted(BLOCK_SIZE, CAPACITY);
            Store store = Stores.open(disk);
            change(store, 0);
            store.checkpoint();
            Content first = Content.of(store.engine());
            disk.fullAt(disk.size() + random.nextInt(3 * BLOCK_SIZE));
            change(store, 1);
            assertThatThrownBy(store::checkpoint).isInstanceOf(NoSpaceException.class);
            SimulatedDisk after = disk.afterCrash(random);
            store.close();
            try (Store again = Stores.open(after)) {
                assertThat(Content.of(again.engine())).isEqualTo(first);
            }
            Stores.assertClean(after);
        }
    }

    @Test
    void aFailedTruncationIsNoFailure() {
        SimulatedDisk disk = SimulatedDisk.formatted(BLOCK_SIZE, CAPACITY);
        try (Store store = Stores.open(disk)) {
            change(store, 0);
            disk.fullAt(StoreHeader.BLOCKS_START + 5000);
            disk.at(5, Fault.ERROR, new Random(1));
            assertThatThrownBy(store::checkpoint).isInstanceOf(NoSpaceException.class);
            disk.at(1, Fault.NONE, new Random(1));
            disk.fullAt(Long.MAX_VALUE);
            store.checkpoint();
        }
        Stores.assertClean(disk);
    }

    @Test
    void memoryThatRunsOutFailsTheBatchAndACheckpointGivesMemoryBack() {
        SimulatedDisk disk = SimulatedDisk.formatted(BLOCK_SIZE, 8 << 20);
        StoreOptions options = StoreOptions.defaults().withMemoryLimit(2 << 20);
        long keys = 0;
        try (Store store = Stores.open(disk, options)) {
            Index index;
            try (Batch batch = store.engine().begin()) {
                index = batch.createIndex("a", null, Uniqueness.UNIQUE);
                batch.commit();
            }
            for (int round = 0; round < 200; round++) {
                try (Batch batch = store.engine().begin()) {
                    for (int i = 0; i < 100; i++) {
                        batch.put(index, Stores.key((keys + i) * 0x9E3779B97F4A7C15L), keys + i);
                    }
                    batch.commit();
                    keys += 100;
                } catch (MemoryLimitException e) {
                    assertThat(store.checkpoint().hasWritten()).isTrue();
                    assertThat(store.stats().memoryBytes()).isZero();
                }
            }
            store.checkpoint();
        }
        assertThat(keys).isGreaterThan(15_000);
        Stores.assertClean(disk);
    }

    private static long sizeAfterTheSecondCheckpoint() {
        SimulatedDisk disk = SimulatedDisk.formatted(BLOCK_SIZE, CAPACITY);
        try (Store store = Stores.open(disk)) {
            change(store, 0);
            store.checkpoint();
            change(store, 1);
            store.checkpoint();
        }
        return disk.size();
    }

    private static void change(Store store, int round) {
        try (Batch batch = store.engine().begin()) {
            Index index = batch.createIndex("i" + round, null, Uniqueness.NOT_UNIQUE);
            for (long i = 0; i < 300; i++) {
                batch.put(index, Stores.key(i * 31), i + round);
            }
            batch.commit();
        }
    }
}
