package org.artindex.postings;

import java.util.function.LongConsumer;
import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeSink;
import org.artindex.tree.NodeType;
import org.artindex.tree.TreeBuilder;

/**
 * Builds the set of the row ids of one key from row ids in ascending order, each node written once and in its final form.
 *
 * <p>It is reusable, and keeps at most one chain and one window of row ids. Not thread-safe.
 */
public final class SetBuilder {
    private final NodeSink sink;
    private final TreeBuilder windows;
    private final byte[] windowKey = new byte[Gate.KEY_LENGTH];
    private final long[] rows = new long[Leaf.CHAIN_CAPACITY];
    private final short[] offsets = new short[Container.WINDOW];

    /** Row offsets of the window under way, once the set has outgrown a chain. */
    private int offsetCount;

    private long window;
    private long last = -1;
    private long count;

    /** Makes a builder that writes to a sink. */
    public SetBuilder(NodeSink sink) {
        this.sink = sink;
        this.windows = new TreeBuilder(sink);
    }

    /** Row ids added since the last {@link #finish}. */
    public long count() {
        return count;
    }

    /** The row id added last, -1 where there is none. */
    public long last() {
        return last;
    }

    /** Adds a row id that is larger than the last one. */
    public void add(long row) {
        assert row > last && row <= NodePointer.LARGEST_ROW_ID;
        last = row;
        if (count < Leaf.CHAIN_CAPACITY) {
            rows[(int) count++] = row;
            return;
        }
        if (count == Leaf.CHAIN_CAPACITY) {
            for (long earlier : rows) {
                addOffset(earlier);
            }
        }
        addOffset(row);
        count++;
    }

    /**
     * Writes what is left of the set; the builder is ready for another one then.
     *
     * @return the set, 0 where there was no row id
     */
    public long finish() {
        long set;
        if (count == 0) {
            set = 0;
        } else if (count == 1) {
            set = NodePointer.inlined(rows[0]);
        } else if (count <= Leaf.CHAIN_CAPACITY) {
            set = Leaf.build(sink, rows, (int) count);
        } else {
            closeWindow();
            long root = windows.finish();
            set = sink.place(NodeType.GATE);
            Gate.write(sink.address(), count, root);
        }
        clear();
        return set;
    }

    /** Has what was written of the set under way released, root by root, and forgets the set. */
    public void release(LongConsumer roots) {
        windows.release(roots);
        clear();
    }

    private void clear() {
        offsetCount = 0;
        last = -1;
        count = 0;
    }

    private void addOffset(long row) {
        if (row >>> Container.WINDOW_SHIFT != window || offsetCount == 0) {
            if (offsetCount > 0) {
                closeWindow();
            }
            window = row >>> Container.WINDOW_SHIFT;
        }
        offsets[offsetCount++] = (short) (row & Container.OFFSET_MASK);
    }

    private void closeWindow() {
        Gate.writeKey(window << Container.WINDOW_SHIFT, windowKey);
        windows.add(windowKey, Gate.KEY_LENGTH, Container.build(sink, offsets, offsetCount));
        offsetCount = 0;
    }
}
