package org.artindex.tree;

import org.artindex.memory.Memory;

/**
 * An inner node with up to 16 children, in the order of their key bytes. NODE8 and TAILED8 have the same layout with room for 8.
 *
 * <table>
 * <caption>NODE8, 88 bytes; TAILED8 and NODE16, 152 bytes; TAILED16, 280 bytes</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>2</td><td>count of children</td></tr>
 * <tr><td>2</td><td>6</td><td>zero</td></tr>
 * <tr><td>8</td><td>16</td><td>key bytes, ascending; unused ones zero</td></tr>
 * <tr><td>24</td><td>64, 128 or 256</td><td>children in the same order; unused ones zero</td></tr>
 * </table>
 */
final class Node16 {
    static final int CAPACITY = 16;
    static final int KEYS = 8;
    static final int CHILDREN = 24;

    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;

    private Node16() {}

    /**
     * The position of the child for a key byte, negative where there is none.
     *
     * <p>Eight bytes are compared at once by the zero-byte test of Hacker's Delight 6-1; its lowest hit is exact, and an
     * unused zero byte can only be hit above a used one.
     */
    static int position(long node, int key) {
        long pattern = key * ONES;
        long low = Memory.getLong(node + KEYS) ^ pattern;
        long high = Memory.getLong(node + KEYS + 8) ^ pattern;
        long zeros = low - ONES & ~low & HIGHS;
        int position;
        if (zeros != 0) {
            position = Long.numberOfTrailingZeros(zeros) >>> 3;
        } else {
            zeros = high - ONES & ~high & HIGHS;
            position = 8 + (Long.numberOfTrailingZeros(zeros) >>> 3);
        }
        return position < Memory.getShort(node) ? position : -1;
    }

    /** How many key bytes are smaller. */
    static int rank(long node, int count, int key) {
        long pattern = key * ONES;
        long low = smaller(Memory.getLong(node + KEYS), pattern) & lowest(count);
        long high = smaller(Memory.getLong(node + KEYS + 8), pattern) & lowest(count - 8);
        return Long.bitCount(low) + Long.bitCount(high);
    }

    /** Adds a key byte to {@code count} others and returns its rank. */
    static int addKey(long node, int count, int key) {
        int rank = rank(node, count, key);
        long low = Memory.getLong(node + KEYS);
        long high = Memory.getLong(node + KEYS + 8);
        if (rank < 8) {
            Memory.putLong(node + KEYS, insert(low, rank, key));
            Memory.putLong(node + KEYS + 8, high << 8 | low >>> 56);
        } else {
            Memory.putLong(node + KEYS + 8, insert(high, rank - 8, key));
        }
        return rank;
    }

    /** The high bit of each byte that is smaller, unsigned, than that of the pattern; Hacker's Delight 2-18. */
    private static long smaller(long bytes, long pattern) {
        long lowBitsAtLeast = (bytes | HIGHS) - (pattern & ~HIGHS);
        return ((~bytes & pattern) | (~(bytes ^ pattern) & ~lowBitsAtLeast)) & HIGHS;
    }

    /** Puts a byte before those from an index on; the last one is lost. */
    private static long insert(long bytes, int index, int key) {
        long before = lowest(index);
        return (bytes & before) | (long) key << (index << 3) | (bytes & ~before) << 8;
    }

    /** Ones in the first so many bytes, none for negative numbers. */
    private static long lowest(int count) {
        return count >= 8 ? -1L : count <= 0 ? 0 : -1L >>> (64 - (count << 3));
    }
}
