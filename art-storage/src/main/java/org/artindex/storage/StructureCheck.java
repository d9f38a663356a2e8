package org.artindex.storage;

import java.util.HashMap;
import java.util.Map;
import org.artindex.CorruptionException;
import org.artindex.memory.Memory;
import org.artindex.tree.InnerNode;
import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.NodeType;
import org.artindex.tree.TreeWalk;

/**
 * Proves of trees in a file that each pointer leads to a node inside the used part of a block, and each node is reached once: then
 * reading their nodes cannot leave the file, nor go round in circles. What a node holds is for the verifiers to prove, which can be let
 * loose on the trees after this.
 *
 * <p>Keeps a bit for each 8 bytes of the blocks that nodes were found in.
 */
final class StructureCheck implements TreeWalk.Visitor {
    private final NodeSpace space;
    private final BlockLoader loader;
    private final TreeWalk walk;
    private final int blockSize;
    private final Map<Long, long[]> reached = new HashMap<>();
    private final Map<Long, Integer> reachedBytes = new HashMap<>();
    private long nodes;

    StructureCheck(NodeSpace space, BlockLoader loader, int blockSize) {
        this.space = space;
        this.loader = loader;
        this.walk = new TreeWalk(space);
        this.blockSize = blockSize;
    }

    /**
     * Checks a tree.
     *
     * @throws CorruptionException naming the first pointer that is wrong
     */
    void check(long root) {
        if (root != 0) {
            checkPointer(root);
            walk.walk(root, this);
        }
    }

    /** Nodes reached so far. */
    long nodes() {
        return nodes;
    }

    /** Bytes of nodes reached in a block. */
    int reachedBytes(long block) {
        return reachedBytes.getOrDefault(block, 0);
    }

    @Override
    public boolean enter(long pointer) {
        checkPointer(pointer);
        int type = NodePointer.type(pointer);
        mark(pointer, NodeType.size(type));
        nodes++;
        long address = space.address(pointer);
        if (NodeType.isInner(type)) {
            checkInner(pointer, type, address);
        } else if (TreeWalk.onlyChildOffset(type) >= 0) {
            checkChild(Memory.getLong(address + TreeWalk.onlyChildOffset(type)));
        }
        return true;
    }

    @Override
    public void leave(long pointer, long address) {}

    private void checkInner(long pointer, int type, long node) {
        int count = InnerNode.count(node);
        int found = 0;
        int lastPosition = -1;
        for (int step = InnerNode.first(type, node); step != InnerNode.NONE; step = InnerNode.next(type, node, step)) {
            int position = step >> 8;
            long slot = InnerNode.slotAt(type, node, position);
            require(position > lastPosition, pointer, "children out of order");
            require(slot + Long.BYTES <= node + NodeType.size(type), pointer, "a child beyond its end");
            lastPosition = position;
            found++;
            checkChild(Memory.getLong(slot));
        }
        require(found == count, pointer, "a count of " + count + " for " + found + " children");
    }

    private void checkChild(long child) {
        if (child != 0) {
            checkPointer(child);
        }
    }

    /** Passes for a pointer whose node may be read. Must come before anything follows the pointer. */
    private void checkPointer(long pointer) {
        int type = NodePointer.type(pointer);
        require(NodeType.isKnown(type), pointer, "an unknown type");
        require(NodeType.isImmediate(type) != NodePointer.isSerialized(pointer), pointer, "a place outside the file");
        if (NodePointer.isSerialized(pointer)) {
            int offset = NodePointer.offset(pointer);
            int used = loader.usedBytes(NodePointer.id(pointer));
            require(
                    offset >= BlockFormat.HEADER_SIZE && offset + NodeType.size(type) <= used,
                    pointer,
                    "a place outside the " + used + " used bytes of its block");
        }
    }

    private void mark(long pointer, int size) {
        long block = NodePointer.id(pointer);
        long[] bits = reached.computeIfAbsent(block, id -> new long[blockSize / 8 / Long.SIZE]);
        int from = NodePointer.offset(pointer) >> 3;
        for (int unit = from; unit < from + (size >> 3); unit++) {
            require((bits[unit >> 6] >>> unit & 1) == 0, pointer, "a node reached twice");
            bits[unit >> 6] |= 1L << unit;
        }
        reachedBytes.merge(block, size, Integer::sum);
    }

    private static void require(boolean right, long pointer, String wrong) {
        if (!right) {
            throw new CorruptionException("pointer " + NodePointer.toString(pointer) + " leads to " + wrong);
        }
    }
}
