package org.artindex.tree;

import java.util.Arrays;
import org.artindex.key.KeySchema;
import org.artindex.memory.Memory;
import org.jspecify.annotations.Nullable;

/**
 * Walks the keys of one tree in unsigned byte order, in both directions.
 *
 * <p>A cursor stands on a key, or at the end: before it was positioned, and after a step in either direction found no key.
 * From the end, {@link #next} goes to the first key and {@link #previous} to the last one. It holds the path from the root as
 * a stack of the inner nodes and the key's bytes; both are reused, so steps allocate nothing once they have grown.
 *
 * <p>Not thread-safe. The tree must not change while the cursor is in use.
 */
public final class TreeCursor {
    private static final int DEPTH_SHIFT = 40;
    private static final int TOUCHED_SHIFT = 28;
    private static final int LIMIT_SHIFT = 16;
    private static final int STEP_MASK = 0xFFFF;
    private static final int FIELD_MASK = 0xFFF;

    /** The limit of a node whose keys are all below the end of the range. */
    private static final int FREE = 256;

    /** Children that a walk which begins in the middle asks the cache for at first; each time twice as many follow. */
    private static final int FIRST_TOUCHED = 4;

    /** The largest key with its slack: an array of 128 KiB with its header. */
    private static final int MAX_BUFFER = KeySchema.MAX_KEY_LENGTH + 2 * KeyBytes.SLACK;

    private final NodeSpace space;

    /** The inner nodes on the path above the open one. */
    private final FrameStack frames = new FrameStack();

    /** The deepest inner node on the path, which most steps stay in; its address is 0 where there is none. */
    private long open;

    private long openNode;
    private int openType;
    private int openDepth;
    private int openStep;

    /** Children of the open node below this position have been asked for. */
    private int openTouched;

    /** Keys below children of the open node with a smaller key byte are below the end of the range. */
    private int openLimit;

    private byte[] key = new byte[64];
    private int keyLength;
    private long root;
    private byte @Nullable [] end;
    private long value;

    /** Children to ask for next. */
    private int ahead;

    /** Room for the addresses of their lines, more for a long walk. */
    private long[] lines = new long[InnerNode.FEW_LINES];

    /** Key bytes above the child that the last push or move went to. */
    private int childDepth;

    /** Makes a cursor without a tree. */
    public TreeCursor(NodeSpace space) {
        this.space = space;
    }

    /** Turns to the tree with this root; the cursor is at the end. */
    public void reset(long root) {
        reset(root, null);
    }

    /**
     * Turns to the keys below a bound of the tree with this root; the cursor is at the end. It can only go up then.
     *
     * @param end the bound, {@code null} for none; not copied
     */
    public void reset(long root, byte @Nullable [] end) {
        this.root = root;
        this.end = end;
        end();
    }

    /** The value of the key the cursor stands on, without the mark of an implied zero; 0 at the end. */
    public long value() {
        return value;
    }

    /** The buffer that holds the key in its first {@link #keyLength} bytes; any step may change or replace it. */
    public byte[] keyBuffer() {
        return key;
    }

    /** Bytes of the key the cursor stands on. */
    public int keyLength() {
        return keyLength;
    }

    /** Goes to the next larger key, from the end to the first. Says whether there is one. */
    public boolean next() {
        return value == 0 ? toFirst() : advance();
    }

    /** Goes to the next smaller key, from the end to the last. Says whether there is one. */
    public boolean previous() {
        return value == 0 ? toLast() : retreat();
    }

    /**
     * Goes on to larger keys as long as they have one row each and are close at hand, which may be not even one step. The keys passed
     * are not put together, so this is faster than {@link #next}.
     *
     * @param rows gets the row of each key gone to, from an index on to another one
     * @return the index after the last
     */
    public int nextInlined(long[] rows, int from, int to) {
        if (openNode == 0) {
            return from;
        }
        int filled = from;
        int last = -1;
        int end = InnerNode.positionsBelow(openType, openNode, openLimit);
        for (int position = (openStep >> 8) + 1; position < end && filled < to; position++) {
            long pointer = Memory.getLong(InnerNode.slotAt(openType, openNode, position));
            if (NodePointer.type(pointer) == NodeType.INLINED) {
                rows[filled++] = NodePointer.payload(pointer);
                last = position;
            } else if (pointer != 0) {
                break;
            }
        }
        if (last >= 0) {
            long pointer = toChild(InnerNode.stepTo(openType, openNode, last));
            arrive(pointer, childDepth);
        }
        return filled;
    }

    /** Goes to the smallest key. Says whether there is one. */
    public boolean toFirst() {
        clear();
        ahead = InnerNode.TOUCHED;
        return root == 0 ? end() : descendFirst(root, 0);
    }

    /** Goes to the largest key. Says whether there is one. */
    public boolean toLast() {
        assert end == null;
        clear();
        return root == 0 ? end() : descendLast(root, 0);
    }

    /** Goes to the smallest key that is at least the bound. Says whether there is one. */
    public boolean toCeiling(byte[] bound, int length) {
        clear();
        ahead = FIRST_TOUCHED;
        long pointer = root;
        int depth = 0;
        while (true) {
            int type = NodePointer.type(pointer);
            if (type <= NodeType.BITMAP) {
                return arriveAtCeiling(pointer, bound, depth, length);
            }
            if (depth >= length) {
                return descendFirst(pointer, depth);
            }
            long node = space.address(pointer);
            int wanted = bound[depth] & 0xFF;
            if (NodeType.isInner(type)) {
                int step = InnerNode.ceiling(type, node, wanted);
                if (step == InnerNode.NONE) {
                    return advance();
                }
                pointer = push(pointer, type, node, depth, step);
                touchFrom(step >> 8);
                int order = (step & 0xFF) - wanted;
                if (order == 0 && NodeType.isTailed(type)) {
                    order = compare(InnerNode.slotAt(type, node, step >> 8), bound, depth + 1, length);
                }
                depth = childDepth;
                if (order != 0) {
                    return order < 0 ? advance() : descendFirst(pointer, depth);
                }
            } else {
                int order = compare(node, bound, depth, length);
                if (order != 0) {
                    return order < 0 ? advance() : descendFirst(pointer, depth);
                }
                depth += copyPrefix(node, depth);
                pointer = Memory.getLong(node + Prefix.CHILD);
            }
        }
    }

    /** Goes to the largest key that is less than the bound. Says whether there is one. */
    public boolean toLower(byte[] bound, int length) {
        return toCeiling(bound, length) ? retreat() : toLast();
    }

    /** Compares the key the cursor stands on with a bound, as unsigned bytes. */
    public int compareKeyTo(byte[] bound) {
        if (keyLength >= Long.BYTES && bound.length >= Long.BYTES) {
            int order = KeyBytes.compareFirstWords(key, bound);
            if (order != 0) {
                return order;
            }
        }
        return Arrays.compareUnsigned(key, 0, keyLength, bound, 0, bound.length);
    }

    private boolean arriveAtCeiling(long pointer, byte[] bound, int depth, int length) {
        if (pointer == 0) {
            return end();
        }
        boolean below;
        if (depth >= length) {
            below = false;
        } else if (NodePointer.impliesZero(pointer)) {
            below = bound[depth] != 0 || depth + 1 < length;
        } else {
            below = true;
        }
        return below ? advance() : arrive(pointer, depth);
    }

    private boolean advance() {
        while (openNode != 0) {
            int step = InnerNode.next(openType, openNode, openStep);
            if (step != InnerNode.NONE) {
                if ((step & 0xFF) > openLimit) {
                    return end();
                }
                if (step >> 8 >= openTouched) {
                    touchFrom(step >> 8);
                }
                long child = toChild(step);
                return descendFirst(child, childDepth);
            }
            pop();
        }
        return end();
    }

    private boolean retreat() {
        while (openNode != 0) {
            int step = InnerNode.previous(openType, openNode, openStep);
            if (step != InnerNode.NONE) {
                long child = toChild(step);
                return descendLast(child, childDepth);
            }
            pop();
        }
        return end();
    }

    private boolean descendFirst(long from, int fromDepth) {
        long pointer = from;
        int depth = fromDepth;
        while (true) {
            int type = NodePointer.type(pointer);
            if (type <= NodeType.BITMAP) {
                return arrive(pointer, depth);
            }
            long node = space.address(pointer);
            if (NodeType.isInner(type)) {
                pointer = push(pointer, type, node, depth, InnerNode.first(type, node));
                touchFrom(0);
                depth = childDepth;
            } else {
                depth += copyPrefix(node, depth);
                pointer = Memory.getLong(node + Prefix.CHILD);
            }
        }
    }

    private boolean descendLast(long from, int fromDepth) {
        long pointer = from;
        int depth = fromDepth;
        while (true) {
            int type = NodePointer.type(pointer);
            if (type <= NodeType.BITMAP) {
                return arrive(pointer, depth);
            }
            long node = space.address(pointer);
            if (NodeType.isInner(type)) {
                pointer = push(pointer, type, node, depth, InnerNode.last(type, node));
                depth = childDepth;
            } else {
                depth += copyPrefix(node, depth);
                pointer = Memory.getLong(node + Prefix.CHILD);
            }
        }
    }

    private boolean arrive(long pointer, int depth) {
        if (NodePointer.impliesZero(pointer)) {
            ensureRoom(depth, 1);
            key[depth] = 0;
            keyLength = depth + 1;
            value = NodePointer.withoutImpliedZero(pointer);
        } else {
            keyLength = depth;
            value = pointer;
        }
        return (openStep & 0xFF) < openLimit || isBelowEnd() || end();
    }

    private boolean isBelowEnd() {
        return end == null || compareKeyTo(end) < 0;
    }

    private boolean end() {
        clear();
        value = 0;
        keyLength = 0;
        return false;
    }

    private void clear() {
        frames.clear();
        openNode = 0;
        openLimit = 0;
    }

    private void touchFrom(int position) {
        if (ahead == InnerNode.TOUCHED && lines.length < InnerNode.MANY_LINES) {
            lines = new long[InnerNode.MANY_LINES];
        }
        openTouched = InnerNode.touchChildren(openType, openNode, position, ahead, openLimit, lines);
        ahead = Math.min(2 * ahead, InnerNode.TOUCHED);
    }

    private long push(long pointer, int type, long node, int depth, int step) {
        int limit = limitAt(depth);
        if (openNode != 0) {
            frames.push(
                    open,
                    (long) openDepth << DEPTH_SHIFT
                            | (long) openTouched << TOUCHED_SHIFT
                            | (long) openLimit << LIMIT_SHIFT
                            | openStep);
        }
        openTouched = 0;
        openLimit = limit;
        open = pointer;
        openType = type;
        openNode = node;
        openDepth = depth;
        return toChild(step);
    }

    private void pop() {
        if (frames.isEmpty()) {
            openNode = 0;
            return;
        }
        long state = frames.state();
        open = frames.pointer();
        openType = NodePointer.type(open);
        openNode = space.address(open);
        openDepth = (int) (state >>> DEPTH_SHIFT);
        openTouched = (int) (state >>> TOUCHED_SHIFT) & FIELD_MASK;
        openLimit = (int) (state >>> LIMIT_SHIFT) & FIELD_MASK;
        openStep = (int) state & STEP_MASK;
        frames.pop();
    }

    /**
     * The smallest key byte of a node at a depth below which keys may pass the end of the range, {@link #FREE} where none does, 0 where
     * all do.
     */
    private int limitAt(int depth) {
        if (end == null || (openNode != 0 && (openStep & 0xFF) < openLimit)) {
            return FREE;
        }
        int order = Arrays.compareUnsigned(key, 0, depth, end, 0, Math.min(depth, end.length));
        if (order != 0) {
            return order < 0 ? FREE : 0;
        }
        return depth < end.length ? end[depth] & 0xFF : 0;
    }

    /** Goes to a child of the open node and returns the pointer below its tail. */
    private long toChild(int step) {
        openStep = step;
        ensureRoom(openDepth, 1);
        key[openDepth] = (byte) step;
        childDepth = openDepth + 1;
        long slot = InnerNode.slotAt(openType, openNode, step >> 8);
        if (NodeType.isTailed(openType)) {
            childDepth += copyPrefix(slot, childDepth);
        }
        return Memory.getLong(slot);
    }

    /** Compares the bytes of a prefix node or tail with those of a bound; where the bound ends first, they are not below it. */
    private static int compare(long node, byte[] bound, int depth, int length) {
        int matched = Prefix.match(node, bound, depth, length);
        if (matched == Prefix.length(node)) {
            return 0;
        }
        return depth + matched == length ? 1 : Prefix.byteAt(node, matched) - (bound[depth + matched] & 0xFF);
    }

    private int copyPrefix(long node, int depth) {
        int count = Prefix.length(node);
        ensureRoom(depth, count);
        Prefix.copyTo(node, count, key, depth);
        return count;
    }

    private void ensureRoom(int depth, int count) {
        int needed = depth + count + KeyBytes.SLACK;
        if (needed > key.length) {
            key = Arrays.copyOf(key, Math.max(needed, Math.min(2 * key.length, MAX_BUFFER)));
        }
    }
}
