package org.artindex.tree;

import java.util.Arrays;
import org.artindex.InvalidKeyException;
import org.artindex.memory.Memory;

/**
 * Changes trees copy-on-write: {@link #locate} a key, then {@link #put} or {@link #delete} its value.
 *
 * <p>A tree is known by the address of its root slot, which holds the pointer to its root, 0 while it is empty. Locating
 * only reads. A change first makes the path to its place the batch's own, copying each node that is not fresh, so the
 * nodes that snapshots see are never touched; within a batch that happens to a node once. Every child is reached by the
 * address of the slot that holds its pointer, so replacing a node is one store.
 *
 * <p>No method recurses. Not thread-safe: used by the writer alone.
 */
public final class TreeWriter {
    private static final int EMPTY = 0;
    private static final int AT_VALUE = 1;
    private static final int AT_NODE = 2;
    private static final int IN_PREFIX = 3;
    private static final int AT_IMPLIED_ZERO = 4;
    private static final int NOT_PREFIX_FREE = 5;

    private final NodeSpace space;
    private byte[] path = new byte[64];
    private int pathLength;

    private byte[] key = path;
    private int length;
    private long rootSlot;

    /** Where the key was found or left the tree: what is there, and how many of a prefix's bytes match. */
    private int place;

    private long slot;
    private int depth;
    private int matched;

    /** The first slot on the path whose node is not fresh, 0 where all are. */
    private long sharedSlot;

    private int sharedDepth;

    /** The deepest inner node passed, 0 for none, and where the compressed paths above and below it begin. */
    private long nodeSlot;

    private int nodeDepth;
    private long pathSlot;
    private long tailSlot;

    /** Makes a writer for trees in a space. */
    public TreeWriter(NodeSpace space) {
        this.space = space;
    }

    /**
     * Looks for a key; the key's array must not change until the put or delete that follows.
     *
     * @param rootSlot the address of the tree's root pointer
     * @param key holds the key in its first {@code length} bytes
     * @return its value without the mark of an implied zero, or 0 where it is absent
     */
    public long locate(long rootSlot, byte[] key, int length) {
        this.rootSlot = rootSlot;
        this.key = key;
        this.length = length;
        return descend();
    }

    /**
     * Gives the located key a value, in place of the one it has.
     *
     * @param value a value pointer without the mark of an implied zero
     * @throws InvalidKeyException when the key begins with another key of the tree, or the other way round
     * @throws org.artindex.MemoryLimitException when memory runs out: the tree is still whole, the key may be missing
     */
    public void put(long value) {
        if (place == NOT_PREFIX_FREE) {
            throw new InvalidKeyException("the keys of an index must be prefix-free: a key of " + length
                    + " bytes and one in the index agree in the first " + Math.min(length, depth + matched));
        }
        ownPath();
        switch (place) {
            case EMPTY -> Memory.putLong(slot, Prefix.chain(space, key, 0, length, value));
            case AT_VALUE ->
                Memory.putLong(
                        slot,
                        NodePointer.impliesZero(Memory.getLong(slot)) ? NodePointer.withImpliedZero(value) : value);
            case AT_NODE ->
                InnerNode.insert(space, slot, key[depth] & 0xFF, Prefix.chain(space, key, depth + 1, length, value));
            case IN_PREFIX -> splitPrefix(value);
            default -> splitImpliedZero(value);
        }
    }

    /** Removes the located key, which must be present; its value's nodes are the caller's to release. */
    public void delete() {
        assert place == AT_VALUE;
        ownPath();
        if (nodeSlot == 0) {
            releasePath(rootSlot);
            Memory.putLong(rootSlot, 0);
            return;
        }
        releasePath(tailSlot);
        InnerNode.remove(space, nodeSlot, key[nodeDepth] & 0xFF);
        long pointer = Memory.getLong(nodeSlot);
        if (NodePointer.type(pointer) == NodeType.NODE4 && InnerNode.count(NodePointer.slabAddress(pointer)) == 1) {
            mergePath();
        }
    }

    private long descend() {
        slot = rootSlot;
        depth = 0;
        matched = 0;
        sharedSlot = 0;
        nodeSlot = 0;
        pathSlot = rootSlot;
        tailSlot = rootSlot;
        while (true) {
            long pointer = Memory.getLong(slot);
            int type = NodePointer.type(pointer);
            if (type <= NodeType.BITMAP) {
                return arrive(pointer);
            }
            if (sharedSlot == 0 && !space.isFresh(pointer)) {
                sharedSlot = slot;
                sharedDepth = depth;
            }
            long node = space.address(pointer);
            if (NodeType.isInner(type)) {
                long child = depth < length ? InnerNode.childSlot(type, node, key[depth] & 0xFF) : 0;
                if (child == 0) {
                    place = depth < length ? AT_NODE : NOT_PREFIX_FREE;
                    return 0;
                }
                pathSlot = tailSlot;
                nodeSlot = slot;
                nodeDepth = depth;
                tailSlot = child;
                depth++;
                slot = child;
            } else {
                int count = Prefix.length(node);
                matched = Prefix.match(node, key, depth, length);
                if (matched < count) {
                    place = depth + matched < length ? IN_PREFIX : NOT_PREFIX_FREE;
                    return 0;
                }
                matched = 0;
                depth += count;
                slot = node + Prefix.CHILD;
            }
        }
    }

    private long arrive(long pointer) {
        int remaining = length - depth;
        if (pointer == 0) {
            place = EMPTY;
            return 0;
        }
        if (!NodePointer.impliesZero(pointer)) {
            place = remaining == 0 ? AT_VALUE : NOT_PREFIX_FREE;
            return remaining == 0 ? pointer : 0;
        }
        if (remaining > 0 && key[depth] != 0) {
            place = AT_IMPLIED_ZERO;
            return 0;
        }
        place = remaining == 1 ? AT_VALUE : NOT_PREFIX_FREE;
        return remaining == 1 ? NodePointer.withoutImpliedZero(pointer) : 0;
    }

    /** Copies what is not fresh on the path, then finds the place again among the copies. */
    private void ownPath() {
        if (sharedSlot == 0) {
            return;
        }
        long at = sharedSlot;
        int reached = sharedDepth;
        while (at != 0) {
            long pointer = Memory.getLong(at);
            int type = NodePointer.type(pointer);
            if (type <= NodeType.BITMAP) {
                break;
            }
            if (NodeType.isInner(type)) {
                long node = ownNode(at, pointer);
                at = InnerNode.childSlot(type, node, key[reached] & 0xFF);
                reached++;
            } else {
                int count = Prefix.length(space.address(pointer));
                if (Prefix.match(space.address(pointer), key, reached, length) < count) {
                    break;
                }
                at = ownNode(at, pointer) + Prefix.CHILD;
                reached += count;
            }
        }
        descend();
    }

    private long ownNode(long at, long pointer) {
        long own = space.own(pointer);
        Memory.putLong(at, own);
        return NodePointer.slabAddress(own);
    }

    private void splitPrefix(long value) {
        long pointer = Memory.getLong(slot);
        long node = space.address(pointer);
        int split = Prefix.byteAt(node, matched);
        long below = Memory.getLong(node + Prefix.CHILD);
        pathLength = 0;
        if (matched + 1 < Prefix.length(node)) {
            gather(node, matched + 1);
            long end = gatherPath(below);
            long rest = Prefix.chain(space, path, 0, pathLength, end);
            releaseChain(below);
            below = rest;
        }
        long tail = Prefix.chain(space, key, depth + matched + 1, length, value);
        long fork = fork(split, below, key[depth + matched] & 0xFF, tail);
        Memory.putLong(slot, Prefix.chain(space, key, depth, depth + matched, fork));
        space.release(pointer);
    }

    private void splitImpliedZero(long value) {
        long old = NodePointer.withoutImpliedZero(Memory.getLong(slot));
        long tail = Prefix.chain(space, key, depth + 1, length, value);
        Memory.putLong(slot, fork(0, old, key[depth] & 0xFF, tail));
    }

    private long fork(int oldKey, long oldChild, int newKey, long newChild) {
        long pointer = space.allocate(NodeType.NODE4);
        long node = NodePointer.slabAddress(pointer);
        if (oldKey < newKey) {
            InnerNode.append(NodeType.NODE4, node, oldKey, oldChild);
            InnerNode.append(NodeType.NODE4, node, newKey, newChild);
        } else {
            InnerNode.append(NodeType.NODE4, node, newKey, newChild);
            InnerNode.append(NodeType.NODE4, node, oldKey, oldChild);
        }
        return pointer;
    }

    /** Joins the path above a Node4 with one child, the child's key byte and the path below it. */
    private void mergePath() {
        pathLength = 0;
        long node4 = gatherPath(Memory.getLong(pathSlot));
        long node = NodePointer.slabAddress(node4);
        addToPath(InnerNode.first(NodeType.NODE4, node) & 0xFF);
        long child = Memory.getLong(InnerNode.slotAt(NodeType.NODE4, node, 0));
        long end = gatherPath(child);
        long merged = Prefix.chain(space, path, 0, pathLength, end);
        releaseChain(child);
        releasePath(pathSlot);
        space.release(node4);
        Memory.putLong(pathSlot, merged);
    }

    /** Adds the bytes of a chain to the path and returns the pointer below it. */
    private long gatherPath(long chain) {
        long pointer = chain;
        while (NodeType.isPrefix(NodePointer.type(pointer))) {
            long node = space.address(pointer);
            gather(node, 0);
            pointer = Memory.getLong(node + Prefix.CHILD);
        }
        return pointer;
    }

    private void gather(long node, int from) {
        for (int i = from, count = Prefix.length(node); i < count; i++) {
            addToPath(Prefix.byteAt(node, i));
        }
    }

    private void addToPath(int keyByte) {
        if (pathLength == path.length) {
            path = Arrays.copyOf(path, 2 * path.length);
        }
        path[pathLength++] = (byte) keyByte;
    }

    private void releasePath(long fromSlot) {
        releaseChain(Memory.getLong(fromSlot));
    }

    private void releaseChain(long chain) {
        long pointer = chain;
        while (NodeType.isPrefix(NodePointer.type(pointer))) {
            long next = Memory.getLong(space.address(pointer) + Prefix.CHILD);
            space.release(pointer);
            pointer = next;
        }
    }
}
