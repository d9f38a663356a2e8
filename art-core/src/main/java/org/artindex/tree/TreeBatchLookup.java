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

    /** The places of their keys in the group. */
    private final int[] places;

    private int count;

    /** What was found for each key of the group. */
    private final long[] values;

    private final boolean touchesWholeNodes;

    private TreeBatchLookup(NodeSpace space, int keys, boolean touchesWholeNodes) {
        int group = Math.min(GROUP, keys);
        this.space = space;
        this.touchesWholeNodes = touchesWholeNodes;
        this.values = new long[group];
        this.addresses = new long[group];
        this.kinds = new int[group];
        this.depths = new int[group];
        this.places = new int[group];
    }

    /** Makes a look-up in trees of a space, for at most so many keys at once. */
    public static TreeBatchLookup toRead(NodeSpace space, int keys) {
        return new TreeBatchLookup(space, keys, false);
    }

    /** Makes one that also asks for all lines of the nodes that absent keys would be added to. */
    public static TreeBatchLookup toChange(NodeSpace space, int keys) {
        return new TreeBatchLookup(space, keys, true);
    }

    /**
     * Finds the values of the keys from an index on to another one, and asks for the nodes of these values.
     *
     * @param keys of which at most {@link #GROUP}, and no more than this was made for, are looked up
     */
    public void find(long root, byte[][] keys, int from, int to) {
        count = 0;
        for (int index = from; index < to; index++) {
            values[index - from] = follow(root, keys[index], 0, index - from);
        }
        while (count > 0) {
            Memory.touchAll(addresses, count);
            step(keys, from);
        }
        touchValues(to - from);
    }

    /**
     * What was found for a key.
     *
     * @param place of the key among those looked up, from 0
     * @return a value pointer without the mark of an implied zero, or 0 where the key is absent
     */
    public long value(int place) {
        return values[place];
    }

    private void step(byte[][] keys, int from) {
        int underWay = count;
        count = 0;
        for (int i = 0; i < underWay; i++) {
            int place = places[i];
            byte[] key = keys[from + place];
            long address = addresses[i];
            int kind = kinds[i];
            int depth = depths[i];
            if (NodeType.isInner(kind)) {
                search(kind, address, key, depth, place);
            } else if (kind == SLOT) {
                values[place] = follow(Memory.getLong(address), key, depth, place);
            } else {
                int length = Prefix.length(address);
                if (Prefix.match(address, key, depth, key.length) == length) {
                    values[place] = follow(Memory.getLong(address), key, depth + length, place);
                }
            }
        }
    }

    /** Goes on in the slot of a child where there is one; a tail is read as the prefix node whose layout it has. */
    private void search(int type, long node, byte[] key, int depth, int place) {
        long slot = depth < key.length ? InnerNode.searchedSlot(type, node, key[depth] & 0xFF) : 0;
        if (slot != 0) {
            goOn(slot, NodeType.isTailed(type) ? NodeType.PREFIX16 : SLOT, depth + 1, place);
        } else if (touchesWholeNodes) {
            InnerNode.touchNode(node, type);
        }
    }

    /** Goes on below a pointer and returns 0, or returns the value it is. */
    private long follow(long pointer, byte[] key, int depth, int place) {
        int type = NodePointer.type(pointer);
        if (type <= NodeType.BITMAP) {
            return TreeLookup.endsAt(pointer, key.length - depth, depth < key.length ? key[depth] : 0);
        }
        long node = space.address(pointer);
        if (type != NodeType.NODE256) {
            goOn(node, type, depth, place);
        } else if (depth < key.length) {
            goOn(Node256.slot(node, key[depth] & 0xFF), SLOT, depth + 1, place);
        }
        return 0;
    }

    private void touchValues(int group) {
        for (int place = 0; place < group; place++) {
            if (!NodeType.isImmediate(NodePointer.type(values[place]))) {
                addresses[count++] = space.address(values[place]);
            }
        }
        Memory.touchAll(addresses, count);
    }

    private void goOn(long address, int kind, int depth, int place) {
        addresses[count] = address;
        kinds[count] = kind;
        depths[count] = depth;
        places[count++] = place;
    }
}
