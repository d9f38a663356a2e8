package org.artindex.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;
import org.artindex.Batch;
import org.artindex.CorruptionException;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.IndexReader;
import org.artindex.Snapshot;
import org.artindex.Table;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;
import org.artindex.key.KeySchema;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DamageTest {
    private static final int BLOCK_SIZE = 4096;
    private static final int CAPACITY = 128 * 1024;
    private static final boolean DEEP = Boolean.getBoolean("art.deep");

    private static byte[] whole = new byte[0];
    private static Content content = Content.empty();

    @BeforeAll
    static void writeASmallStoreWithFreeBlocks() {
        SimulatedDisk disk = SimulatedDisk.formatted(BLOCK_SIZE, CAPACITY);
        try (Store store = Stores.open(disk)) {
            try (Batch batch = store.engine().begin()) {
                Table table = batch.createTable("t");
                KeySchema schema = KeySchema.of(Column.asc("n", ColumnType.INT32));
                Index index = batch.createIndex(table, "a", schema, Uniqueness.NOT_UNIQUE);
                for (long row = 0; row < 30; row++) {
                    batch.insertRow(table, row * 1000, index.key((int) row % 9 * 100_000));
                }
                batch.commit();
            }
            store.checkpoint();
            try (Batch batch = store.engine().begin()) {
                Index index = batch.createIndex("b", null, Uniqueness.UNIQUE);
                batch.put(index, Stores.key(1), 1);
                batch.put(index, Stores.key(2), 2);
                batch.commit();
            }
            store.checkpoint();
            content = Content.of(store.engine());
        }
        Stores.assertClean(disk);
        whole = disk.bytes();
        assertThat(Stores.check(disk).freeBlocks()).isGreaterThanOrEqualTo(3);
    }

    @Test
    void anySingleFlippedBitIsFoundAndNoLookUpIsWrong() {
        SimulatedDisk disk = SimulatedDisk.of(whole, CAPACITY);
        Random random = new Random(7);
        for (int position = 0; position < whole.length; position++) {
            boolean isDense = DEEP || position % BLOCK_SIZE < 160;
            for (int bit = isDense ? 0 : random.nextInt(60); bit < 8; bit++) {
                disk.flip(position, bit);
                assertThat(Stores.check(disk).isClean())
                        .as("bit %d of byte %d", bit, position)
                        .isFalse();
                if (bit == position % 8) {
                    assertRightOrRefused(disk);
                }
                disk.flip(position, bit);
            }
        }
        Stores.assertClean(disk);
    }

    @Test
    void aFlippedBitInOneHeaderSlotLosesNothingAndIsMendedWhenTheStoreIsOpenedForWriting() {
        for (int slot = 0; slot < 2; slot++) {
            for (int byteInSlot = 0; byteInSlot < 120; byteInSlot++) {
                SimulatedDisk disk = SimulatedDisk.of(whole, CAPACITY);
                disk.flip(slot * 4096L + byteInSlot, byteInSlot % 8);
                assertThat(Stores.check(disk).damages().get(0).place()).isEqualTo("header slot " + slot);
                try (Store store = Stores.open(disk)) {
                    assertThat(Content.of(store.engine())).isEqualTo(content);
                }
                assertThat(disk.bytes()).isEqualTo(whole);
            }
        }
    }

    @Test
    void aFileThatEndsEarlyIsRefused() {
        for (int length = 0; length < whole.length; length += DEEP || length < 200 ? 1 : 61) {
            SimulatedDisk disk = SimulatedDisk.of(Arrays.copyOf(whole, length), CAPACITY);
            assertThatThrownBy(() -> Stores.open(disk))
                    .as("length %d", length)
                    .isInstanceOf(length < 8 ? NotAStoreException.class : CorruptionException.class);
            if (length >= 8) {
                assertThat(Stores.check(disk).isClean()).isFalse();
            }
        }
    }

    @Test
    void bytesBehindTheLastBlockAreDamage() {
        SimulatedDisk disk = SimulatedDisk.of(Arrays.copyOf(whole, whole.length + 1), CAPACITY);
        assertThat(Stores.check(disk).damages()).hasSize(1);
    }

    @Test
    void aForeignFileIsNoStore() {
        byte[] foreign = new byte[20_000];
        new Random(3).nextBytes(foreign);
        for (byte[] bytes : new byte[][] {foreign, new byte[0], new byte[9000], "PK\3\4".getBytes()}) {
            SimulatedDisk disk = SimulatedDisk.of(bytes, CAPACITY);
            assertThatThrownBy(() -> Stores.open(disk)).isInstanceOf(NotAStoreException.class);
            assertThatThrownBy(() -> Stores.check(disk)).isInstanceOf(NotAStoreException.class);
            assertThat(disk.bytes()).isEqualTo(bytes);
        }
    }

    @Test
    void otherFormatsAndUnknownFeaturesAreRefusedByName() {
        for (int version : new int[] {1, 3}) {
            SimulatedDisk other = changedHeader(8, version, "");
            assertThatThrownBy(() -> Stores.open(other))
                    .isInstanceOf(UnsupportedFormatException.class)
                    .hasMessageContaining("version " + version);
        }
        SimulatedDisk feature = changedHeader(16, 4, "write-ahead log");
        assertThatThrownBy(() -> Stores.open(feature, Store.Access.READ_ONLY))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("write-ahead log");
        SimulatedDisk readable = changedHeader(24, 1, "host position");
        assertThatThrownBy(() -> Stores.open(readable))
                .isInstanceOf(UnsupportedFormatException.class)
                .hasMessageContaining("reading only")
                .hasMessageContaining("host position");
        try (Store store = Stores.open(readable, Store.Access.READ_ONLY)) {
            assertThat(Content.of(store.engine())).isEqualTo(content);
        }
    }

    @Test
    void damageInOneIndexLeavesTheOthersReadable() {
        SimulatedDisk disk = SimulatedDisk.formatted(BLOCK_SIZE, CAPACITY);
        try (Store store = Stores.open(disk)) {
            try (Batch batch = store.engine().begin()) {
                Index first = batch.createIndex("first", null, Uniqueness.NOT_UNIQUE);
                Index second = batch.createIndex("second", null, Uniqueness.NOT_UNIQUE);
                for (long i = 0; i < 400; i++) {
                    batch.put(first, Stores.key(i * 12345), i);
                    batch.put(second, Stores.key(i * 54321), i);
                }
                batch.commit();
            }
            store.checkpoint();
        }
        disk.flip(StoreHeader.BLOCKS_START + 70, 3);
        assertThat(Stores.check(disk).damages())
                .extracting(CheckReport.Damage::place)
                .contains("block 0", "index first")
                .doesNotContain("index second");
        try (Store store = Stores.open(disk);
                Snapshot snapshot = store.engine().snapshot()) {
            IndexReader first = snapshot.reader(snapshot.index("first"));
            assertThatThrownBy(() -> first.get(Stores.key(0)))
                    .isInstanceOf(CorruptionException.class)
                    .hasMessageContaining("simulated, block 0: checksum");
            IndexReader second = snapshot.reader(snapshot.index("second"));
            second.verify();
            assertThat(second.get(Stores.key(54321))).isEqualTo(1);
            try (Batch batch = store.engine().begin()) {
                batch.createTable("t");
                batch.commit();
            }
            assertThatThrownBy(store::checkpoint)
                    .isInstanceOf(CorruptionException.class)
                    .satisfies(e -> assertThat(e).hasMessageContaining("block 0"));
        }
    }

    @Test
    void aBlockOfAnOlderCheckpointInItsPlaceIsFoundThoughItsChecksumIsRight() throws IOException {
        SimulatedDisk disk = SimulatedDisk.of(whole, CAPACITY);
        byte[][] old = new byte[0][];
        for (int round = 0; round < 4; round++) {
            try (Store store = Stores.open(disk)) {
                if (round == 2) {
                    old = new byte[(int) store.stats().blockCount()][];
                    for (int id = 0; id < old.length; id++) {
                        old[id] = block(disk, id);
                    }
                }
                try (Batch batch = store.engine().begin()) {
                    batch.createIndex("x" + round, null, Uniqueness.UNIQUE);
                    batch.commit();
                }
                store.checkpoint();
            }
        }
        BlockMap map = StoreFile.openReadOnly(disk, "simulated").map();
        int found = 0;
        for (int id = 0; id < old.length; id++) {
            byte[] current = block(disk, id);
            if (!map.isFree(id) && !Arrays.equals(current, old[id])) {
                disk.put(StoreHeader.BLOCKS_START + (long) id * BLOCK_SIZE, old[id]);
                assertThat(Stores.check(disk).isClean()).as("block %d", id).isFalse();
                disk.put(StoreHeader.BLOCKS_START + (long) id * BLOCK_SIZE, current);
                found++;
            }
        }
        assertThat(found).isPositive();
    }

    @Test
    void anIndexOfAnotherKeyEncodingAsksForARebuild() {
        SimulatedDisk disk = SimulatedDisk.of(whole, CAPACITY);
        ByteBuffer bytes = ByteBuffer.wrap(whole.clone()).order(ByteOrder.LITTLE_ENDIAN);
        long fingerprint = KeySchema.of(Column.asc("n", ColumnType.INT32)).fingerprint();
        for (int at = 0; at < whole.length - 8; at++) {
            if (bytes.getLong(at) == fingerprint) {
                bytes.putLong(at, fingerprint + 1);
                seal(bytes, at / BLOCK_SIZE * BLOCK_SIZE);
            }
        }
        disk.put(0, bytes.array());
        assertThatThrownBy(() -> Stores.open(disk))
                .isInstanceOf(SchemaMismatchException.class)
                .hasMessageContaining("index a has to be rebuilt");
        assertThat(Stores.check(disk).damages()).hasSize(1);
    }

    @Test
    void aForgedFileWithRightChecksumsNeverLeadsTheCheckAstray() {
        Random random = new Random(11);
        ByteBuffer bytes = ByteBuffer.wrap(whole.clone()).order(ByteOrder.LITTLE_ENDIAN);
        long blocks = (whole.length - StoreHeader.BLOCKS_START) / BLOCK_SIZE;
        int found = 0;
        int rounds = DEEP ? 200_000 : 4_000;
        for (int round = 0; round < rounds; round++) {
            int block = (int) (StoreHeader.BLOCKS_START + random.nextInt((int) blocks) * BLOCK_SIZE);
            int used = bytes.getInt(block + 24);
            for (int i = random.nextInt(4); i >= 0; i--) {
                int at = block + 64 + random.nextInt(used - 64);
                bytes.put(at, (byte) (random.nextBoolean() ? random.nextInt() : 1 << random.nextInt(8)));
            }
            seal(bytes, block);
            try {
                found += Stores.check(SimulatedDisk.of(bytes.array(), CAPACITY)).isClean() ? 0 : 1;
            } catch (UnsupportedFormatException e) {
                assertThat(e).hasMessageContaining("catalog");
            }
            bytes.put(0, whole);
        }
        assertThat(found).isGreaterThan(rounds / 4);
    }

    private static void assertRightOrRefused(SimulatedDisk disk) {
        try (Store store = Stores.open(disk, Store.Access.READ_ONLY)) {
            assertThat(Content.of(store.engine())).isEqualTo(content);
        } catch (CorruptionException | UnsupportedFormatException refused) {
            assertThat(refused.getMessage()).contains("simulated");
        }
    }

    private static SimulatedDisk changedHeader(int offset, int value, String features) {
        ByteBuffer bytes = ByteBuffer.wrap(whole.clone()).order(ByteOrder.LITTLE_ENDIAN);
        for (int slot = 0; slot < 2; slot++) {
            ByteBuffer header = bytes.slice(slot * 4096, 4096).order(ByteOrder.LITTLE_ENDIAN);
            header.putInt(offset, value);
            header.put(256, features.getBytes());
            CRC32C crc = new CRC32C();
            crc.update(header.slice(0, 4092));
            header.putInt(4092, (int) crc.getValue());
        }
        return SimulatedDisk.of(bytes.array(), CAPACITY);
    }

    private static void seal(ByteBuffer bytes, int block) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.slice(32, 16));
        crc.update(bytes.slice(block, 60));
        crc.update(bytes.slice(block + 64, BLOCK_SIZE - 64));
        bytes.putInt(block + 60, (int) crc.getValue());
    }

    private static byte[] block(SimulatedDisk disk, int id) {
        int from = (int) StoreHeader.BLOCKS_START + id * BLOCK_SIZE;
        return Arrays.copyOfRange(disk.bytes(), from, from + BLOCK_SIZE);
    }
}
