package org.artindex.tree;

import java.util.Arrays;
import org.artindex.memory.Memory;

/**
 * Moves the nodes of a tree, nested trees and leaf chains included, out of slabs that are to be emptied, in slices: a node that lies in such
 * a slab, or has a child that was moved, is copied as any change copies it, children before their parent and in key order.
 *
 * <p>A slice that has visited its share of nodes stops, and the next one goes on at the key it stopped at, whatever was changed between
 * them: what a change makes never lies in such a slab. The place is the bytes of the path, those of a nested tree behind the key it
 * belongs to. Nodes in blocks are not visited: they lead to no others.
 *
 * <p>No method recurses. Not thread-safe: used by the writer alone.
 */
public final class Relocator {
    private static final int START = -2;
    private static final int ONLY_CHILD = 0;
    private static final int DEPTH_SHIFT = 32;

    private final long[] lines = new long[InnerNode.FEW_LINES];
    private final NodeSpace space;
    private final FrameStack frames = new FrameStack();
    private byte[] path = new byte[64];

    /** Where the next slice begins; of no bytes at the begin of a tree. */
    private byte[] resume = new byte[0];

    private boolean stopped;

    /** Whether the path so far equals the begin of {@link #resume}. */
    private boolean resuming;

    private int depth;
    private long left;
    private long visited;
    private long moved;

    /** Makes a relocator for trees in a space. */
    public Relocator(NodeSpace space) {
        this.space = space;
    }

    /** Nodes visited so far; those on the way to the place where a slice begins do not count. */
    public long visited() {
        return visited;
    }

    /** Nodes copied so far. */
    public long moved() {
        return moved;
    }

    /** Whether the last slice stopped before the end of its tree. */
    public boolean hasMore() {
        return stopped;
    }

    /**
     * Goes on in the tree that the last slice stopped in, or begins with another one.
     *
     * @param root pointer to the root of the tree as it is now, 0 for none
     * @param budget nodes to visit; some more are where the path is long
     * @return pointer to its root after the slice
     * @throws org.artindex.MemoryLimitException when memory runs out: the batch can only be rolled back, and the slice done again
     */
    public long relocate(long root, int budget) {
        frames.clear();
        resuming = resume.length > 0;
        stopped = false;
        depth = 0;
        left = budget;
        long result = enter(root) ? 0 : root;
        while (!frames.isEmpty()) {
            depth = (int) (frames.state() >>> DEPTH_SHIFT);
            int step = (int) frames.state();
            if (step != START) {
                relink(step, result);
                resuming = false;
            }
            long pointer = frames.pointer();
            int next =
                    NodeType.isInner(NodePointer.type(pointer)) ? nextChild(pointer, step) : onlyChild(pointer, step);
            if (next == InnerNode.NONE) {
                result = space.isInVictim(pointer) ? own(pointer) : pointer;
                frames.pop();
                continue;
            }
            long child = Memory.getLong(slotOf(pointer, next));
            frames.setState(((frames.state() >>> DEPTH_SHIFT) << DEPTH_SHIFT) | next);
            if (!enter(child)) {
                result = child;
            }
        }
        if (!stopped) {
            resume = new byte[0];
        }
        return result;
    }

    /** Pushes a node that is to be visited. */
    private boolean enter(long pointer) {
        if (pointer <= 0 || NodeType.isImmediate(NodePointer.type(pointer))) {
            return false;
        }
        if (NodePointer.impliesZero(pointer) && !passes(0)) {
            return false;
        }
        if (!resuming || depth >= resume.length) {
            visited++;
            left--;
        }
        frames.push(pointer, ((long) depth << DEPTH_SHIFT) | (START & 0xFFFF_FFFFL));
        return true;
    }

    /** The next child that is a node of its own, {@link InnerNode#NONE} where there is none or the slice ends. */
    private int nextChild(long pointer, int from) {
        int type = NodePointer.type(pointer);
        long node = NodePointer.slabAddress(pointer);
        if (stopped) {
            return InnerNode.NONE;
        }
        int step = from;
        if (from == START) {
            InnerNode.touchChildren(type, node, 0, InnerNode.TOUCHED, 255, lines);
            boolean within = resuming && depth < resume.length;
            step = InnerNode.ceiling(type, node, within ? resume[depth] & 0xFF : 0);
        } else {
            step = InnerNode.next(type, node, from);
        }
        while (step != InnerNode.NONE) {
            long slot = InnerNode.slotAt(type, node, step >> 8);
            if (!NodeType.isImmediate(NodePointer.type(Memory.getLong(slot)))) {
                if (left <= 0 && !resuming) {
                    stopAt(step & 0xFF);
                    return InnerNode.NONE;
                }
                if (passes(step & 0xFF) && (!NodeType.isTailed(type) || passesBytes(slot))) {
                    return step;
                }
                resuming = false;
                depth = (int) (frames.state() >>> DEPTH_SHIFT);
            }
            step = InnerNode.next(type, node, step);
        }
        return InnerNode.NONE;
    }

    private int onlyChild(long pointer, int from) {
        int type = NodePointer.type(pointer);
        int offset = TreeWalk.onlyChildOffset(type);
        if (from != START || offset < 0) {
            return InnerNode.NONE;
        }
        long node = NodePointer.slabAddress(pointer);
        if (NodeType.isPrefix(type) && !passesBytes(node)) {
            return InnerNode.NONE;
        }
        return Memory.getLong(node + offset) == 0 ? InnerNode.NONE : ONLY_CHILD;
    }

    private void stopAt(int keyByte) {
        stopped = true;
        resume = Arrays.copyOf(path, depth + 1);
        resume[depth] = (byte) keyByte;
    }

    /** Adds the bytes of a prefix node or tail to the path. Says whether what is below them is not before the place to go on at. */
    private boolean passesBytes(long node) {
        for (int i = 0, count = Prefix.length(node); i < count; i++) {
            if (!passes(Prefix.byteAt(node, i))) {
                return false;
            }
        }
        return true;
    }

    private boolean passes(int keyByte) {
        if (depth == path.length) {
            path = Arrays.copyOf(path, 2 * path.length);
        }
        path[depth] = (byte) keyByte;
        if (resuming) {
            int order = depth < resume.length ? keyByte - (resume[depth] & 0xFF) : 1;
            if (order < 0) {
                return false;
            }
            resuming = order == 0;
        }
        depth++;
        return true;
    }

    /** Has the node on top of the stack point to what became of its child. */
    private void relink(int step, long child) {
        long pointer = frames.pointer();
        if (Memory.getLong(slotOf(pointer, step)) != child) {
            long own = own(pointer);
            frames.setPointer(own);
            Memory.putLong(slotOf(own, step), child);
        }
    }

    private static long slotOf(long pointer, int step) {
        int type = NodePointer.type(pointer);
        long node = NodePointer.slabAddress(pointer);
        return NodeType.isInner(type) ? InnerNode.slotAt(type, node, step >> 8) : node + TreeWalk.onlyChildOffset(type);
    }

    private long own(long pointer) {
        if (space.isFresh(pointer)) {
            return pointer;
        }
        moved++;
        long copy = space.own(NodePointer.withoutImpliedZero(pointer));
        return NodePointer.impliesZero(pointer) ? NodePointer.withImpliedZero(copy) : copy;
    }
}
