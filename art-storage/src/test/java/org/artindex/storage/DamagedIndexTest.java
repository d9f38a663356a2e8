package org.artindex.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.artindex.Batch;
import org.artindex.CorruptionException;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.Snapshot;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One bit rots in a block that belongs to one index alone. */
class DamagedIndexTest {
    private static final int BLOCK_SIZE = 4096;

    private final SimulatedDisk disk = SimulatedDisk.formatted(BLOCK_SIZE);
    private Content content = Content.empty();

    @BeforeEach
    void damageOneOfTwoIndexes() {
        try (Store store = Stores.open(disk)) {
            try (Batch batch = store.engine().begin()) {
                Index bad = batch.createIndex("bad", null, Uniqueness.NOT_UNIQUE);
                Index good = batch.createIndex("good", null, Uniqueness.NOT_UNIQUE);
                for (long i = 0; i < 2000; i++) {
                    batch.put(bad, Stores.key(i * 12_345), i);
                    batch.put(good, Stores.key(i % 700 * 54_321), i);
                }
                batch.commit();
            }
            store.checkpoint();
            content = Content.of(store.engine());
        }
        disk.flip(StoreHeader.BLOCKS_START + BLOCK_SIZE + 70, 3);
        assertThat(Stores.check(disk).damages())
                .extracting(CheckReport.Damage::place)
                .containsExactly("block 1", "index bad");
    }

    @Test
    void droppingTheDamagedIndexMakesTheStoreWholeAgain() {
        content.indexes().remove("bad");
        try (Store store = Stores.open(disk)) {
            try (Batch batch = store.engine().begin();
                    Snapshot snapshot = store.engine().snapshot()) {
                batch.drop(snapshot.index("bad"));
                batch.commit();
            }
            assertThat(store.checkpoint().hasWritten()).isTrue();
            assertThat(Content.of(store.engine())).isEqualTo(content);
            try (Batch batch = store.engine().begin()) {
                batch.createIndex("bad", null, Uniqueness.UNIQUE);
                batch.commit();
            }
            content.entries("bad");
            store.checkpoint();
        }
        Stores.assertClean(disk);
        try (Store store = Stores.open(disk)) {
            assertThat(Content.of(store.engine())).isEqualTo(content);
        }
    }

    @Test
    void truncatingTheDamagedIndexMakesTheStoreWholeAgain() {
        content.entries("bad").clear();
        try (Store store = Stores.open(disk)) {
            try (Batch batch = store.engine().begin();
                    Snapshot snapshot = store.engine().snapshot()) {
                batch.truncate(snapshot.index("bad"));
                batch.commit();
            }
            assertThat(store.checkpoint().hasWritten()).isTrue();
            assertThat(Content.of(store.engine())).isEqualTo(content);
        }
        Stores.assertClean(disk);
        try (Store store = Stores.open(disk)) {
            assertThat(Content.of(store.engine())).isEqualTo(content);
        }
    }

    @Test
    void theDamageIsGoneFromTheFileOnceTheIndexIsDroppedAndTheStoreClosed() {
        try (Store store = Stores.open(disk)) {
            try (Batch batch = store.engine().begin();
                    Snapshot snapshot = store.engine().snapshot()) {
                batch.drop(snapshot.index("bad"));
                batch.commit();
            }
            store.checkpoint();
            Stores.assertClean(disk);
        }
        Stores.assertClean(disk);
        assertThat(Stores.check(disk).notes()).isEmpty();
    }

    @Test
    void aCheckpointWithTheDamagedIndexIsRefusedAndTheFileKeepsItsState() {
        try (Store store = Stores.open(disk)) {
            try (Batch batch = store.engine().begin()) {
                batch.createTable("t");
                batch.commit();
            }
            for (int attempt = 0; attempt < 2; attempt++) {
                assertThatThrownBy(store::checkpoint)
                        .isInstanceOf(CorruptionException.class)
                        .hasMessageContaining("simulated, block 1: checksum");
            }
            try (Snapshot snapshot = store.engine().snapshot()) {
                assertThat(snapshot.reader(snapshot.index("good")).get(Stores.key(54_321)))
                        .isEqualTo(1);
            }
        }
        assertThat(Stores.check(disk).damages())
                .extracting(CheckReport.Damage::place)
                .containsExactly("block 1", "index bad");
        try (Store store = Stores.open(disk);
                Snapshot snapshot = store.engine().snapshot()) {
            assertThat(snapshot.tables()).isEmpty();
            snapshot.reader(snapshot.index("good")).verify();
        }
    }
}
