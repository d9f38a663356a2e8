package org.artindex.postings;

import java.util.Arrays;
import org.artindex.Direction;
import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.NodeType;
import org.artindex.tree.TreeCursor;
import org.jspecify.annotations.Nullable;

/**
 * Walks the row ids of one set, up or down.
 *
 * <p>It reads a chain, or one container of a nested tree, at a time into a buffer of at most 4096 row ids (32 KiB) that it keeps
 * from set to set. Not thread-safe.
 */
public final class PostingCursor {
    /** What {@link #next} returns past the last row id. */
    public static final long END = -1;

    private final NodeSpace space;
    private long[] rows = new long[Leaf.CHAIN_CAPACITY];
    private int count;
    private int position;
    private Direction direction = Direction.ASCENDING;
    private @Nullable TreeCursor windows;
    private boolean nested;
    private final byte[] bound = new byte[Gate.KEY_LENGTH];

    /** Makes a cursor without a set. */
    public PostingCursor(NodeSpace space) {
        this.space = space;
    }

    /** Turns to a set, 0 for the empty one, before its first row id in the given direction. */
    public void open(long value, Direction direction) {
        this.direction = direction;
        position = 0;
        nested = false;
        switch (NodePointer.type(value)) {
            case NodeType.NONE -> count = 0;
            case NodeType.INLINED -> {
                rows[0] = NodePointer.payload(value);
                count = 1;
            }
            case NodeType.LEAF -> count = Leaf.read(space, value, rows);
            default -> openNested(value);
        }
    }

    /** The next row id, or {@link #END}. */
    public long next() {
        if (position == count && !nextWindow()) {
            return END;
        }
        int index = position++;
        return rows[direction == Direction.ASCENDING ? index : count - 1 - index];
    }

    /**
     * Fills a page with the next row ids.
     *
     * @return how many there were, less than asked for only at the end
     */
    public int next(long[] page, int from, int to) {
        int filled = from;
        while (filled < to && (position < count || nextWindow())) {
            int here = Math.min(to - filled, count - position);
            if (direction == Direction.ASCENDING) {
                System.arraycopy(rows, position, page, filled, here);
            } else {
                for (int i = 0; i < here; i++) {
                    page[filled + i] = rows[count - 1 - position - i];
                }
            }
            position += here;
            filled += here;
        }
        return filled - from;
    }

    /**
     * Skips forward to the first row id that is not before a bound in the cursor's direction; stays where it is when it has passed
     * the bound already.
     *
     * @param bound any number, also one that is no row id
     */
    public void seek(long bound) {
        boolean ascending = direction == Direction.ASCENDING;
        if (ascending ? bound > NodePointer.LARGEST_ROW_ID : bound < 0) {
            toEnd();
            return;
        }
        long row = Math.max(0, Math.min(bound, NodePointer.LARGEST_ROW_ID));
        if (nested && !isWindowOf(row) && (isPastWindowOf(row) || !toWindow(row))) {
            return;
        }
        int rank = Arrays.binarySearch(rows, 0, count, row);
        if (ascending) {
            position = Math.max(position, rank >= 0 ? rank : -rank - 1);
        } else {
            position = Math.max(position, rank >= 0 ? count - 1 - rank : count + rank + 1);
        }
    }

    private void openNested(long gate) {
        TreeCursor cursor = windows;
        if (cursor == null) {
            cursor = new TreeCursor(space);
            windows = cursor;
        }
        cursor.reset(Gate.root(space.address(gate)));
        nested = true;
        count = 0;
    }

    private boolean nextWindow() {
        if (!nested || windows == null) {
            return false;
        }
        return load(direction == Direction.ASCENDING ? windows.next() : windows.previous());
    }

    private boolean isWindowOf(long row) {
        return count > 0 && rows[0] >>> Container.WINDOW_SHIFT == row >>> Container.WINDOW_SHIFT;
    }

    private boolean isPastWindowOf(long row) {
        return count > 0 && (direction == Direction.ASCENDING ? rows[0] > row : rows[0] < row);
    }

    private boolean toWindow(long row) {
        if (windows == null) {
            return false;
        }
        boolean ascending = direction == Direction.ASCENDING;
        if (!ascending && row >>> Container.WINDOW_SHIFT == NodePointer.LARGEST_ROW_ID >>> Container.WINDOW_SHIFT) {
            return load(windows.toLast());
        }
        Gate.writeKey(ascending ? row : row + Container.WINDOW, bound);
        return load(ascending ? windows.toCeiling(bound, Gate.KEY_LENGTH) : windows.toLower(bound, Gate.KEY_LENGTH));
    }

    private void toEnd() {
        nested = false;
        position = 0;
        count = 0;
    }

    /** Reads the window that the cursor stands on; past the last one the set is used up. */
    private boolean load(boolean found) {
        position = 0;
        if (!found || windows == null) {
            toEnd();
            return false;
        }
        long container = windows.value();
        int size = Container.count(space, container);
        if (size > rows.length) {
            rows = new long[Math.min(Container.WINDOW, 2 * size)];
        }
        count = Container.read(space, container, Gate.base(windows.keyBuffer()), rows);
        return true;
    }
}
