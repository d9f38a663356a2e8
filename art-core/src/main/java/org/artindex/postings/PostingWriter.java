package org.artindex.postings;

import org.artindex.Direction;
import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.NodeType;
import org.artindex.tree.TreeWalk;
import org.artindex.tree.TreeWriter;

/**
 * Adds row ids to sets and removes them, copy-on-write; see {@link Postings} for the forms.
 *
 * <p>Sets move to the next tier when they must, and back with hysteresis. Not thread-safe: used by the writer alone.
 */
public final class PostingWriter {
    static final int BACK_TO_CHAIN = Leaf.CHAIN_CAPACITY / 2;

    private final NodeSpace space;
    private final TreeWriter nested;
    private final TreeWalk walk;
    private final PostingCursor cursor;
    private final byte[] nestedKey = new byte[Gate.KEY_LENGTH];
    private final long[] rows = new long[Leaf.CHAIN_CAPACITY + 1];

    /** Makes a writer for sets in a space. */
    public PostingWriter(NodeSpace space) {
        this.space = space;
        this.nested = new TreeWriter(space);
        this.walk = new TreeWalk(space);
        this.cursor = new PostingCursor(space);
    }

    /** Adds a row id: the set with it, or 0 where it was there already. */
    public long add(long value, long row) {
        return switch (NodePointer.type(value)) {
            case NodeType.NONE -> NodePointer.inlined(row);
            case NodeType.INLINED -> addToInlined(value, row);
            case NodeType.LEAF -> addToChain(value, row);
            default -> addToGate(value, row);
        };
    }

    /** Removes a row id, which must be there: the set without it, 0 where it was the last one. */
    public long remove(long value, long row) {
        return switch (NodePointer.type(value)) {
            case NodeType.INLINED -> 0;
            case NodeType.LEAF -> removeFromChain(value, row);
            default -> removeFromGate(value, row);
        };
    }

    /** Releases the nodes of a set, or of a whole tree, that are in memory. Those in blocks are not read: they lead to no others. */
    public void release(long value) {
        walk.walk(value, new Release(space));
    }

    private long addToInlined(long value, long row) {
        long other = NodePointer.payload(value);
        if (other == row) {
            return 0;
        }
        rows[0] = Math.min(row, other);
        rows[1] = Math.max(row, other);
        return Leaf.write(space, 0, rows, 2);
    }

    private long addToChain(long value, long row) {
        if (Leaf.takesLast(space.address(value), row)) {
            long own = space.own(value);
            Leaf.addLast(NodePointer.slabAddress(own), row);
            return own;
        }
        int count = Leaf.read(space, value, rows);
        int rank = rank(count, row);
        if (rank < count && rows[rank] == row) {
            return 0;
        }
        System.arraycopy(rows, rank, rows, rank + 1, count - rank);
        rows[rank] = row;
        return count < Leaf.CHAIN_CAPACITY ? Leaf.write(space, value, rows, count + 1) : openGate(value, count + 1);
    }

    private long openGate(long chain, int count) {
        long gate = space.allocate(NodeType.GATE);
        for (int i = 0; i < count; i++) {
            addToGate(gate, rows[i]);
        }
        Leaf.release(space, chain);
        return gate;
    }

    private long addToGate(long value, long row) {
        Gate.writeKey(row, nestedKey);
        long container = locate(value);
        int offset = (int) row & Container.OFFSET_MASK;
        long changed = container == 0 ? Container.of(offset) : Container.add(space, container, offset);
        if (changed == 0) {
            return 0;
        }
        long gate = ownGate(value);
        nested.put(changed);
        Gate.addToCount(NodePointer.slabAddress(gate), 1);
        return gate;
    }

    private long removeFromChain(long value, long row) {
        int count = Leaf.read(space, value, rows);
        int rank = rank(count, row);
        System.arraycopy(rows, rank + 1, rows, rank, count - rank - 1);
        if (count == 2) {
            Leaf.release(space, value);
            return NodePointer.inlined(rows[0]);
        }
        return Leaf.write(space, value, rows, count - 1);
    }

    private long removeFromGate(long value, long row) {
        Gate.writeKey(row, nestedKey);
        long changed = Container.remove(space, locate(value), (int) row & Container.OFFSET_MASK);
        long gate = ownGate(value);
        if (changed == 0) {
            nested.delete();
        } else {
            nested.put(changed);
        }
        Gate.addToCount(NodePointer.slabAddress(gate), -1);
        return Gate.count(NodePointer.slabAddress(gate)) > BACK_TO_CHAIN ? gate : closeGate(gate);
    }

    private long closeGate(long gate) {
        cursor.open(gate, Direction.ASCENDING);
        int count = 0;
        for (long row = cursor.next(); row >= 0; row = cursor.next()) {
            rows[count++] = row;
        }
        release(gate);
        return Leaf.write(space, 0, rows, count);
    }

    private long locate(long gate) {
        return nested.locate(Gate.rootSlot(space.address(gate)), nestedKey, Gate.KEY_LENGTH);
    }

    /** A gate that is copied takes its root slot along, so the place in the nested tree must be found again. */
    private long ownGate(long gate) {
        long own = space.own(gate);
        if (own != gate) {
            locate(own);
        }
        return own;
    }

    private int rank(int count, long row) {
        int rank = 0;
        while (rank < count && rows[rank] < row) {
            rank++;
        }
        return rank;
    }

    private record Release(NodeSpace space) implements TreeWalk.Visitor {
        @Override
        public boolean enter(long pointer) {
            return !NodePointer.isSerialized(pointer);
        }

        @Override
        public void leave(long pointer, long address) {
            space.release(pointer);
        }
    }
}
