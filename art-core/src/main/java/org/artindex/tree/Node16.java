package org.artindex.tree;

import org.artindex.memory.Memory;

/**
 * An inner node with up to 16 children, in the order of their key bytes.
 *
 * <table>
 * <caption>Node16, 152 bytes</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>2</td><td>count of children</td></tr>
 * <tr><td>2</td><td>6</td><td>zero</td></tr>
 * <tr><td>8</td><td>16</td><td>key bytes, ascending; unused ones zero</td></tr>
 * <tr><td>24</td><td>128</td><td>child pointers in the same order; unused ones zero</td></tr>
 * </table>
 */
final class Node16 {
    static final int SIZE = 152;
    static final int CAPACITY = 16;
    static final int KEYS = 8;
    static final int CHILDREN = 24;

    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;

    private Node16() {}

    /**
     * The slot address of a child, 0 where there is none.
     *
     * <p>Eight bytes are compared at once by the zero-byte test of Hacker's Delight 6-1; its lowest hit is exact, and an
     * unused zero byte can only be hit above a used one.
     */
    static long childSlot(long node, int key) {
        Memory.touch(node + 64);
        Memory.touch(node + 128);
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
        return position < Memory.getByte(node) ? node + CHILDREN + ((long) position << 3) : 0;
    }
}
