package org.artindex.postings;

import java.util.Arrays;
import org.artindex.Direction;
import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.NodeType;
import org.artindex.tree.TreeMerger;

/**
 * Makes one set of two: few row ids are added to the other set one by one, and nested trees merged like any trees.
 *
 * <p>Not thread-safe: used by the writer alone.
 */
public final class SetMerger {
    private final NodeSpace space;
    private final PostingWriter writer;
    private final TreeMerger nested;
    private final PostingCursor cursor;
    private final long[] few = new long[Leaf.CHAIN_CAPACITY];
    private final long[] bits = new long[Container.WINDOW / Long.SIZE];
    private final long[] rows = new long[Container.WINDOW];
    private final short[] offsets = new short[Container.WINDOW];

    /** Row ids that both sets had, in the containers merged since the last call of {@link #union}. */
    private long repeats;

    /** Makes a merger of sets in a space. */
    public SetMerger(NodeSpace space, PostingWriter writer) {
        this.space = space;
        this.writer = writer;
        this.nested = new TreeMerger(space, (first, second, key, length) -> mergeContainers(first, second));
        this.cursor = new PostingCursor(space);
    }

    /** The union of two sets that are not empty, in whose place it comes: what is no longer needed is released. */
    public long union(long first, long second) {
        boolean firstIsLarge = NodePointer.type(first) == NodeType.GATE;
        if (firstIsLarge && NodePointer.type(second) == NodeType.GATE) {
            return mergeGates(first, second);
        }
        return firstIsLarge ? addAll(first, second) : addAll(second, first);
    }

    /** Adds the row ids of a set that has no gate to another set. */
    private long addAll(long set, long small) {
        cursor.open(small, Direction.ASCENDING);
        int count = cursor.next(few, 0, few.length);
        writer.release(small);
        long union = set;
        for (int i = 0; i < count; i++) {
            long larger = writer.add(union, few[i]);
            union = larger == 0 ? union : larger;
        }
        return union;
    }

    private long mergeGates(long first, long second) {
        long gate = space.own(first);
        long address = NodePointer.slabAddress(gate);
        long other = space.address(second);
        long added = Gate.count(other);
        repeats = 0;
        nested.merge(Gate.rootSlot(address), Gate.root(other));
        Gate.addToCount(address, added - repeats);
        space.release(second);
        return gate;
    }

    private long mergeContainers(long first, long second) {
        int total = Container.count(space, first) + Container.count(space, second);
        Arrays.fill(bits, 0);
        addBits(first);
        addBits(second);
        int count = 0;
        for (int i = 0; i < bits.length; i++) {
            for (long word = bits[i]; word != 0; word &= word - 1) {
                offsets[count++] = (short) ((i << 6) + Long.numberOfTrailingZeros(word));
            }
        }
        repeats += total - count;
        release(first);
        release(second);
        return Container.build(space, offsets, count);
    }

    private void addBits(long container) {
        int count = Container.read(space, container, 0, rows);
        for (int i = 0; i < count; i++) {
            bits[(int) rows[i] >>> 6] |= 1L << rows[i];
        }
    }

    private void release(long container) {
        if (!NodeType.isImmediate(NodePointer.type(container))) {
            space.release(container);
        }
    }
}
