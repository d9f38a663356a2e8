package org.artindex.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.artindex.Batch;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.Snapshot;
import org.artindex.storage.SimulatedDisk.Fault;
import org.artindex.storage.StoreHeader.State;
import org.junit.jupiter.api.Test;

/** What a checkpoint that failed leaves in the file when the store is closed without another one. */
class FailedCheckpointTest {
    private static final int BLOCK_SIZE = 4096;
    private static final int CAPACITY = 512 * 1024;

    /** A store with free blocks within its extent, and changes that no checkpoint has covered. */
    private static final class Changed {
        final SimulatedDisk disk = SimulatedDisk.formatted(BLOCK_SIZE, CAPACITY);
        final Content last;
        final Store store;

        Changed() {
            try (Store first = Stores.open(disk)) {
                change(first, 0);
                change(first, 1);
                first.checkpoint();
                try (Batch batch = first.engine().begin();
                        Snapshot snapshot = first.engine().snapshot()) {
                    batch.drop(snapshot.index("i1"));
                    batch.commit();
                }
                first.checkpoint();
                first.checkpoint();
                last = Content.of(first.engine());
            }
            store = Stores.open(disk);
            change(store, 2);
            change(store, 3);
        }
    }

    @Test
    void aDiskFullWithinAFreeBlockIsNoDamageOnceTheStoreIsClosed() throws IOException {
        Changed sample = new Changed();
        long extent = sample.disk.size();
        sample.store.close();
        for (boolean staysFull : new boolean[] {false, true}) {
            for (long limit = StoreHeader.BLOCKS_START; limit < extent; limit += 777) {
                Changed changed = new Changed();
                SimulatedDisk disk = changed.disk;
                disk.fullAt(limit);
                assertThatThrownBy(changed.store::checkpoint).isInstanceOf(NoSpaceException.class);
                disk.fullAt(staysFull ? limit : Long.MAX_VALUE);
                changed.store.close();
                Stores.assertClean(disk);
                if (!staysFull) {
                    assertThat(header(disk).state()).isEqualTo(State.CLOSED);
                    assertNoNumberAboveTheHeaders(disk);
                }
                disk.fullAt(Long.MAX_VALUE);
                try (Store store = Stores.open(disk)) {
                    assertThat(Content.of(store.engine())).isEqualTo(changed.last);
                }
                Stores.assertClean(disk);
                assertNoNumberAboveTheHeaders(disk);
            }
        }
    }

    @Test
    void aNumberThatWasHandedOutIsInNoBlockWhenItIsHandedOutAgain() throws IOException {
        Changed changed = new Changed();
        SimulatedDisk disk = changed.disk;
        long last = header(disk).number();
        disk.fullAt(disk.size());
        for (int attempt = 0; attempt < 3; attempt++) {
            assertThatThrownBy(changed.store::checkpoint).isInstanceOf(NoSpaceException.class);
        }
        disk.fullAt(Long.MAX_VALUE);
        SimulatedDisk killed = disk.copy();
        assertThat(largestNumber(killed)).isEqualTo(last + 3);
        changed.store.close();
        assertThat(header(disk).state()).isEqualTo(State.CLOSED);
        assertNoNumberAboveTheHeaders(disk);

        try (Store store = Stores.open(killed)) {
            assertNoNumberAboveTheHeaders(killed);
            assertThat(Content.of(store.engine())).isEqualTo(changed.last);
            change(store, 4);
            assertThat(store.checkpoint().number()).isEqualTo(last + 4);
        }
        Stores.assertClean(killed);
    }

    @Test
    void aTailThatCannotBeCutIsLeftToTheNextOpening() throws IOException {
        Changed changed = new Changed();
        SimulatedDisk disk = changed.disk;
        long extent = disk.size();
        disk.refuseTruncation(true);
        disk.fullAt(extent + 100);
        assertThatThrownBy(changed.store::checkpoint).isInstanceOf(NoSpaceException.class);
        disk.fullAt(Long.MAX_VALUE);
        changed.store.close();
        assertThat(disk.size()).isGreaterThan(extent);
        assertThat(header(disk).state()).isEqualTo(State.BEING_WRITTEN);
        Stores.assertClean(disk);
        Stores.open(disk).close();
        assertThat(header(disk).state()).isEqualTo(State.BEING_WRITTEN);
        disk.refuseTruncation(false);
        try (Store store = Stores.open(disk)) {
            assertThat(Content.of(store.engine())).isEqualTo(changed.last);
        }
        assertThat(header(disk).state()).isEqualTo(State.CLOSED);
        assertThat(disk.size()).isEqualTo(extent);
        Stores.assertClean(disk);
    }

    @Test
    void aFailureInTheFlipKeepsTheNodesInMemoryForThoseWhoRead() {
        long operations = operationsOfTheCheckpoint();
        for (long fromEnd = 0; fromEnd < 5; fromEnd++) {
            Changed changed = new Changed();
            Content content = Content.of(changed.store.engine());
            long memory = changed.store.stats().memoryBytes();
            try (Snapshot before = changed.store.engine().snapshot()) {
                changed.disk.at(operations - fromEnd, Fault.ERROR, new Random(fromEnd));
                assertThatThrownBy(changed.store::checkpoint).isInstanceOf(StoreFailedException.class);
                assertThat(Content.of(changed.store.engine())).isEqualTo(content);
                assertThat(Content.of(before)).isEqualTo(content);
                assertThat(changed.store.stats().memoryBytes()).isEqualTo(memory);
            }
            changed.store.close();
            assertThat(changed.store.stats().memoryBytes()).isZero();
        }
    }

    @Test
    void memoryThatRunsOutBeforeTheFlipIsNoFailureOfTheStore() {
        long operations = operationsOfTheCheckpoint();
        for (long at = 3; at <= operations - 5; at++) {
            Changed changed = new Changed();
            changed.disk.at(at, Fault.MEMORY, new Random(at));
            assertThatThrownBy(changed.store::checkpoint).isInstanceOf(OutOfMemoryError.class);
            Content content = Content.of(changed.store.engine());
            if (at % 2 == 0) {
                changed.store.checkpoint();
            }
            changed.store.close();
            Stores.assertClean(changed.disk);
            try (Store store = Stores.open(changed.disk)) {
                assertThat(Content.of(store.engine())).isEqualTo(at % 2 == 0 ? content : changed.last);
            }
        }
    }

    @Test
    void aStoreThatHasFailedRefusesBatchesToo() {
        Changed changed = new Changed();
        Content content = Content.of(changed.store.engine());
        changed.disk.at(operationsOfTheCheckpoint(), Fault.ERROR, new Random(1));
        assertThatThrownBy(changed.store::checkpoint).isInstanceOf(StoreFailedException.class);
        assertThatThrownBy(() -> changed.store.engine().begin())
                .isInstanceOf(StoreFailedException.class)
                .hasMessageContaining("has to be opened again")
                .hasMessageContaining("simulated failure of a sync");
        assertThat(Content.of(changed.store.engine())).isEqualTo(content);
        changed.store.close();
        try (Store store = Stores.open(changed.disk)) {
            assertThat(Content.of(store.engine())).isEqualTo(content);
            change(store, 4);
            store.checkpoint();
        }
        Stores.assertClean(changed.disk);
    }

    /** The last five are the sync of the blocks, then a write and a sync for each header slot. */
    private static long operationsOfTheCheckpoint() {
        Changed changed = new Changed();
        long before = changed.disk.operations();
        changed.store.checkpoint();
        long operations = changed.disk.operations() - before;
        changed.store.close();
        return operations;
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

    private static StoreHeader header(SimulatedDisk disk) throws IOException {
        return StoreFile.openReadOnly(disk, "simulated").header();
    }

    private static void assertNoNumberAboveTheHeaders(SimulatedDisk disk) throws IOException {
        assertThat(largestNumber(disk)).isLessThanOrEqualTo(header(disk).number());
    }

    private static long largestNumber(SimulatedDisk disk) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(disk.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        long largest = 0;
        for (long id = 0; id < header(disk).blockCount(); id++) {
            largest = Math.max(largest, bytes.getLong((int) header(disk).position(id) + 16));
        }
        return largest;
    }
}
