package org.artindex.tree;

import org.artindex.memory.Memory;

/**
 * Finds the values of many keys at once, in groups whose descents are interleaved: the cache misses of a group overlap, where those of
 * one descent wait for each other.
 *
 * <p>All descents of a group take one step, then the lines that the next step of each reads are asked for together, and so on until
 * none is left. A step either finds the slot of a child in a node, or follows the pointer in a slot; so a line is only asked for when
 * its address is known, and none that is not read.
 *
 * <p>Source: group prefetching of Chen, Ailamaki, Gibbons, Mowry, "Improving Hash Join Performance through Prefetching", ICDE 2004.
 *
 * <p>Allocates nothing but the arrays of its own, and writes no node. Not thread-safe: a thread takes one of its own.
 */
public final class TreeBatchLookup {
    /** The most descents that go down together: what they read must stay in the first cache. */
    public static final int GROUP = 64;

    /** A step that reads the pointer at the address; a prefix node or a tail is read by its own type, any other node is searched. */
    private static final int SLOT = 0;

    private final NodeSpace space;

    /** What the descents under way read next, and how. */
    private final long[] addresses;

    private final int[] kinds;
    private final int[] depths;

    /** The indexes of their keys. */
    private final int[] indexes;

    private int count;

    /** Makes a look-up in trees of a space, for at most so many keys at once. */
    public TreeBatchLookup(NodeSpace space, int keys) {
        int group = Math.min(GROUP, keys);
        this.space = space;
        this.addresses = new long[group];
        this.kinds = new int[group];
        this.depths = new int[group];
        this.indexes = new int[group];
    }

    /**
     * Finds the values of the keys from an index on to another one, and asks for the nodes of these values.
     *
     * @param keys of which at most {@link #GROUP}, and no more than this was made for, are looked up
     * @param values gets, at the index of each key, a value pointer without the mark of an implied zero, or 0 where the key is absent
     */
    public void find(long root, byte[][] keys, int from, int to, long[] values) {
        count = 0;
        for (int index = from; index < to; index++) {
            values[index] = follow(root, keys[index], 0, index);
        }
        while (count > 0) {
            Memory.touchAll(addresses, count);
            step(keys, values);
        }
        touchValues(values, from, to);
    }

    private void step(byte[][] keys, long[] values) {
        int underWay = count;
        count = 0;
        for (int i = 0; i < underWay; i++) {
            int index = indexes[i];
            byte[] key = keys[index];
            long address = addresses[i];
            int kind = kinds[i];
            int depth = depths[i];
            if (NodeType.isInner(kind)) {
                values[index] = search(kind, address, key, depth, index);
                continue;
            }
            if (kind != SLOT) {
                int length = Prefix.length(address);
                if (Prefix.match(address, key, depth, key.length) < length) {
                    values[index] = 0;
                    continue;
                }
                depth += length;
            }
            values[index] = follow(Memory.getLong(address), key, depth, index);
        }
    }

    /** Goes on in the slot of a child where there is one; a tail is read as the prefix node whose layout it has. Returns no value. */
    private long search(int type, long node, byte[] key, int depth, int index) {
        long slot = depth < key.length ? InnerNode.searchedSlot(type, node, key[depth] & 0xFF) : 0;
        if (slot != 0) {
            goOn(slot, NodeType.isTailed(type) ? NodeType.PREFIX16 : SLOT, depth + 1, index);
        }
        return 0;
    }

    /** Goes on below a pointer, or returns the value it is. */
    private long follow(long pointer, byte[] key, int depth, int index) {
        int type = NodePointer.type(pointer);
        if (type <= NodeType.BITMAP) {
            return TreeLookup.endsAt(pointer, key.length - depth, depth < key.length ? key[depth] : 0);
        }
        long node = space.address(pointer);
        if (type != NodeType.NODE256) {
            goOn(node, type, depth, index);
        } else if (depth < key.length) {
            goOn(Node256.slot(node, key[depth] & 0xFF), SLOT, depth + 1, index);
        }
        return 0;
    }

    private void touchValues(long[] values, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!NodeType.isImmediate(NodePointer.type(values[i]))) {
                addresses[count++] = space.address(values[i]);
            }
        }
        Memory.touchAll(addresses, count);
    }

    private void goOn(long address, int kind, int depth, int index) {
        addresses[count] = address;
        kinds[count] = kind;
        depths[count] = depth;
        indexes[count++] = index;
    }
}
