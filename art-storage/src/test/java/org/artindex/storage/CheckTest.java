package org.artindex.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.artindex.Batch;
import org.artindex.Index.Uniqueness;
import org.artindex.Table;
import org.junit.jupiter.api.Test;

/** What the checker calls damage and what it only notes. */
class CheckTest {
    private static final int BLOCK_SIZE = 4096;

    @Test
    void whatACrashInTheFlipHasLeftIsNoDamageButForTheTornSlotItself() {
        for (int slot = 0; slot < 2; slot++) {
            SimulatedDisk disk = storeWithFreeBlocks();
            byte[] whole = disk.bytes();
            disk = SimulatedDisk.of(Arrays.copyOf(whole, whole.length + 100), whole.length * 2);
            disk.flip(slot * 4096L + 1000, 2);
            disk.flip(StoreHeader.BLOCKS_START + 200, 5);
            CheckReport report = Stores.check(disk);
            assertThat(report.damages()).extracting(CheckReport.Damage::place).containsExactly("header slot " + slot);
            assertThat(report.notes())
                    .anyMatch(note -> note.startsWith("free block 0: checksum"))
                    .contains("100 bytes follow the last block")
                    .anyMatch(note -> note.startsWith("a header slot is broken"));
            Stores.open(disk).close();
            assertThat(Stores.check(disk).notes()).isEmpty();
            Stores.assertClean(disk);
        }
    }

    @Test
    void inAClosedFileThatIsWholeElsewhereATornFreeBlockIsDamage() {
        SimulatedDisk disk = storeWithFreeBlocks();
        disk.flip(StoreHeader.BLOCKS_START + 200, 5);
        assertThat(Stores.check(disk).damages())
                .extracting(CheckReport.Damage::place)
                .containsExactly("block 0");
    }

    @Test
    void entriesThatTheHostHasLeftBehindAreReportedAsSuch() {
        SimulatedDisk disk = SimulatedDisk.formatted(BLOCK_SIZE);
        try (Store store = Stores.open(disk)) {
            try (Batch batch = store.engine().begin()) {
                Table table = batch.createTable("t");
                batch.createIndex(table, "a", null, Uniqueness.NOT_UNIQUE);
                batch.createIndex(table, "b", null, Uniqueness.NOT_UNIQUE);
                for (long row = 0; row < 10; row++) {
                    batch.insertRow(table, row, Stores.key(row), Stores.key(-row));
                }
                batch.deleteRow(table, 3, Stores.key(3), Stores.key(-3));
                batch.deleteRow(table, 4, Stores.key(4), null);
                batch.deleteRow(table, 5, Stores.key(5), null);
                batch.commit();
            }
            store.checkpoint();
        }
        CheckReport report = Stores.check(disk);
        assertThat(report.damages()).hasSize(1);
        assertThat(report.damages().get(0).place()).isEqualTo("index b");
        assertThat(report.damages().get(0).what())
                .startsWith("2 entries have rows that are not live in table t, such as row")
                .contains("the file is whole")
                .contains("did not give all keys");
        assertThat(report.entries()).isEqualTo(7 + 9);
    }

    private static SimulatedDisk storeWithFreeBlocks() {
        SimulatedDisk disk = SimulatedDisk.formatted(BLOCK_SIZE);
        try (Store store = Stores.open(disk)) {
            for (int round = 0; round < 2; round++) {
                try (Batch batch = store.engine().begin()) {
                    batch.put(batch.createIndex("i" + round, null, Uniqueness.UNIQUE), new byte[100], 1);
                    batch.commit();
                }
                store.checkpoint();
            }
            assertThat(store.stats().waitingBlocks() + store.stats().freeBlocks())
                    .isPositive();
        }
        Stores.assertClean(disk);
        return disk;
    }
}
