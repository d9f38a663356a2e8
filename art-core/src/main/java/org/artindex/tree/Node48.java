package org.artindex.tree;

import org.artindex.memory.Memory;

/**
 * An inner node with up to 48 children, found by the rank of their key byte in a bitmap. NODE96 and the tailed ones have the same
 * layout with room for more or fewer.
 *
 * <table>
 * <caption>NODE48 and TAILED24, 424 bytes; TAILED32, 552 bytes; NODE96 and TAILED48, 808 bytes</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>2</td><td>count of children</td></tr>
 * <tr><td>2</td><td>2</td><td>zero</td></tr>
 * <tr><td>4</td><td>4</td><td>for each word of the bitmap the count of bits in the words before it</td></tr>
 * <tr><td>8</td><td>32</td><td>bitmap: bit b is set when there is a child for key byte b</td></tr>
 * <tr><td>40</td><td>384, 512 or 768</td><td>children in the order of their key bytes; unused ones zero</td></tr>
 * </table>
 *
 * <p>The paper's Node48 (Leis et al., "The Adaptive Radix Tree", 2013) has a table of 256 slot numbers instead; the bitmap
 * takes an eighth of it and keeps the children in order, so a scan need not look at 256 entries.
 */
final class Node48 {
    static final int CAPACITY = 48;
    static final int RANKS = 4;
    static final int BITMAP = 8;
    static final int CHILDREN = 40;

    private Node48() {}

    /** The position of the child for a key byte, negative where there is none. */
    static int position(long node, int key) {
        long word = Memory.getLong(node + BITMAP + (key >>> 6 << 3));
        if ((word >>> key & 1) == 0) {
            return -1;
        }
        return Memory.getByte(node + RANKS + (key >>> 6)) + rankInWord(word, key);
    }

    /** How many children have a smaller key byte. */
    static int rank(long node, int key) {
        long word = Memory.getLong(node + BITMAP + (key >>> 6 << 3));
        return Memory.getByte(node + RANKS + (key >>> 6)) + rankInWord(word, key);
    }

    /** The key byte of the child at a position. */
    static int keyAt(long node, int position) {
        int index = 3;
        while (Memory.getByte(node + RANKS + index) > position) {
            index--;
        }
        long word = Memory.getLong(node + BITMAP + (index << 3));
        for (int rank = Memory.getByte(node + RANKS + index); rank < position; rank++) {
            word &= word - 1;
        }
        return (index << 6) + Long.numberOfTrailingZeros(word);
    }

    /** Sets the bit of a key byte; the caller moves the children. */
    static void setBit(long node, int key) {
        long address = node + BITMAP + (key >>> 6 << 3);
        Memory.putLong(address, Memory.getLong(address) | 1L << key);
        addToRanks(node, key, 1);
    }

    /** Sets the bits of all key bytes of a zeroed node. */
    static void writeKeys(long node, byte[] keys, int from, int count) {
        for (int i = from; i < from + count; i++) {
            int key = keys[i] & 0xFF;
            long address = node + BITMAP + (key >>> 6 << 3);
            Memory.putLong(address, Memory.getLong(address) | 1L << key);
        }
        int rank = 0;
        for (int index = 0; index < 4; index++) {
            Memory.putByte(node + RANKS + index, rank);
            rank += Long.bitCount(Memory.getLong(node + BITMAP + (index << 3)));
        }
    }

    /** Clears the bit of a key byte; the caller moves the children. */
    static void clearBit(long node, int key) {
        long address = node + BITMAP + (key >>> 6 << 3);
        Memory.putLong(address, Memory.getLong(address) & ~(1L << key));
        addToRanks(node, key, -1);
    }

    /** The smallest key byte that has a child and is at least {@code key}, -1 where there is none. */
    static int ceilingKey(long node, int key) {
        if (key > 255) {
            return -1;
        }
        int index = key >>> 6;
        long word = Memory.getLong(node + BITMAP + (index << 3)) & -1L << key;
        while (word == 0) {
            if (++index == 4) {
                return -1;
            }
            word = Memory.getLong(node + BITMAP + (index << 3));
        }
        return (index << 6) + Long.numberOfTrailingZeros(word);
    }

    /** The largest key byte that has a child and is at most {@code key}, -1 where there is none. */
    static int floorKey(long node, int key) {
        if (key < 0) {
            return -1;
        }
        int index = key >>> 6;
        long word = Memory.getLong(node + BITMAP + (index << 3)) & -1L >>> (63 - (key & 63));
        while (word == 0) {
            if (--index < 0) {
                return -1;
            }
            word = Memory.getLong(node + BITMAP + (index << 3));
        }
        return (index << 6) + 63 - Long.numberOfLeadingZeros(word);
    }

    private static int rankInWord(long word, int key) {
        return Long.bitCount(word & (1L << key) - 1);
    }

    private static void addToRanks(long node, int key, int change) {
        for (int index = (key >>> 6) + 1; index < 4; index++) {
            Memory.putByte(node + RANKS + index, Memory.getByte(node + RANKS + index) + change);
        }
    }
}
