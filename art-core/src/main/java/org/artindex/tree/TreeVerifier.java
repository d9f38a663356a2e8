package org.artindex.tree;

import org.artindex.CorruptionException;
import org.artindex.memory.Memory;

/**
 * Proves that a tree is what this package makes: known node types, key bytes ascending, counts and ranks right, unused bytes
 * zero, no node with one child, paths in their one form. Does not trust the nodes: a damaged tree gives a typed error, and no
 * loop, since a tree deeper than a key can be is refused.
 *
 * <p>Values are handed to a {@link ValueVerifier}. Not thread-safe.
 */
public final class TreeVerifier {
    /** Proves what lies at the end of a key. */
    public interface ValueVerifier {
        /** Verifies a value, without the mark of an implied zero. */
        void verify(long value);
    }

    private static final int MAX_DEPTH = 131_040;
    private static final int DEPTH_SHIFT = 32;

    private final NodeSpace space;
    private final ValueVerifier values;
    private final FrameStack frames = new FrameStack();
    private long keys;

    /** Makes a verifier for trees in a space. */
    public TreeVerifier(NodeSpace space, ValueVerifier values) {
        this.space = space;
        this.values = values;
    }

    /** Keys of all trees verified so far. */
    public long keys() {
        return keys;
    }

    /**
     * Verifies a tree.
     *
     * @throws CorruptionException naming the first node that is wrong
     */
    public void verify(long root) {
        frames.clear();
        if (root == 0) {
            return;
        }
        descend(root, 0);
        while (!frames.isEmpty()) {
            long pointer = frames.pointer();
            long state = frames.state();
            int type = NodePointer.type(pointer);
            long node = space.address(pointer);
            int step = InnerNode.next(type, node, (int) state);
            if (step == InnerNode.NONE) {
                frames.pop();
            } else {
                int depth = (int) (state >>> DEPTH_SHIFT);
                frames.setState((long) depth << DEPTH_SHIFT | step);
                descend(child(pointer, type, node, step), depth + 1);
            }
        }
    }

    /** Verifies the path from a child slot of an inner node, or from the root, down to the next inner node or value. */
    private void descend(long from, int fromDepth) {
        long pointer = from;
        int depth = fromDepth;
        int runBefore = 0;
        while (true) {
            int type = NodePointer.type(pointer);
            check(NodeType.isKnown(type), pointer, "unknown node type");
            check(depth <= MAX_DEPTH, pointer, "deeper than any key");
            if (NodeType.isValue(type)) {
                keys++;
                values.verify(NodePointer.withoutImpliedZero(pointer));
                return;
            }
            check(!NodePointer.impliesZero(pointer), pointer, "implies a zero but is no value");
            long node = space.address(pointer);
            if (NodeType.isInner(type)) {
                verifyInner(pointer, type, node);
                int step = InnerNode.first(type, node);
                frames.push(pointer, (long) depth << DEPTH_SHIFT | step);
                depth++;
                pointer = child(pointer, type, node, step);
                runBefore = 0;
            } else {
                verifyPrefix(pointer, type, node, runBefore);
                runBefore = Prefix.length(node);
                depth += runBefore;
                pointer = Memory.getLong(node + Prefix.CHILD);
                check(pointer != 0, pointer, "missing child of a prefix");
            }
        }
    }

    private long child(long pointer, int type, long node, int step) {
        long child = Memory.getLong(InnerNode.slotAt(type, node, step >> 8));
        check(child != 0, pointer, "missing child");
        return child;
    }

    private void verifyPrefix(long pointer, int type, long node, int lengthBefore) {
        int length = Prefix.length(node);
        check(length >= 1 && length <= NodeType.size(type) - 9, pointer, "prefix length " + length);
        check(lengthBefore == 0 || lengthBefore == Prefix.CAPACITY, pointer, "a prefix before it is not full");
        check(Prefix.typeFor(length) == type, pointer, "prefix of " + length + " bytes in a node of the wrong size");
        for (int i = length; i < NodeType.size(type) - 9; i++) {
            check(Prefix.byteAt(node, i) == 0, pointer, "unused prefix byte is not zero");
        }
        long child = Memory.getLong(node + Prefix.CHILD);
        boolean unfolded =
                NodePointer.isValue(child) && !NodePointer.impliesZero(child) && Prefix.byteAt(node, length - 1) == 0;
        check(!unfolded, pointer, "a last zero byte is stored, not implied");
    }

    private void verifyInner(long pointer, int type, long node) {
        int count = InnerNode.count(node);
        check(count >= 2, pointer, "inner node with " + count + " children");
        switch (type) {
            case NodeType.NODE4 -> {
                check(Memory.getShort(node + 2) == 0, pointer, "unused bytes are not zero");
                verifySorted(pointer, node + Node4.KEYS, node + Node4.CHILDREN, count, Node4.CAPACITY);
            }
            case NodeType.NODE16 -> {
                check(Memory.getLong(node) >>> 16 == 0, pointer, "unused bytes are not zero");
                verifySorted(pointer, node + Node16.KEYS, node + Node16.CHILDREN, count, Node16.CAPACITY);
            }
            case NodeType.NODE48 -> verifyNode48(pointer, node, count);
            default -> verifyNode256(pointer, node, count);
        }
    }

    private void verifySorted(long pointer, long keyBytes, long children, int count, int capacity) {
        check(count <= capacity, pointer, "more children than it has room for: " + count);
        for (int i = 0; i < capacity; i++) {
            int key = Memory.getByte(keyBytes + i);
            long child = Memory.getLong(children + ((long) i << 3));
            if (i < count) {
                check(i == 0 || Memory.getByte(keyBytes + i - 1) < key, pointer, "key bytes are not ascending");
                check(child != 0, pointer, "missing child");
            } else {
                check(key == 0 && child == 0, pointer, "unused places are not zero");
            }
        }
    }

    private void verifyNode48(long pointer, long node, int count) {
        check(count <= Node48.CAPACITY, pointer, "more children than it has room for: " + count);
        check(Memory.getShort(node + 2) == 0, pointer, "unused bytes are not zero");
        int bits = 0;
        for (int i = 0; i < 4; i++) {
            check(Memory.getByte(node + Node48.RANKS + i) == bits, pointer, "wrong rank of a bitmap word");
            bits += Long.bitCount(Memory.getLong(node + Node48.BITMAP + (i << 3)));
        }
        check(bits == count, pointer, "bitmap of " + bits + " bits for " + count + " children");
        for (int i = 0; i < Node48.CAPACITY; i++) {
            boolean used = Memory.getLong(Node48.slot(node, i)) != 0;
            check(used == i < count, pointer, "missing child, or an unused place that is not zero");
        }
    }

    private void verifyNode256(long pointer, long node, int count) {
        check(Memory.getLong(node) >>> 16 == 0, pointer, "unused bytes are not zero");
        int used = 0;
        for (int key = 0; key < 256; key++) {
            if (Memory.getLong(Node256.slot(node, key)) != 0) {
                used++;
            }
        }
        check(used == count, pointer, "count of " + count + " for " + used + " children");
    }

    private static void check(boolean right, long pointer, String wrong) {
        if (!right) {
            throw new CorruptionException("node " + NodePointer.toString(pointer) + ": " + wrong);
        }
    }
}
