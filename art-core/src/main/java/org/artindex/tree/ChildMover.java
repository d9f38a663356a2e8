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
        int shortPaths = 0;
        for (int step = InnerNode.first(oldType, from); step >= 0; step = InnerNode.next(oldType, from, step)) {
            shortPaths += Path.isShortAt(Slot.of(InnerNode.slotAt(oldType, from, step >> 8), oldType)) ? 1 : 0;
        }
        int type = InnerNode.typeFor(children, shortPaths);
        long pointer = space.allocate(type);
        long to = NodePointer.slabAddress(pointer);
        for (int step = InnerNode.first(oldType, from); step >= 0; step = InnerNode.next(oldType, from, step)) {
            move(
                    Slot.of(InnerNode.slotAt(oldType, from, step >> 8), oldType),
                    Slot.of(InnerNode.addSlot(type, to, step & 0xFF), type));
        }
        space.release(old);
        return pointer;
    }

    /** Moves the pointer in a slot, and its path, to another slot. */
    void move(long from, long to) {
        long pointer = Memory.getLong(Slot.address(from));
        if (Slot.isTailed(from) == Slot.isTailed(to)) {
            Memory.copyWords(Slot.address(from), Slot.address(to), Slot.isTailed(from) ? 16 : 8);
        } else if (!Path.isAt(from)) {
            Memory.putLong(Slot.address(to), pointer);
        } else {
            moved.clear();
            long below = moved.addPath(space, from);
            Path.write(space, to, moved.bytes(), 0, moved.length(), below);
            Path.releaseChain(space, pointer);
        }
    }
}
