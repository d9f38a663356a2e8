package org.artindex.tree;

import org.artindex.CorruptionException;
import org.artindex.key.KeySchema;
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
        /** Verifies a value, without the mark of an implied zero, at the end of a key of a number of bytes. */
        void verify(long value, int keyLength);
    }

    private static final int MAX_DEPTH = KeySchema.MAX_KEY_LENGTH;
    private static final int DEPTH_SHIFT = 32;

    /** In place of the length of a tail: the slot has none. */
    private static final int NO_TAIL = -1;

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
        descend(root, 0, NO_TAIL);
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
                long slot = InnerNode.slotAt(type, node, step >> 8);
                int tail = verifyTail(pointer, type, slot);
                descend(Memory.getLong(slot), depth + 1 + Math.max(tail, 0), tail);
            }
        }
    }

    /** Verifies the path from a child slot of an inner node, or from the root, down to the next inner node or value. */
    private void descend(long from, int fromDepth, int tailBefore) {
        long pointer = from;
        int depth = fromDepth;
        boolean mayGoOn = tailBefore == NO_TAIL || tailBefore == Prefix.TAIL_CAPACITY;
        while (true) {
            int type = NodePointer.type(pointer);
            check(NodeType.isKnown(type), pointer, "unknown node type");
            check(depth <= MAX_DEPTH, pointer, "deeper than any key");
            if (NodeType.isValue(type)) {
                keys++;
                int keyLength = depth + (NodePointer.impliesZero(pointer) ? 1 : 0);
                check(keyLength <= MAX_DEPTH, pointer, "key of " + keyLength + " bytes");
                values.verify(NodePointer.withoutImpliedZero(pointer), keyLength);
                return;
            }
            check(!NodePointer.impliesZero(pointer), pointer, "implies a zero but is no value");
            long node = space.address(pointer);
            if (NodeType.isInner(type)) {
                verifyInner(pointer, type, node);
                int step = InnerNode.first(type, node);
                frames.push(pointer, (long) depth << DEPTH_SHIFT | step);
                long slot = InnerNode.slotAt(type, node, step >> 8);
                int tail = verifyTail(pointer, type, slot);
                depth += 1 + Math.max(tail, 0);
                pointer = Memory.getLong(slot);
                mayGoOn = tail == NO_TAIL || tail == Prefix.TAIL_CAPACITY;
            } else {
                check(mayGoOn, pointer, "a prefix or tail before it is not full");
                verifyPrefix(pointer, type, node);
                int length = Prefix.length(node);
                depth += length;
                pointer = Memory.getLong(node + Prefix.CHILD);
                check(pointer != 0, pointer, "missing child of a prefix");
                mayGoOn = length == Prefix.CAPACITY;
            }
        }
    }

    /** Verifies the tail of a child and returns its length, {@link #NO_TAIL} where the node has none. */
    private int verifyTail(long pointer, int type, long slot) {
        if (!NodeType.isTailed(type)) {
            return NO_TAIL;
        }
        int length = Prefix.length(slot);
        check(length <= Prefix.TAIL_CAPACITY, pointer, "tail length " + length);
        verifyBytes(pointer, slot, length, Prefix.TAIL_CAPACITY);
        return length;
    }

    private void verifyPrefix(long pointer, int type, long node) {
        int length = Prefix.length(node);
        int capacity = Prefix.capacity(type);
        check(length >= 1 && length <= capacity, pointer, "prefix length " + length);
        check(Prefix.typeFor(length) == type, pointer, "prefix of " + length + " bytes in a node of the wrong size");
        verifyBytes(pointer, node, length, capacity);
    }

    private static void verifyBytes(long pointer, long node, int length, int capacity) {
        for (int i = length; i < capacity; i++) {
            check(Prefix.byteAt(node, i) == 0, pointer, "unused prefix byte is not zero");
        }
        long child = Memory.getLong(node + Prefix.CHILD);
        boolean unfolded = length > 0
                && NodePointer.isValue(child)
                && !NodePointer.impliesZero(child)
                && Prefix.byteAt(node, length - 1) == 0;
        check(!unfolded, pointer, "a last zero byte is stored, not implied");
    }

    private void verifyInner(long pointer, int type, long node) {
        int count = InnerNode.count(node);
        check(count >= 2 && count <= InnerNode.capacity(type), pointer, "inner node with " + count + " children");
        if (type == NodeType.NODE256) {
            verifyNode256(pointer, node, count);
        } else if (InnerNode.isSorted(type)) {
            verifySorted(pointer, type, node, count);
        } else {
            verifyBitmap(pointer, type, node, count);
        }
    }

    private void verifySorted(long pointer, int type, long node, int count) {
        boolean small = InnerNode.capacity(type) == Node4.CAPACITY;
        boolean zero = small ? Memory.getShort(node + 2) == 0 : Memory.getLong(node) >>> 16 == 0;
        check(zero, pointer, "unused bytes are not zero");
        long keyBytes = node + InnerNode.keysOffset(type);
        int keyRoom = small ? Node4.CAPACITY : Node16.CAPACITY;
        for (int i = 0; i < keyRoom; i++) {
            int key = Memory.getByte(keyBytes + i);
            if (i < count) {
                check(i == 0 || Memory.getByte(keyBytes + i - 1) < key, pointer, "key bytes are not ascending");
            } else {
                check(key == 0, pointer, "unused key byte is not zero");
            }
        }
        verifyChildren(pointer, type, node, count);
    }

    private void verifyBitmap(long pointer, int type, long node, int count) {
        check(Memory.getShort(node + 2) == 0, pointer, "unused bytes are not zero");
        int bits = 0;
        for (int i = 0; i < 4; i++) {
            check(Memory.getByte(node + Node48.RANKS + i) == bits, pointer, "wrong rank of a bitmap word");
            bits += Long.bitCount(Memory.getLong(node + Node48.BITMAP + (i << 3)));
        }
        check(bits == count, pointer, "bitmap of " + bits + " bits for " + count + " children");
        verifyChildren(pointer, type, node, count);
    }

    private void verifyChildren(long pointer, int type, long node, int count) {
        for (int i = 0; i < InnerNode.capacity(type); i++) {
            long slot = InnerNode.slotAt(type, node, i);
            boolean used = Memory.getLong(slot) != 0;
            check(used == i < count, pointer, "missing child, or an unused place that is not zero");
            boolean clean = used || !NodeType.isTailed(type) || Memory.getLong(slot + 8) == 0;
            check(clean, pointer, "tail of an unused place is not zero");
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
