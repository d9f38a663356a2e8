package org.artindex.storage;

import java.nio.ByteBuffer;
import org.artindex.CorruptionException;

/**
 * The header of a block.
 *
 * <table>
 * <caption>Block header, 64 bytes, little-endian</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>4</td><td>magic: "ARTB"</td></tr>
 * <tr><td>4</td><td>1</td><td>kind: 1 nodes, 2 catalog, 3 block table, 4 free</td></tr>
 * <tr><td>5</td><td>3</td><td>zero</td></tr>
 * <tr><td>8</td><td>8</td><td>block id</td></tr>
 * <tr><td>16</td><td>8</td><td>number of the checkpoint that wrote it</td></tr>
 * <tr><td>24</td><td>4</td><td>used bytes, this header included; the rest of the block is zero</td></tr>
 * <tr><td>28</td><td>4</td><td>zero</td></tr>
 * <tr><td>32</td><td>8</td><td>next block of the catalog or block table, -1 in the last and in other kinds</td></tr>
 * <tr><td>40</td><td>20</td><td>zero</td></tr>
 * <tr><td>60</td><td>4</td><td>CRC32C of the file's identity and of all other bytes of the block</td></tr>
 * </table>
 */
final class BlockFormat {
    static final int HEADER_SIZE = 64;

    static final int NODES = 1;
    static final int CATALOG = 2;
    static final int TABLE = 3;
    static final int FREE = 4;

    private static final int MAGIC = 0x4254_5241;
    private static final int KIND = 4;
    private static final int ID = 8;
    private static final int NUMBER = 16;
    private static final int USED = 24;
    private static final int NEXT = 32;
    private static final int CHECKSUM = 60;

    private BlockFormat() {}

    /** The name of a kind. */
    static String kindName(int kind) {
        return switch (kind) {
            case NODES -> "nodes";
            case CATALOG -> "catalog";
            case TABLE -> "block table";
            case FREE -> "free";
            default -> "unknown kind " + kind;
        };
    }

    /**
     * Writes the header of a block whose content is in place, and clears what follows it.
     *
     * @param block the whole block
     */
    static void seal(ByteBuffer block, FileIdentity identity, int kind, long id, long number, int used, long next) {
        for (int i = 0; i < HEADER_SIZE; i += Long.BYTES) {
            block.putLong(i, 0);
        }
        for (int i = used; i < block.limit(); i++) {
            block.put(i, (byte) 0);
        }
        block.putInt(0, MAGIC)
                .put(KIND, (byte) kind)
                .putLong(ID, id)
                .putLong(NUMBER, number)
                .putInt(USED, used)
                .putLong(NEXT, next);
        block.putInt(CHECKSUM, new Checksum().add(identity).over(block, CHECKSUM));
    }

    static int kind(ByteBuffer block) {
        return block.get(KIND);
    }

    static long number(ByteBuffer block) {
        return block.getLong(NUMBER);
    }

    static int used(ByteBuffer block) {
        return block.getInt(USED);
    }

    static long next(ByteBuffer block) {
        return block.getLong(NEXT);
    }

    /**
     * Proves that a block is whole and was written to this place of this file; its checksum comes before all else.
     *
     * @param place names file and block in messages
     * @throws CorruptionException when it is not
     */
    static void verify(ByteBuffer block, FileIdentity identity, long id, String place) {
        int expected = new Checksum().add(identity).over(block, CHECKSUM);
        int found = block.getInt(CHECKSUM);
        if (found != expected) {
            throw new CorruptionException(place + ": checksum is " + Integer.toHexString(found) + " but its bytes have "
                    + Integer.toHexString(expected));
        }
        expect(place, "magic", MAGIC, block.getInt(0));
        expect(place, "block id", id, block.getLong(ID));
        int used = used(block);
        if (used < HEADER_SIZE || used > block.limit()) {
            throw new CorruptionException(place + ": " + used + " used bytes in a block of " + block.limit());
        }
    }

    /**
     * Proves that a block is of the kind and of the checkpoint that are expected: a write that was lost leaves an older block in
     * place, whose checksum is right.
     */
    static void verifyWriting(ByteBuffer block, int kind, long number, String place) {
        if (kind(block) != kind) {
            throw new CorruptionException(
                    place + ": kind is " + kindName(kind(block)) + " where " + kindName(kind) + " is expected");
        }
        expect(place, "checkpoint number", number, number(block));
    }

    private static void expect(String place, String what, long expected, long found) {
        if (expected != found) {
            throw new CorruptionException(place + ": " + what + " is " + found + " where " + expected + " is expected");
        }
    }
}
