package org.artindex.tree;

import org.artindex.memory.Memory;

/**
 * Visits every node of a tree, nested trees and leaf chains included, children before their parent and in key order: the one
 * walk that free, copy, verify and count share.
 *
 * <p>A node that is not wanted is not entered, nor read; pointers that hold their content themselves are not visited. Depth is
 * bounded by memory only: the path is a stack in the heap.
 */
public final class TreeWalk {
    /** What a walk does at each node. */
    public interface Visitor {
        /**
         * Called before the node's children.
         *
         * @return whether to go into the node; where not, {@link #leave} is not called either
         */
        boolean enter(long pointer);

        /** Called after the node's children. */
        void leave(long pointer, long address);

        /** Called for a child pointer that needs no node. */
        default void immediate(long pointer) {}
    }

    private static final int START = -2;

    private final NodeSpace space;
    private final FrameStack frames = new FrameStack();

    /** Makes a walk over trees in a space; it may be used again and again, by one thread at a time. */
    public TreeWalk(NodeSpace space) {
        this.space = space;
    }

    /** Walks the tree below a pointer, which may be 0. */
    public void walk(long root, Visitor visitor) {
        frames.clear();
        visit(root, visitor);
        while (!frames.isEmpty()) {
            long pointer = frames.pointer();
            long node = space.address(pointer);
            int type = NodePointer.type(pointer);
            int step = (int) frames.state();
            if (NodeType.isInner(type)) {
                step = step == START ? InnerNode.first(type, node) : InnerNode.next(type, node, step);
                frames.setState(step);
                if (step != InnerNode.NONE) {
                    visit(Memory.getLong(InnerNode.slotAt(type, node, step >> 8)), visitor);
                    continue;
                }
            } else if (step == START && onlyChildOffset(type) >= 0) {
                frames.setState(0);
                visit(Memory.getLong(node + onlyChildOffset(type)), visitor);
                continue;
            }
            frames.pop();
            visitor.leave(pointer, node);
        }
    }

    /** Where a node with a single child holds it; negative for nodes without children and for inner nodes. */
    public static int onlyChildOffset(int type) {
        if (NodeType.isPrefix(type)) {
            return Prefix.CHILD;
        }
        return switch (type) {
            case NodeType.LEAF -> NodeType.LEAF_NEXT;
            case NodeType.GATE -> NodeType.GATE_ROOT;
            default -> -1;
        };
    }

    private void visit(long pointer, Visitor visitor) {
        if (pointer == 0) {
            return;
        }
        if (NodeType.isImmediate(NodePointer.type(pointer))) {
            visitor.immediate(pointer);
        } else if (visitor.enter(pointer)) {
            frames.push(pointer, START);
        }
    }
}
