package org.artindex.storage;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.artindex.CorruptionException;

/**
 * What a header slot says.
 *
 * <table>
 * <caption>Header slot, 4096 bytes, little-endian</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>8</td><td>magic: "ARTINDEX"</td></tr>
 * <tr><td>8</td><td>4</td><td>format version, 2</td></tr>
 * <tr><td>12</td><td>4</td><td>block size</td></tr>
 * <tr><td>16</td><td>8</td><td>features without which the file cannot be read; none are defined yet</td></tr>
 * <tr><td>24</td><td>8</td><td>features without which the file cannot be written; none are defined yet</td></tr>
 * <tr><td>32</td><td>16</td><td>identity of the file</td></tr>
 * <tr><td>48</td><td>8</td><td>number of the checkpoint, 0 for a new file</td></tr>
 * <tr><td>56</td><td>8</td><td>count of blocks</td></tr>
 * <tr><td>64</td><td>8</td><td>first block of the catalog, -1 for none</td></tr>
 * <tr><td>72</td><td>8</td><td>bytes of the catalog</td></tr>
 * <tr><td>80</td><td>8</td><td>first block of the block table, -1 for none</td></tr>
 * <tr><td>88</td><td>8</td><td>bytes of the block table</td></tr>
 * <tr><td>96</td><td>4</td><td>state: 0 closed, 1 being written</td></tr>
 * <tr><td>100</td><td>28</td><td>zero</td></tr>
 * <tr><td>128</td><td>128</td><td>kept for the position of the host and of the log; zero</td></tr>
 * <tr><td>256</td><td>512</td><td>names of the features that are set, ASCII, separated by commas, padded with zeros: an older version can
 *     say what it does not know</td></tr>
 * <tr><td>768</td><td>3324</td><td>zero</td></tr>
 * <tr><td>4092</td><td>4</td><td>CRC32C of the bytes before</td></tr>
 * </table>
 *
 * <p>Magic, version, names and checksum stand at the same place in all versions to come.
 */
record StoreHeader(
        int blockSize,
        FileIdentity identity,
        long number,
        long blockCount,
        long catalogBlock,
        long catalogSize,
        long tableBlock,
        long tableSize,
        State state) {

    static final int SIZE = 4096;
    static final int FORMAT_VERSION = 2;
    static final long NO_BLOCK = -1;

    /** Where the first block begins. */
    static final long BLOCKS_START = 2L * SIZE;

    /** "ARTINDEX" as a little-endian number. */
    static final long MAGIC = 0x5845_444E_4954_5241L;

    private static final int VERSION = 8;
    private static final int BLOCK_SIZE = 12;
    private static final int READ_FEATURES = 16;
    private static final int WRITE_FEATURES = 24;
    private static final int IDENTITY = 32;
    private static final int NUMBER = 48;
    private static final int BLOCK_COUNT = 56;
    private static final int CATALOG_BLOCK = 64;
    private static final int CATALOG_SIZE = 72;
    private static final int TABLE_BLOCK = 80;
    private static final int TABLE_SIZE = 88;
    private static final int STATE = 96;
    private static final int FEATURE_NAMES = 256;
    private static final int FEATURE_NAMES_SIZE = 512;
    private static final int CHECKSUM = SIZE - Checksum.SIZE;

    /** Whether every block, free ones too, is known to be whole. */
    enum State {
        /** No checkpoint was under way when the file was last closed. */
        CLOSED(0),
        /** A checkpoint may have left free blocks torn. */
        BEING_WRITTEN(1);

        final int code;

        State(int code) {
            this.code = code;
        }
    }

    /** The header of a new file. */
    static StoreHeader ofNewFile(int blockSize, FileIdentity identity) {
        return new StoreHeader(blockSize, identity, 0, 0, NO_BLOCK, 0, NO_BLOCK, 0, State.CLOSED);
    }

    StoreHeader withState(State newState) {
        return new StoreHeader(
                blockSize, identity, number, blockCount, catalogBlock, catalogSize, tableBlock, tableSize, newState);
    }

    /** Where a block begins in the file. */
    long position(long block) {
        return BLOCKS_START + block * blockSize;
    }

    /** Bytes of a file that ends with its last block. */
    long extent() {
        return position(blockCount);
    }

    ByteBuffer encode() {
        ByteBuffer slot = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);
        slot.putLong(0, MAGIC)
                .putInt(VERSION, FORMAT_VERSION)
                .putInt(BLOCK_SIZE, blockSize)
                .putLong(NUMBER, number)
                .putLong(BLOCK_COUNT, blockCount)
                .putLong(CATALOG_BLOCK, catalogBlock)
                .putLong(CATALOG_SIZE, catalogSize)
                .putLong(TABLE_BLOCK, tableBlock)
                .putLong(TABLE_SIZE, tableSize)
                .putInt(STATE, state.code);
        identity.put(slot, IDENTITY);
        slot.putInt(CHECKSUM, new Checksum().over(slot, CHECKSUM));
        return slot;
    }

    /** Whether bytes begin as a header slot does. */
    static boolean hasMagic(ByteBuffer slot) {
        return slot.limit() >= Long.BYTES && slot.getLong(0) == MAGIC;
    }

    /**
     * Reads a header slot.
     *
     * @param place names the slot in messages
     * @throws NotAStoreException when it does not begin with the magic
     * @throws CorruptionException when it is damaged
     * @throws UnsupportedFormatException when it cannot be read by this version
     */
    static StoreHeader decode(ByteBuffer slot, String place) {
        if (!hasMagic(slot)) {
            throw new NotAStoreException(place + " does not begin with the magic of an index file");
        }
        int expected = new Checksum().over(slot, CHECKSUM);
        if (slot.getInt(CHECKSUM) != expected) {
            throw new CorruptionException(place + ": checksum is " + Integer.toHexString(slot.getInt(CHECKSUM))
                    + " but its bytes have " + Integer.toHexString(expected));
        }
        int version = slot.getInt(VERSION);
        if (version != FORMAT_VERSION) {
            throw new UnsupportedFormatException(
                    place + ": format version " + version + "; this version reads " + FORMAT_VERSION);
        }
        if (slot.getLong(READ_FEATURES) != 0) {
            throw new UnsupportedFormatException(place + ": needs features that this version does not know: "
                    + featureNames(slot, slot.getLong(READ_FEATURES)));
        }
        return read(slot, place);
    }

    /**
     * Refuses a header slot that may be read, but not replaced by this version.
     *
     * @throws UnsupportedFormatException when it is such a one
     */
    static void checkWritable(ByteBuffer slot, String place) {
        long unknown = slot.getLong(WRITE_FEATURES);
        if (unknown != 0) {
            throw new UnsupportedFormatException(
                    place + ": can be opened for reading only, since it has features that this"
                            + " version does not know: " + featureNames(slot, unknown));
        }
    }

    private static StoreHeader read(ByteBuffer slot, String place) {
        StoreHeader header = new StoreHeader(
                slot.getInt(BLOCK_SIZE),
                FileIdentity.get(slot, IDENTITY),
                slot.getLong(NUMBER),
                slot.getLong(BLOCK_COUNT),
                slot.getLong(CATALOG_BLOCK),
                slot.getLong(CATALOG_SIZE),
                slot.getLong(TABLE_BLOCK),
                slot.getLong(TABLE_SIZE),
                slot.getInt(STATE) == State.CLOSED.code ? State.CLOSED : State.BEING_WRITTEN);
        boolean sound = StoreOptions.isBlockSize(header.blockSize)
                && header.number >= 0
                && header.blockCount >= 0
                && header.blockCount <= BlockMap.MAX_BLOCKS
                && header.isChain(header.catalogBlock, header.catalogSize)
                && header.isChain(header.tableBlock, header.tableSize)
                && header.tableSize == header.blockCount * BlockMap.ENTRY_SIZE;
        if (!sound) {
            throw new CorruptionException(place + ": impossible values: " + header);
        }
        return header;
    }

    private boolean isChain(long block, long size) {
        return size == 0
                ? block == NO_BLOCK
                : block >= 0 && block < blockCount && size > 0 && size <= blockCount * blockSize;
    }

    private static String featureNames(ByteBuffer slot, long bits) {
        byte[] bytes = new byte[FEATURE_NAMES_SIZE];
        slot.get(FEATURE_NAMES, bytes);
        String names = new String(bytes, StandardCharsets.US_ASCII).trim();
        return names.isEmpty() ? "bits " + Long.toBinaryString(bits) : names;
    }
}
