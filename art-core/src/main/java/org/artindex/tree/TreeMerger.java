package org.artindex.tree;

import java.util.Arrays;
import org.artindex.InvalidKeyException;
import org.artindex.memory.Memory;

/**
 * Merges one tree into another: subtrees of which only one tree has keys are linked, not copied.
 *
 * <p>Both trees lie in one space; of the nodes of either, those that are fresh are used on, the others copied where they change.
 * Merging trees of disjoint key ranges costs the path to where they meet. DuckDB's ART merges the trees of its transactions in
 * the same way.
 *
 * <p>No method recurses. Not thread-safe: used by the writer alone.
 */
public final class TreeMerger {
    /** Makes one value of the two that a key has. */
    public interface ValueMerger {
        /**
         * Called once for each key of both trees.
         *
         * @param first a value of the key, without the mark of an implied zero
         * @param second the other one
         * @return the value that takes their place; nodes that are no longer needed are released
         */
        long merge(long first, long second, byte[] key, int length);
    }

    private static final int FRAME = 3;
    private static final long RELEASE = 0;

    private final NodeSpace space;
    private final ValueMerger values;
    private final ChildMover mover;
    private Path resident = new Path();
    private Path incoming = new Path();

    /** Where the rest of the incoming path begins, and what is below it. */
    private int incomingFrom;

    private long incomingBelow;
    private byte[] key = new byte[64];

    /** The inner node that a child was looked up in last. */
    private long parent;

    /**
     * Work to do: slots to be merged, and the key's depth and byte above them; or a node to be released once its children are merged.
     */
    private long[] frames = new long[64 * FRAME];

    private int framesEnd;
    private final long[] common = new long[4];

    /** Makes a merger of trees in a space. */
    public TreeMerger(NodeSpace space, ValueMerger values) {
        this.space = space;
        this.values = values;
        this.mover = new ChildMover(space);
    }

    /**
     * Merges a tree into another one.
     *
     * @param rootSlot the address of the root pointer of the tree that grows
     * @param root the root pointer of the other tree, whose nodes belong to the first one then; 0 for an empty tree
     * @throws InvalidKeyException when a key of one tree begins with a key of the other; both trees are spoilt then, as they
     *     are when memory runs out, and the batch can only be rolled back
     */
    public void merge(long rootSlot, long root) {
        if (root == 0) {
            return;
        }
        framesEnd = 0;
        incoming.clear();
        takeIncoming(incoming.addChain(space, root));
        Path.releaseChain(space, root);
        mergeInto(Slot.ofRoot(rootSlot), 0);
        while (framesEnd > 0) {
            framesEnd -= FRAME;
            long into = frames[framesEnd];
            long from = frames[framesEnd + 1];
            int depthAndByte = (int) frames[framesEnd + 2];
            if (into == RELEASE) {
                space.release(from);
            } else {
                mergeSlots(into, from, depthAndByte);
            }
        }
    }

    private void mergeSlots(long into, long from, int depthAndByte) {
        incoming.clear();
        takeIncoming(incoming.addPath(space, from));
        Path.releaseChain(space, Memory.getLong(Slot.address(from)));
        int depth = depthAndByte >>> 8;
        setKeyByte(depth, depthAndByte);
        mergeInto(into, depth + 1);
    }

    /** Goes down from a slot as long as one of both paths leads into the other. */
    private void mergeInto(long fromSlot, int fromDepth) {
        long slot = fromSlot;
        int depth = fromDepth;
        while (slot != 0) {
            long chain = Memory.getLong(Slot.address(slot));
            if (chain == 0) {
                Path.write(space, slot, incoming.bytes(), incomingFrom, incoming.length(), incomingBelow);
                return;
            }
            resident.clear();
            long below = explicit(resident, resident.addPath(space, slot));
            int matched = matched(depth);
            depth += matched;
            int residentRest = resident.length() - matched;
            int incomingRest = incoming.length() - incomingFrom - matched;
            int nextByte = 0;
            if (residentRest > 0 && incomingRest > 0) {
                fork(slot, matched, below);
                slot = 0;
            } else if (residentRest > 0) {
                nextByte = resident.bytes()[matched] & 0xFF;
                slot = underIncoming(slot, matched, below, depth);
            } else if (incomingRest > 0) {
                nextByte = incoming.bytes()[incomingFrom + matched] & 0xFF;
                slot = underResident(slot, matched, below, depth);
            } else {
                long merged = mergeBelow(below, depth);
                if (merged != below) {
                    Path.write(space, slot, resident.bytes(), 0, resident.length(), merged);
                    Path.releaseChain(space, chain);
                }
                slot = 0;
            }
            setKeyByte(depth++, nextByte);
        }
    }

    /** Hangs the incoming rest below the resident inner node; returns the slot of the child to merge it into, or 0. */
    private long underResident(long slot, int matched, long below, int depth) {
        long chain = Memory.getLong(Slot.address(slot));
        int from = incomingFrom + matched + 1;
        int byteThere = incoming.bytes()[from - 1] & 0xFF;
        requireInner(below, depth);
        long child = childOf(below, byteThere);
        boolean present = Memory.getLong(Slot.address(child)) != 0;
        if (parent != below) {
            Path.write(space, slot, resident.bytes(), 0, resident.length(), parent);
            Path.releaseChain(space, chain);
        }
        incomingFrom = from;
        if (present) {
            return child;
        }
        Path.write(space, child, incoming.bytes(), from, incoming.length(), incomingBelow);
        return 0;
    }

    /** Puts the incoming inner node in the resident's place, whose rest then is what comes in below it. */
    private long underIncoming(long slot, int matched, long below, int depth) {
        long chain = Memory.getLong(Slot.address(slot));
        int byteThere = resident.bytes()[matched] & 0xFF;
        requireInner(incomingBelow, depth);
        long child = childOf(incomingBelow, byteThere);
        boolean present = Memory.getLong(Slot.address(child)) != 0;
        Path.write(space, slot, incoming.bytes(), incomingFrom, incoming.length(), parent);
        Path.releaseChain(space, chain);
        Path rest = resident;
        resident = incoming;
        incoming = rest;
        incomingFrom = matched + 1;
        incomingBelow = below;
        if (present) {
            return child;
        }
        Path.write(space, child, incoming.bytes(), incomingFrom, incoming.length(), below);
        return 0;
    }

    /** The slot for a key byte in a node that is made the batch's own, and larger where it must be; it is zero where it is new. */
    private long childOf(long pointer, int keyByte) {
        long node = space.address(pointer);
        int type = NodePointer.type(pointer);
        boolean present = InnerNode.childSlot(type, node, keyByte) != 0;
        int count = InnerNode.count(node);
        parent = !present && count == InnerNode.capacity(type) ? mover.resize(pointer, count + 1) : space.own(pointer);
        int ownType = NodePointer.type(parent);
        long own = NodePointer.slabAddress(parent);
        long child = present ? InnerNode.childSlot(ownType, own, keyByte) : InnerNode.addSlot(ownType, own, keyByte);
        return Slot.of(child, ownType);
    }

    private long mergeBelow(long below, int depth) {
        boolean isValue = NodePointer.isValue(below);
        if (isValue != NodePointer.isValue(incomingBelow)) {
            throw notPrefixFree(depth);
        }
        return isValue ? values.merge(below, incomingBelow, key, depth) : mergeNodes(below, incomingBelow, depth);
    }

    /** Moves the children of one inner node to another, but for those that both have, which are left to be merged. */
    private long mergeNodes(long into, long from, int depth) {
        int fromType = NodePointer.type(from);
        long fromNode = space.address(from);
        int added = findCommon(into, fromType, fromNode);
        int count = InnerNode.count(space.address(into)) + added;
        long merged = count > InnerNode.capacity(NodePointer.type(into)) ? mover.resize(into, count) : space.own(into);
        int type = NodePointer.type(merged);
        long node = NodePointer.slabAddress(merged);
        for (int step = InnerNode.first(fromType, fromNode);
                step >= 0;
                step = InnerNode.next(fromType, fromNode, step)) {
            if (!isCommon(step & 0xFF)) {
                long slot = Slot.of(InnerNode.slotAt(fromType, fromNode, step >> 8), fromType);
                mover.move(slot, Slot.of(InnerNode.addSlot(type, node, step & 0xFF), type));
            }
        }
        push(RELEASE, from, 0);
        for (int step = InnerNode.first(fromType, fromNode);
                step >= 0;
                step = InnerNode.next(fromType, fromNode, step)) {
            int keyByte = step & 0xFF;
            if (isCommon(keyByte)) {
                long slot = Slot.of(InnerNode.slotAt(fromType, fromNode, step >> 8), fromType);
                push(Slot.of(InnerNode.childSlot(type, node, keyByte), type), slot, depth << 8 | keyByte);
            }
        }
        return merged;
    }

    /** Notes the key bytes that both nodes have children for; returns how many the second has beyond those. */
    private int findCommon(long into, int fromType, long fromNode) {
        Arrays.fill(common, 0);
        int others = 0;
        int type = NodePointer.type(into);
        long node = space.address(into);
        for (int step = InnerNode.first(fromType, fromNode);
                step >= 0;
                step = InnerNode.next(fromType, fromNode, step)) {
            int keyByte = step & 0xFF;
            if (InnerNode.childSlot(type, node, keyByte) != 0) {
                common[keyByte >>> 6] |= 1L << keyByte;
            } else {
                others++;
            }
        }
        return others;
    }

    /** Parts two paths that go on differently. */
    private void fork(long slot, int matched, long below) {
        long chain = Memory.getLong(Slot.address(slot));
        int residentFrom = matched + 1;
        int from = incomingFrom + matched + 1;
        int shortPaths = Path.isShort(resident.bytes(), residentFrom, resident.length(), below) ? 1 : 0;
        shortPaths += Path.isShort(incoming.bytes(), from, incoming.length(), incomingBelow) ? 1 : 0;
        int type = InnerNode.typeFor(2, shortPaths);
        long pointer = space.allocate(type);
        long node = NodePointer.slabAddress(pointer);
        long first = Slot.of(InnerNode.addSlot(type, node, resident.bytes()[matched] & 0xFF), type);
        Path.write(space, first, resident.bytes(), residentFrom, resident.length(), below);
        long second = Slot.of(InnerNode.addSlot(type, node, incoming.bytes()[from - 1] & 0xFF), type);
        Path.write(space, second, incoming.bytes(), from, incoming.length(), incomingBelow);
        Path.write(space, slot, resident.bytes(), 0, matched, pointer);
        Path.releaseChain(space, chain);
    }

    /** How many bytes the paths have in common; they become part of the key. */
    private int matched(int depth) {
        int matched = Arrays.mismatch(
                resident.bytes(), 0, resident.length(), incoming.bytes(), incomingFrom, incoming.length());
        int count = matched < 0 ? resident.length() : matched;
        ensureKey(depth + count);
        System.arraycopy(resident.bytes(), 0, key, depth, count);
        return count;
    }

    private void takeIncoming(long below) {
        incomingBelow = explicit(incoming, below);
        incomingFrom = 0;
    }

    /** Adds an implied zero to the path above a value and returns the value without the mark. */
    private static long explicit(Path path, long below) {
        if (NodePointer.isValue(below) && NodePointer.impliesZero(below)) {
            path.add(0);
            return NodePointer.withoutImpliedZero(below);
        }
        return below;
    }

    private void requireInner(long pointer, int depth) {
        if (NodePointer.isValue(pointer)) {
            throw notPrefixFree(depth);
        }
    }

    private static InvalidKeyException notPrefixFree(int depth) {
        return new InvalidKeyException(
                "the keys of an index must be prefix-free: one of " + depth + " bytes begins another one");
    }

    private void push(long into, long from, int depthAndByte) {
        if (framesEnd == frames.length) {
            frames = Arrays.copyOf(frames, 2 * frames.length);
        }
        frames[framesEnd] = into;
        frames[framesEnd + 1] = from;
        frames[framesEnd + 2] = depthAndByte;
        framesEnd += FRAME;
    }

    private void setKeyByte(int depth, int keyByte) {
        ensureKey(depth + 1);
        key[depth] = (byte) keyByte;
    }

    private void ensureKey(int length) {
        if (length > key.length) {
            key = Arrays.copyOf(key, Math.max(length, 2 * key.length));
        }
    }

    private boolean isCommon(int keyByte) {
        return (common[keyByte >>> 6] >>> keyByte & 1) != 0;
    }
}
