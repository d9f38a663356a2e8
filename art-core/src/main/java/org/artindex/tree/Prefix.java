package org.artindex.tree;

import org.artindex.memory.Memory;

/**
 * Key bytes that all keys below share, in nodes of five sizes; longer runs take a chain of them.
 *
 * <table>
 * <caption>Prefix node of 16, 24, 32, 64 or 128 bytes</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>8</td><td>child pointer</td></tr>
 * <tr><td>8</td><td>1</td><td>count of key bytes, 1 to size - 9</td></tr>
 * <tr><td>9</td><td>size - 9</td><td>key bytes; unused ones zero</td></tr>
 * </table>
 *
 * <p>A chain has one form: every node but the last is a full PREFIX128, and the last is of the smallest size that holds the
 * rest. A last byte 00 before a value is not stored but implied by a mark in the value's pointer.
 */
final class Prefix {
    /** The most key bytes of one node. */
    static final int CAPACITY = 119;

    /** The most key bytes of a node of 16 bytes, and of a tail. */
    static final int TAIL_CAPACITY = 7;

    static final int CHILD = 0;

    private static final int LENGTH = 8;
    private static final int BYTES = 9;
    private static final int FIRST_WORD_BYTES = 7;

    private Prefix() {}

    /** Key bytes in the node. */
    static int length(long node) {
        return Memory.getByte(node + LENGTH);
    }

    /** The key byte at an index. */
    static int byteAt(long node, int index) {
        return Memory.getByte(node + BYTES + index);
    }

    /** The first seven key bytes, the first one highest. */
    static long leftAlignedFirstWord(long node) {
        return Long.reverseBytes(Memory.getLong(node + LENGTH)) << 8;
    }

    /** How many of the node's bytes equal those of the key from {@code depth} to {@code keyLength}. */
    static int match(long node, byte[] key, int depth, int keyLength) {
        long first = Memory.getLong(node + LENGTH);
        int limit = Math.min((int) first & 0xFF, keyLength - depth);
        long difference = first >>> 8 ^ (KeyBytes.word(key, depth) & -1L >>> 8);
        if (difference != 0) {
            return Math.min(Long.numberOfTrailingZeros(difference) >>> 3, limit);
        }
        for (int i = FIRST_WORD_BYTES; i < limit; i += Long.BYTES) {
            difference = Memory.getLong(node + BYTES + i) ^ KeyBytes.word(key, depth + i);
            if (difference != 0) {
                return Math.min(i + (Long.numberOfTrailingZeros(difference) >>> 3), limit);
            }
        }
        return limit;
    }

    /** Copies the key bytes to a buffer that has {@link KeyBytes#SLACK} bytes behind them. */
    static void copyTo(long node, int length, byte[] buffer, int index) {
        KeyBytes.putWord(buffer, index, Memory.getLong(node + LENGTH) >>> 8);
        for (int i = FIRST_WORD_BYTES; i < length; i += Long.BYTES) {
            KeyBytes.putWord(buffer, index + i, Memory.getLong(node + BYTES + i));
        }
    }

    /** Key bytes that a node of this type has room for. */
    static int capacity(int type) {
        return NodeType.size(type) - BYTES;
    }

    /** The smallest type that holds a number of key bytes. */
    static int typeFor(int length) {
        int type = NodeType.PREFIX16;
        while (capacity(type) < length) {
            type++;
        }
        return type;
    }

    /** Makes a node of 16 bytes, or a tail, hold key bytes; at most seven. */
    static void setTail(long node, byte[] bytes, int from, int to) {
        int length = to - from;
        long word = length == 0 ? 0 : KeyBytes.word(bytes, from) & -1L >>> (64 - (length << 3));
        Memory.putLong(node + LENGTH, word << 8 | length);
    }

    /** Cuts the key bytes of a tail down to the first few. */
    static void cutTail(long node, int length) {
        long word = Memory.getLong(node + LENGTH);
        Memory.putLong(node + LENGTH, length == 0 ? 0 : (word & -1L >>> (56 - (length << 3)) & -1L << 8) | length);
    }

    /**
     * Makes the chain for the key bytes from {@code from} to {@code to} above a pointer.
     *
     * @return the pointer to put in place of {@code below}: itself where there are no bytes
     */
    static long chain(NodeSink sink, byte[] bytes, int from, int to, long below) {
        long pointer = below;
        int end = to;
        int start = end > from ? from + (end - from - 1) / CAPACITY * CAPACITY : from;
        while (end > from) {
            int type = typeFor(end - start);
            long node = sink.place(type);
            long address = sink.address();
            if (type == NodeType.PREFIX16) {
                setTail(address, bytes, start, end);
            } else {
                Memory.zeroWords(address, NodeType.size(type));
                Memory.putByte(address + LENGTH, end - start);
                Memory.copyFromArray(bytes, start, address + BYTES, end - start);
            }
            Memory.putLong(address + CHILD, pointer);
            pointer = node;
            end = start;
            start -= CAPACITY;
        }
        return pointer;
    }
}
