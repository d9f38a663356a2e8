package org.artindex.tree;

import org.artindex.memory.Memory;

/**
 * An inner node with 2 to 4 children, in the order of their key bytes.
 *
 * <table>
 * <caption>NODE4, 40 bytes; TAILED4, 72 bytes</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>2</td><td>count of children</td></tr>
 * <tr><td>2</td><td>2</td><td>zero</td></tr>
 * <tr><td>4</td><td>4</td><td>key bytes, ascending; unused ones zero</td></tr>
 * <tr><td>8</td><td>32 or 64</td><td>children in the same order; unused ones zero</td></tr>
 * </table>
 */
final class Node4 {
    static final int CAPACITY = 4;
    static final int KEYS = 4;
    static final int CHILDREN = 8;

    private static final int ONES = 0x01010101;
    private static final int HIGHS = 0x80808080;

    private Node4() {}

    /** The position of the child for a key byte, negative where there is none. */
    static int position(long node, int key) {
        long header = Memory.getLong(node);
        int difference = (int) (header >>> 32) ^ key * ONES;
        int zeros = difference - ONES & ~difference & HIGHS;
        int position = Integer.numberOfTrailingZeros(zeros) >>> 3;
        return position < (header & 0xFFFF) ? position : -1;
    }

    /** Adds a key byte to {@code count} others and returns its rank. */
    static int addKey(long node, int count, int key) {
        int rank = count;
        while (rank > 0 && Memory.getByte(node + KEYS + rank - 1) > key) {
            Memory.putByte(node + KEYS + rank, Memory.getByte(node + KEYS + rank - 1));
            rank--;
        }
        Memory.putByte(node + KEYS + rank, key);
        return rank;
    }
}
