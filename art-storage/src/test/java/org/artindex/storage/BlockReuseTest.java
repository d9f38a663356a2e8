package org.artindex.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.artindex.Batch;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.IndexReader;
import org.artindex.Snapshot;
import org.junit.jupiter.api.Test;

class BlockReuseTest {
    private static final int BLOCK_SIZE = 4096;

    @Test
    void oldSnapshotsReadTheirStateWhileCheckpointsReuseBlocks() {
        SimulatedDisk disk = SimulatedDisk.formatted(BLOCK_SIZE);
        try (Store store = Stores.open(disk)) {
            List<Snapshot> snapshots = new ArrayList<>();
            List<Content> contents = new ArrayList<>();
            Index index = create(store);
            for (int round = 0; round < 30; round++) {
                change(store, index, round);
                if (round % 3 == 0) {
                    snapshots.add(store.engine().snapshot());
                    contents.add(Content.of(store.engine()));
                }
                store.checkpoint();
                snapshots.add(store.engine().snapshot());
                contents.add(Content.of(store.engine()));
                if (round % 2 == 1) {
                    snapshots.remove(0).close();
                    contents.remove(0);
                }
                for (int i = 0; i < snapshots.size(); i++) {
                    assertThat(Content.of(snapshots.get(i))).isEqualTo(contents.get(i));
                }
            }
            assertThat(store.stats().waitingBlocks()).isPositive();
            snapshots.forEach(Snapshot::close);
            change(store, index, 99);
            store.checkpoint();
            change(store, index, 100);
            store.checkpoint();
            assertThat(store.stats().waitingBlocks()).isLessThan(store.stats().blockCount() / 2);
        }
        Stores.assertClean(disk);
    }

    @Test
    void theFileStaysLevelWhenTheSameIndexIsDroppedAndMadeAgain() {
        SimulatedDisk disk = SimulatedDisk.formatted(BLOCK_SIZE);
        try (Store store = Stores.open(disk)) {
            long level = 0;
            for (int round = 0; round < 8; round++) {
                Index index = create(store);
                fill(store, index, 2000);
                store.checkpoint();
                try (Batch batch = store.engine().begin()) {
                    batch.drop(index);
                    batch.commit();
                }
                store.checkpoint();
                if (round == 1) {
                    level = store.stats().blockCount();
                }
            }
            assertThat(store.stats().blockCount()).isEqualTo(level);
            assertThat(store.stats().freeBlocks() + store.stats().waitingBlocks())
                    .isGreaterThanOrEqualTo(level - 2);
            assertThat(store.stats().memoryBytes()).isZero();
        }
        Stores.assertClean(disk);
    }

    @Test
    void anIndexThatDoesNotGrowNeedsRoomForTwoOfIt() {
        SimulatedDisk disk = SimulatedDisk.formatted(BLOCK_SIZE);
        try (Store store = Stores.open(disk)) {
            Index index = create(store);
            fill(store, index, 3000);
            long one = store.checkpoint().blocksWritten();
            for (int round = 0; round < 10; round++) {
                try (Batch batch = store.engine().begin()) {
                    batch.put(index, Stores.key(5), 1000 + round);
                    batch.remove(index, Stores.key(5), 999 + round);
                    batch.commit();
                }
                store.checkpoint();
            }
            assertThat(store.stats().blockCount()).isLessThanOrEqualTo(2 * one + 4);
        }
    }

    @Test
    void readersInManyThreadsSeeWholeStatesThroughBatchesAndCheckpoints() throws InterruptedException {
        SimulatedDisk disk = SimulatedDisk.formatted(BLOCK_SIZE, 16 << 20);
        AtomicBoolean done = new AtomicBoolean();
        Map<Integer, Throwable> failures = new ConcurrentHashMap<>();
        try (Store store = Stores.open(disk)) {
            Index index = create(store);
            fill(store, index, 500);
            List<Thread> readers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                int number = i;
                Thread reader = new Thread(() -> {
                    try {
                        while (!done.get()) {
                            readOnce(store, index);
                        }
                    } catch (Throwable e) {
                        failures.put(number, e);
                    }
                });
                reader.start();
                readers.add(reader);
            }
            for (int round = 0; round < 60; round++) {
                try (Batch batch = store.engine().begin()) {
                    for (long key = 0; key < 500; key++) {
                        batch.remove(index, Stores.key(key * 31), round);
                        batch.put(index, Stores.key(key * 31), round + 1L);
                    }
                    batch.commit();
                }
                store.checkpoint();
            }
            done.set(true);
            for (Thread reader : readers) {
                reader.join();
            }
        }
        assertThat(failures).isEmpty();
        Stores.assertClean(disk);
    }

    /** Every batch moves all keys to the next row: so all have the same one in every state. */
    private static void readOnce(Store store, Index index) {
        try (Snapshot snapshot = store.engine().snapshot()) {
            IndexReader reader = snapshot.reader(index);
            long row = reader.get(Stores.key(0));
            for (long key = 0; key < 500; key++) {
                assertThat(reader.get(Stores.key(key * 31))).isEqualTo(row);
            }
        }
    }

    private static Index create(Store store) {
        try (Batch batch = store.engine().begin()) {
            Index index = batch.createIndex("a", null, Uniqueness.NOT_UNIQUE);
            batch.commit();
            return index;
        }
    }

    private static void fill(Store store, Index index, int keys) {
        try (Batch batch = store.engine().begin()) {
            for (long key = 0; key < keys; key++) {
                batch.put(index, Stores.key(key * 31), 0);
            }
            batch.commit();
        }
    }

    private static void change(Store store, Index index, int seed) {
        Random random = new Random(seed);
        try (Batch batch = store.engine().begin()) {
            for (int i = 0; i < 200; i++) {
                batch.put(index, Stores.key(random.nextInt(500)), random.nextInt(100));
                batch.remove(index, Stores.key(random.nextInt(500)), random.nextInt(100));
            }
            batch.commit();
        }
    }
}
