package org.artindex.tree;

import org.artindex.memory.Memory;

/**
 * Finds the value of a key. Allocates nothing and writes nothing; any number of threads may look up in a tree that is not
 * being changed.
 */
public final class TreeLookup {
    private TreeLookup() {}

    /**
     * Finds the value of the key in the first {@code length} bytes of an array.
     *
     * @return a value pointer without the mark of an implied zero, or 0 where the key is absent
     */
    public static long find(NodeSpace space, long root, byte[] key, int length) {
        if (length <= Long.BYTES) {
            return find(space, root, KeyBytes.leftAligned(key, length), length);
        }
        long pointer = root;
        int depth = 0;
        while (true) {
            int type = NodePointer.type(pointer);
            if (type <= NodeType.BITMAP) {
                return endsAt(pointer, length - depth, depth < length ? key[depth] : 0);
            }
            long node = space.address(pointer);
            if (NodeType.isInner(type)) {
                long slot = depth < length ? InnerNode.childSlot(type, node, key[depth] & 0xFF) : 0;
                if (slot == 0) {
                    return 0;
                }
                depth++;
                if (NodeType.isTailed(type)) {
                    int count = Prefix.length(slot);
                    if (Prefix.match(slot, key, depth, length) < count) {
                        return 0;
                    }
                    depth += count;
                }
                pointer = Memory.getLong(slot);
            } else {
                int count = Prefix.length(node);
                if (Prefix.match(node, key, depth, length) < count) {
                    return 0;
                }
                depth += count;
                pointer = Memory.getLong(node + Prefix.CHILD);
            }
        }
    }

    /**
     * Finds the value of a key of at most eight bytes.
     *
     * @param key the key's bytes, the first one highest
     * @param length bytes of the key, 0 to 8
     * @return a value pointer without the mark of an implied zero, or 0 where the key is absent
     */
    public static long find(NodeSpace space, long root, long key, int length) {
        long pointer = root;
        long rest = key;
        int remaining = length;
        while (true) {
            int type = NodePointer.type(pointer);
            if (type <= NodeType.BITMAP) {
                return endsAt(pointer, remaining, (byte) (rest >>> 56));
            }
            long node = space.address(pointer);
            if (NodeType.isInner(type)) {
                long slot = remaining > 0 ? InnerNode.childSlot(type, node, (int) (rest >>> 56)) : 0;
                if (slot == 0) {
                    return 0;
                }
                rest <<= 8;
                remaining--;
                if (NodeType.isTailed(type)) {
                    int count = Prefix.length(slot);
                    if (count > 0) {
                        if (count > remaining || !matches(slot, count, rest)) {
                            return 0;
                        }
                        rest <<= count << 3;
                        remaining -= count;
                    }
                }
                pointer = Memory.getLong(slot);
            } else {
                int count = Prefix.length(node);
                if (count > remaining || !matches(node, count, rest)) {
                    return 0;
                }
                pointer = Memory.getLong(node + Prefix.CHILD);
                rest = count == Long.BYTES ? 0 : rest << (count << 3);
                remaining -= count;
            }
        }
    }

    /**
     * The smallest key of a tree that is not empty and whose keys have at most eight bytes.
     *
     * @return the key's bytes, the first one highest
     */
    public static long firstKey(NodeSpace space, long root) {
        long key = 0;
        int bits = 0;
        long pointer = root;
        while (!NodePointer.isValue(pointer)) {
            int type = NodePointer.type(pointer);
            long prefix = space.address(pointer);
            if (NodeType.isInner(type)) {
                int step = InnerNode.first(type, prefix);
                key |= (step & 0xFFL) << (56 - bits);
                bits += 8;
                prefix = InnerNode.slotAt(type, prefix, step >> 8);
            }
            if (!NodeType.isInner(type) || NodeType.isTailed(type)) {
                key |= Prefix.leftAlignedFirstWord(prefix) >>> bits;
                bits += Prefix.length(prefix) << 3;
            }
            pointer = Memory.getLong(prefix);
        }
        return key;
    }

    private static boolean matches(long node, int count, long rest) {
        long difference = Prefix.leftAlignedFirstWord(node) ^ rest;
        if (count < Long.BYTES) {
            return difference >>> (64 - (count << 3)) == 0;
        }
        return difference >>> 8 == 0 && Prefix.byteAt(node, 7) == (int) (rest & 0xFF);
    }

    /** The value at the end of a descent, 0 where the key goes on or its last byte differs from an implied one. */
    static long endsAt(long pointer, int remaining, byte next) {
        if (NodePointer.impliesZero(pointer)) {
            return remaining == 1 && next == 0 ? NodePointer.withoutImpliedZero(pointer) : 0;
        }
        return remaining == 0 ? pointer : 0;
    }
}
