package org.artindex.postings;

import org.artindex.memory.Memory;
import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeSink;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.NodeType;

/**
 * A chain of leaves: the row ids of a key that has a few.
 *
 * <table>
 * <caption>Leaf, 48 bytes</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>1</td><td>count of row ids in this leaf</td></tr>
 * <tr><td>1</td><td>7</td><td>the smallest row id</td></tr>
 * <tr><td>8</td><td>1</td><td>count of row ids in the chain from this leaf on, up to 16</td></tr>
 * <tr><td>9</td><td>1</td><td>bytes of a difference: as many as the largest needs, 0 where there is none</td></tr>
 * <tr><td>10</td><td>30</td><td>differences of the other row ids to the smallest, ascending; unused bytes zero</td></tr>
 * <tr><td>40</td><td>8</td><td>pointer to the next leaf, 0 in the last</td></tr>
 * </table>
 *
 * <p>A leaf holds five row ids that lie anywhere, eight that are within 2^32 of each other, eleven within 2^24, sixteen within 2^16.
 * Each holds as many of those that are left as go in, and the row ids ascend through the chain, so equal sets have equal chains.
 */
final class Leaf {
    /** The most row ids of a chain; one more moves them behind a gate. */
    static final int CHAIN_CAPACITY = 16;

    private static final int CHAIN_COUNT = 8;
    private static final int WIDTH = 9;
    private static final int DIFFERENCES = 10;
    private static final int ROOM = NodeType.LEAF_NEXT - DIFFERENCES;

    private Leaf() {}

    /** Row ids in the chain that begins with a leaf. */
    static int chainCount(long leaf) {
        return Memory.getByte(leaf + CHAIN_COUNT);
    }

    /** Row ids in a leaf. */
    static int count(long leaf) {
        return Memory.getByte(leaf);
    }

    /** The smallest row id of the chain that begins with a leaf. */
    static long first(long leaf) {
        return Memory.getLong(leaf) >>> 8;
    }

    /** Bytes of a difference in a leaf. */
    static int width(long leaf) {
        return Memory.getByte(leaf + WIDTH);
    }

    /** The bytes that a difference needs. */
    static int widthOf(long difference) {
        return (Long.SIZE + 7 - Long.numberOfLeadingZeros(difference)) >>> 3;
    }

    /** Whether a leaf has room for so many differences up to a largest one. */
    static boolean fit(int differences, long largest) {
        return differences * widthOf(largest) <= ROOM;
    }

    /** The difference at an index, or any other bytes there. */
    static long difference(long leaf, int index, int width) {
        return Memory.getLong(leaf + DIFFERENCES + (long) index * width) & -1L >>> -(width << 3);
    }

    /** Whether all bytes after so many differences are zero. */
    static boolean isZeroAfter(long leaf, int differences, int width) {
        for (int i = differences * width; i < ROOM; i++) {
            if (Memory.getByte(leaf + DIFFERENCES + i) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Reads the row ids of a chain and returns how many there are. */
    static int read(NodeSpace space, long chain, long[] rows) {
        int count = 0;
        long pointer = chain;
        while (pointer != 0) {
            long leaf = space.address(pointer);
            long first = first(leaf);
            int width = width(leaf);
            rows[count++] = first;
            for (int i = 0, n = count(leaf) - 1; i < n; i++) {
                rows[count++] = first + difference(leaf, i, width);
            }
            pointer = Memory.getLong(leaf + NodeType.LEAF_NEXT);
        }
        return count;
    }

    /** Whether a chain holds a row id. */
    static boolean contains(NodeSpace space, long chain, long row) {
        long pointer = chain;
        while (pointer != 0) {
            long leaf = space.address(pointer);
            long wanted = row - first(leaf);
            if (wanted <= 0) {
                return wanted == 0;
            }
            int width = width(leaf);
            for (int i = 0, n = count(leaf) - 1; i < n; i++) {
                if (difference(leaf, i, width) == wanted) {
                    return true;
                }
            }
            pointer = Memory.getLong(leaf + NodeType.LEAF_NEXT);
        }
        return false;
    }

    /**
     * Makes a chain of row ids, over the leaves of the chain that it replaces where they are the batch's own.
     *
     * @param old the chain that is replaced, 0 for none
     */
    static long write(NodeSpace space, long old, long[] rows, int count) {
        long head = own(space, old);
        long leaf = head;
        int from = 0;
        while (true) {
            long address = NodePointer.slabAddress(leaf);
            long rest = Memory.getLong(address + NodeType.LEAF_NEXT);
            int end = endOfLeaf(rows, from, count);
            if (end == count) {
                release(space, rest);
                fill(address, rows, from, end, count, 0);
                return head;
            }
            leaf = own(space, rest);
            fill(address, rows, from, end, count, leaf);
            from = end;
        }
    }

    /** Whether a chain of one leaf has room for a row id after the others, with no change to these. */
    static boolean takesLast(long leaf, long row) {
        int count = count(leaf);
        int width = width(leaf);
        long difference = row - first(leaf);
        return count == chainCount(leaf)
                && count < CHAIN_CAPACITY
                && difference > difference(leaf, count - 2, width)
                && widthOf(difference) == width
                && fit(count, difference);
    }

    /** Adds a row id after the others to a chain of one leaf. */
    static void addLast(long leaf, long row) {
        int count = count(leaf);
        int width = width(leaf);
        Memory.putLong(leaf + DIFFERENCES + (count - 1L) * width, row - first(leaf));
        Memory.putByte(leaf, count + 1);
        Memory.putByte(leaf + CHAIN_COUNT, count + 1);
    }

    /** Writes a chain of row ids, its last leaf first. */
    static long build(NodeSink sink, long[] rows, int count) {
        int starts = 0;
        for (int from = 0; from < count; from = endOfLeaf(rows, from, count)) {
            starts |= 1 << from;
        }
        long next = 0;
        for (int end = count; end > 0; ) {
            int from = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(starts);
            long leaf = sink.place(NodeType.LEAF);
            fill(sink.address(), rows, from, end, count, next);
            next = leaf;
            starts &= ~(1 << from);
            end = from;
        }
        return next;
    }

    /** Releases all leaves of a chain. */
    static void release(NodeSpace space, long chain) {
        long pointer = chain;
        while (pointer != 0) {
            long next = Memory.getLong(space.address(pointer) + NodeType.LEAF_NEXT);
            space.release(pointer);
            pointer = next;
        }
    }

    private static long own(NodeSpace space, long leaf) {
        return leaf == 0 ? space.allocate(NodeType.LEAF) : space.own(leaf);
    }

    /** The index after the last row id that goes into a leaf which begins with the one at an index. */
    private static int endOfLeaf(long[] rows, int from, int count) {
        int end = from + 1;
        while (end < count && fit(end - from, rows[end] - rows[from])) {
            end++;
        }
        return end;
    }

    private static void fill(long leaf, long[] rows, int from, int end, int count, long next) {
        long first = rows[from];
        int width = widthOf(rows[end - 1] - first);
        Memory.zeroWords(leaf, NodeType.LEAF_NEXT);
        Memory.putLong(leaf, first << 8 | (end - from));
        Memory.putByte(leaf + CHAIN_COUNT, count - from);
        Memory.putByte(leaf + WIDTH, width);
        long place = leaf + DIFFERENCES;
        for (int i = from + 1; i < end; i++, place += width) {
            Memory.putLong(place, rows[i] - first);
        }
        Memory.putLong(leaf + NodeType.LEAF_NEXT, next);
    }
}
