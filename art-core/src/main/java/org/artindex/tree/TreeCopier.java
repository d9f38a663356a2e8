package org.artindex.tree;

import org.artindex.memory.Memory;

/**
 * Copies trees, nested trees and leaf chains included, to a {@link NodeSink}: children before their parent and in key order, byte
 * for byte but for the child pointers, which point to the copies.
 *
 * <p>The new pointers of children whose parent is not copied yet stand on a stack in the heap, the youngest child on top: a
 * parent takes back as many as it has children. Not thread-safe.
 */
public final class TreeCopier implements TreeWalk.Visitor {
    private final TreeWalk walk;
    private final NodeSink sink;
    private final FrameStack copies = new FrameStack();

    /** Makes a copier of trees in a space. */
    public TreeCopier(NodeSpace space, NodeSink sink) {
        this.walk = new TreeWalk(space);
        this.sink = sink;
    }

    /**
     * Copies the tree below a pointer.
     *
     * @return the pointer to its copy; a pointer that needs no node is its own copy
     */
    public long copy(long root) {
        if (root == 0) {
            return 0;
        }
        copies.clear();
        walk.walk(root, this);
        long copy = take();
        assert copies.isEmpty();
        return copy;
    }

    @Override
    public boolean enter(long pointer) {
        return true;
    }

    @Override
    public void immediate(long pointer) {
        copies.push(pointer, 0);
    }

    @Override
    public void leave(long pointer, long address) {
        int type = NodePointer.type(pointer);
        long copy = sink.place(type);
        long to = sink.address();
        Memory.copyWords(address, to, NodeType.size(type));
        if (NodeType.isInner(type)) {
            for (int step = InnerNode.last(type, to);
                    step != InnerNode.NONE;
                    step = InnerNode.previous(type, to, step)) {
                Memory.putLong(InnerNode.slotAt(type, to, step >> 8), take());
            }
        } else if (TreeWalk.onlyChildOffset(type) >= 0) {
            long slot = to + TreeWalk.onlyChildOffset(type);
            if (Memory.getLong(slot) != 0) {
                Memory.putLong(slot, take());
            }
        }
        copies.push(NodePointer.impliesZero(pointer) ? NodePointer.withImpliedZero(copy) : copy, 0);
    }

    private long take() {
        long copy = copies.pointer();
        copies.pop();
        return copy;
    }
}
