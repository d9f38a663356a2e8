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
 * <tr><td>0</td><td>1</td><td>count of row ids in this leaf, 1 to 4</td></tr>
 * <tr><td>1</td><td>3</td><td>zero</td></tr>
 * <tr><td>4</td><td>4</td><td>count of row ids in the chain from this leaf on</td></tr>
 * <tr><td>8</td><td>32</td><td>row ids, ascending; unused ones zero</td></tr>
 * <tr><td>40</td><td>8</td><td>pointer to the next leaf, 0 in the last</td></tr>
 * </table>
 *
 * <p>All leaves but the last are full and the row ids ascend through the chain, so equal sets have equal chains.
 */
final class Leaf {
    /** The most row ids of a chain; one more moves them behind a gate. */
    static final int CHAIN_CAPACITY = 16;

    private static final int CAPACITY = 4;
    private static final int CHAIN_COUNT = 4;
    private static final int ROWS = 8;

    private Leaf() {}

    /** Row ids in the chain that begins with a leaf. */
    static int chainCount(long leaf) {
        return Memory.getInt(leaf + CHAIN_COUNT);
    }

    /** The smallest row id of the chain that begins with a leaf. */
    static long first(long leaf) {
        return Memory.getLong(leaf + ROWS);
    }

    /** Reads the row ids of a chain and returns how many there are. */
    static int read(NodeSpace space, long chain, long[] rows) {
        int count = 0;
        long pointer = chain;
        while (pointer != 0) {
            long leaf = space.address(pointer);
            for (int i = 0, n = Memory.getByte(leaf); i < n; i++) {
                rows[count++] = Memory.getLong(leaf + ROWS + ((long) i << 3));
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
            for (int i = 0, n = Memory.getByte(leaf); i < n; i++) {
                if (Memory.getLong(leaf + ROWS + ((long) i << 3)) == row) {
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
        for (int from = 0; ; from += CAPACITY) {
            long address = NodePointer.slabAddress(leaf);
            long rest = Memory.getLong(address + NodeType.LEAF_NEXT);
            if (from + CAPACITY >= count) {
                release(space, rest);
                fill(address, rows, from, count, 0);
                return head;
            }
            leaf = own(space, rest);
            fill(address, rows, from, count, leaf);
        }
    }

    /** Writes a chain of row ids, its last leaf first. */
    static long build(NodeSink sink, long[] rows, int count) {
        long next = 0;
        for (int from = (count - 1) / CAPACITY * CAPACITY; from >= 0; from -= CAPACITY) {
            long leaf = sink.place(NodeType.LEAF);
            fill(sink.address(), rows, from, count, next);
            next = leaf;
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

    private static void fill(long leaf, long[] rows, int from, int count, long next) {
        int here = Math.min(CAPACITY, count - from);
        Memory.putLong(leaf, here | (long) (count - from) << 32);
        for (int i = 0; i < CAPACITY; i++) {
            Memory.putLong(leaf + ROWS + ((long) i << 3), i < here ? rows[from + i] : 0);
        }
        Memory.putLong(leaf + NodeType.LEAF_NEXT, next);
    }
}
