package org.artindex.tree;

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
    private static final int IN_TAIL = 5;
    private static final int NOT_PREFIX_FREE = 6;

    private final NodeSpace space;
    private final Path path = new Path();
    private final ChildMover mover;

    private byte[] key = path.bytes();
    private int length;
    private long rootSlot;

    /** Where the key was found or left the tree: what is there, and how many of a prefix's bytes match. */
    private int place;

    private long slot;
    private int depth;
    private int matched;

    /** The deepest node on the path that a put changes, 0 where that is the root slot alone. */
    private long changedNode;

    /** The deepest inner node passed, 0 for none, and the slots that the paths above and below it hang from. */
    private long nodeSlot;

    private int nodeDepth;
    private long upperSlot;
    private long lowerSlot;

    /** Makes a writer for trees in a space. */
    public TreeWriter(NodeSpace space) {
        this.space = space;
        this.mover = new ChildMover(space);
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
        ownPath(changedNode);
        switch (place) {
            case EMPTY -> Path.write(space, Slot.ofRoot(slot), key, 0, length, value);
            case AT_VALUE -> {
                boolean implied = NodePointer.impliesZero(Memory.getLong(slot));
                Memory.putLong(slot, implied ? NodePointer.withImpliedZero(value) : value);
            }
            case AT_NODE -> addChild(value);
            default -> split(value);
        }
    }

    /** Removes the located key, which must be present; its value's nodes are the caller's to release. */
    public void delete() {
        assert place == AT_VALUE;
        ownPath(nodeSlot == 0 ? 0 : Memory.getLong(nodeSlot));
        Path.releaseChain(space, Memory.getLong(Slot.address(lowerSlot)));
        if (nodeSlot == 0) {
            Memory.putLong(rootSlot, 0);
            return;
        }
        long pointer = Memory.getLong(nodeSlot);
        int type = NodePointer.type(pointer);
        long node = NodePointer.slabAddress(pointer);
        InnerNode.removeSlot(type, node, key[nodeDepth] & 0xFF);
        int count = InnerNode.count(node);
        if (count == 1) {
            mergePaths();
        } else if (count <= InnerNode.shrinkAt(type)) {
            replaceNode(nodeSlot, count);
        }
    }

    private long descend() {
        slot = rootSlot;
        depth = 0;
        matched = 0;
        changedNode = 0;
        nodeSlot = 0;
        upperSlot = Slot.ofRoot(rootSlot);
        lowerSlot = upperSlot;
        while (true) {
            long pointer = Memory.getLong(slot);
            int type = NodePointer.type(pointer);
            if (type <= NodeType.BITMAP) {
                return arrive(pointer);
            }
            long node = space.address(pointer);
            if (NodeType.isInner(type)) {
                changedNode = pointer;
                long child = depth < length ? InnerNode.childSlot(type, node, key[depth] & 0xFF) : 0;
                if (child == 0) {
                    place = depth < length ? AT_NODE : NOT_PREFIX_FREE;
                    return 0;
                }
                upperSlot = lowerSlot;
                nodeSlot = slot;
                nodeDepth = depth;
                lowerSlot = Slot.of(child, type);
                depth++;
                slot = child;
                if (Slot.isTailed(lowerSlot) && !passes(child, IN_TAIL)) {
                    return 0;
                }
            } else {
                if (!passes(node, IN_PREFIX)) {
                    return 0;
                }
                changedNode = pointer;
                slot = node + Prefix.CHILD;
            }
        }
    }

    /** Goes past the bytes of a prefix node or a tail, or says at which of them the key leaves the tree. */
    private boolean passes(long node, int whereNot) {
        int count = Prefix.length(node);
        matched = Prefix.match(node, key, depth, length);
        if (matched < count) {
            place = depth + matched < length ? whereNot : NOT_PREFIX_FREE;
            return false;
        }
        matched = 0;
        depth += count;
        return true;
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

    /**
     * Copies what is not fresh on the path down to a node, then finds the place again among the copies. A node is fresh only if all
     * above it are, since its pointer was stored in them.
     *
     * @param last on the path, 0 for none
     */
    private void ownPath(long last) {
        if (last == 0 || space.isFresh(last)) {
            return;
        }
        long at = rootSlot;
        int reached = 0;
        long pointer = Memory.getLong(at);
        long own = ownNode(at, pointer);
        while (pointer != last) {
            int type = NodePointer.type(pointer);
            at = own + Prefix.CHILD;
            if (NodeType.isInner(type)) {
                at = InnerNode.childSlot(type, own, key[reached++] & 0xFF);
            }
            if (!NodeType.isInner(type) || NodeType.isTailed(type)) {
                reached += Prefix.length(at);
            }
            pointer = Memory.getLong(at);
            own = ownNode(at, pointer);
        }
        descend();
    }

    private long ownNode(long at, long pointer) {
        long own = space.own(pointer);
        Memory.putLong(at, own);
        return NodePointer.slabAddress(own);
    }

    private void addChild(long value) {
        long pointer = Memory.getLong(slot);
        int count = InnerNode.count(NodePointer.slabAddress(pointer));
        if (count == InnerNode.capacity(NodePointer.type(pointer))) {
            pointer = replaceNode(slot, count + 1);
        }
        int type = NodePointer.type(pointer);
        long child = InnerNode.addSlot(type, NodePointer.slabAddress(pointer), key[depth] & 0xFF);
        Path.write(space, Slot.of(child, type), key, depth + 1, length, value);
    }

    /** Forks the path at the byte where the key leaves it. */
    private void split(long value) {
        long pointer = Memory.getLong(slot);
        path.clear();
        long below;
        int oldByte;
        switch (place) {
            case IN_PREFIX -> {
                long node = space.address(pointer);
                oldByte = Prefix.byteAt(node, matched);
                path.add(node, matched + 1);
                below = path.addChain(space, Memory.getLong(node + Prefix.CHILD));
            }
            case IN_TAIL -> {
                oldByte = Prefix.byteAt(slot, matched);
                path.add(slot, matched + 1);
                below = path.addChain(space, pointer);
            }
            default -> {
                oldByte = 0;
                below = NodePointer.withoutImpliedZero(pointer);
            }
        }
        long fork = fork(oldByte, below, value);
        if (place == IN_TAIL) {
            Prefix.cutTail(slot, matched);
            Memory.putLong(slot, fork);
        } else {
            Memory.putLong(slot, Prefix.chain(space, key, depth, depth + matched, fork));
        }
        Path.releaseChain(space, pointer);
    }

    /** Makes a node of two children: what was below the path, and the rest of the key. */
    private long fork(int oldByte, long below, long value) {
        int rest = depth + matched + 1;
        int shortPaths = Path.isShort(path.bytes(), 0, path.length(), below) ? 1 : 0;
        shortPaths += Path.isShort(key, rest, length, value) ? 1 : 0;
        int type = InnerNode.typeFor(2, shortPaths);
        long pointer = space.allocate(type);
        long node = NodePointer.slabAddress(pointer);
        long oldChild = InnerNode.addSlot(type, node, oldByte);
        Path.write(space, Slot.of(oldChild, type), path.bytes(), 0, path.length(), below);
        long newChild = InnerNode.addSlot(type, node, key[rest - 1] & 0xFF);
        Path.write(space, Slot.of(newChild, type), key, rest, length, value);
        return pointer;
    }

    /** Joins the path above an inner node with one child, the child's key byte and the path below it. */
    private void mergePaths() {
        long above = Memory.getLong(Slot.address(upperSlot));
        path.clear();
        long single = path.addPath(space, upperSlot);
        int type = NodePointer.type(single);
        long node = NodePointer.slabAddress(single);
        path.add(InnerNode.first(type, node) & 0xFF);
        long childSlot = InnerNode.slotAt(type, node, 0);
        long child = Memory.getLong(childSlot);
        long below = path.addPath(space, Slot.of(childSlot, type));
        Path.write(space, upperSlot, path.bytes(), 0, path.length(), below);
        Path.releaseChain(space, child);
        Path.releaseChain(space, above);
        space.release(single);
    }

    /** Moves the children of the node that a slot points to into one that fits their number and their paths. */
    private long replaceNode(long nodeSlot, int children) {
        long pointer = mover.resize(Memory.getLong(nodeSlot), children);
        Memory.putLong(nodeSlot, pointer);
        return pointer;
    }
}
