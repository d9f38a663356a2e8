package org.artindex.tree;

import org.artindex.memory.Memory;

/** Moves children from one inner node to another, where their paths may take another form. Not thread-safe. */
final class ChildMover {
    private final NodeSpace space;
    private final Path moved = new Path();

    ChildMover(NodeSpace space) {
        this.space = space;
    }

    /**
     * Moves the children of a node to a new one of the type that fits a number of children and the paths there are, and
     * releases the old node.
     */
    long resize(long old, int children) {
        int oldType = NodePointer.type(old);
        long from = space.address(old);
        boolean wasTailed = NodeType.isTailed(oldType);
        int shortPaths = 0;
        for (int step = InnerNode.first(oldType, from); step >= 0; step = InnerNode.next(oldType, from, step)) {
            shortPaths += Path.isShortAt(InnerNode.slotAt(oldType, from, step >> 8), wasTailed) ? 1 : 0;
        }
        int type = InnerNode.typeFor(children, shortPaths);
        long pointer = space.allocate(type);
        long to = NodePointer.slabAddress(pointer);
        for (int step = InnerNode.first(oldType, from); step >= 0; step = InnerNode.next(oldType, from, step)) {
            move(
                    InnerNode.slotAt(oldType, from, step >> 8),
                    wasTailed,
                    InnerNode.addSlot(type, to, step & 0xFF),
                    NodeType.isTailed(type));
        }
        space.release(old);
        return pointer;
    }

    /** Moves the pointer in a slot, and its path, to another slot. */
    void move(long from, boolean fromTailed, long to, boolean toTailed) {
        long pointer = Memory.getLong(from);
        if (fromTailed == toTailed) {
            Memory.copyWords(from, to, fromTailed ? 16 : 8);
        } else if (!Path.isAt(from, fromTailed)) {
            Memory.putLong(to, pointer);
        } else {
            moved.clear();
            long below = moved.addPath(space, from, fromTailed);
            Path.write(space, to, toTailed, moved.bytes(), 0, moved.length(), below);
            Path.releaseChain(space, pointer);
        }
    }
}
