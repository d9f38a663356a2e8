package org.artindex;

import java.lang.ref.Reference;
import java.util.Arrays;
import org.artindex.key.KeyRange;
import org.artindex.postings.PostingCursor;
import org.artindex.postings.Postings;
import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.NodeType;
import org.artindex.tree.TreeCursor;
import org.jspecify.annotations.Nullable;

/**
 * Walks the entries of a range, that is (key, row) pairs, in one direction: by key in unsigned byte order, and by row within a key.
 *
 * <p>A new cursor stands before the first entry; there, and after a step that found none, it has no key and no row, and asking for
 * them is an {@link IllegalStateException}. It holds no resource of its own and is usable while its snapshot is open. Steps
 * allocate nothing once the buffers have grown to the longest key. Not thread-safe.
 */
public final class Cursor {
    private final Snapshot snapshot;
    private final NodeSpace space;
    private final TreeCursor tree;
    private final long root;
    private final Direction direction;
    private @Nullable PostingCursor rows;
    private KeyRange range;
    private byte[] low;
    private boolean started;
    private boolean onKey;

    /** A key's only row id, which needs no posting cursor; negative where that is in use. */
    private long single = PostingCursor.END;

    private long row = PostingCursor.END;

    Cursor(Snapshot snapshot, long root, KeyRange range, Direction direction) {
        this.snapshot = snapshot;
        this.space = snapshot.space();
        this.tree = new TreeCursor(space);
        this.root = root;
        this.direction = direction;
        this.range = range;
        this.low = range.low();
        turnTo(range);
    }

    /** Turns to another range of the same index, in the same direction: as a new cursor, but with the buffers that this one has. */
    public void reset(KeyRange range) {
        snapshot.checkOpen();
        turnTo(range);
    }

    private void turnTo(KeyRange range) {
        this.range = range;
        this.low = range.low();
        started = false;
        onKey = false;
        single = PostingCursor.END;
        tree.reset(root, direction == Direction.ASCENDING ? range.high() : null);
    }

    /** Goes to the next entry. Says whether there is one. */
    public boolean next() {
        snapshot.checkOpen();
        try {
            return nextRow() || (stepKey() && firstRow());
        } finally {
            Reference.reachabilityFence(snapshot);
        }
    }

    /** Goes to the first entry of the next key. Says whether there is one. */
    public boolean nextKey() {
        snapshot.checkOpen();
        try {
            return stepKey() && firstRow();
        } finally {
            Reference.reachabilityFence(snapshot);
        }
    }

    /**
     * Goes to the first entry whose key is not before a bound in the cursor's direction: at least it when ascending, at most it
     * when descending; never out of the range.
     *
     * @return whether there is one
     */
    public boolean seek(byte[] key) {
        snapshot.checkOpen();
        started = true;
        try {
            return accept(direction == Direction.ASCENDING ? seekUp(key) : seekDown(key)) && firstRow();
        } finally {
            Reference.reachabilityFence(snapshot);
        }
    }

    /** The row of the entry the cursor stands on. */
    public long row() {
        checkOnEntry();
        return row;
    }

    /** A copy of the key the cursor stands on. */
    public byte[] key() {
        checkOnEntry();
        return Arrays.copyOf(tree.keyBuffer(), tree.keyLength());
    }

    /** The key without a copy: in the first {@link #keyLength} bytes, until the next step. */
    public byte[] keyBuffer() {
        checkOnEntry();
        return tree.keyBuffer();
    }

    /** Bytes of the key the cursor stands on. */
    public int keyLength() {
        checkOnEntry();
        return tree.keyLength();
    }

    /** Rows of the key the cursor stands on. */
    public long rowCount() {
        checkOnEntry();
        snapshot.checkOpen();
        try {
            return Postings.count(space, tree.value());
        } finally {
            Reference.reachabilityFence(snapshot);
        }
    }

    /** Fills the page with the rows of the next entries and returns how many there were, less than its length only at the end. */
    public int next(long[] page) {
        snapshot.checkOpen();
        try {
            int filled = 0;
            while (filled < page.length) {
                int here = nextAtHand(page, filled);
                if (here > filled) {
                    filled = here;
                } else if (stepKey() && firstRow()) {
                    page[filled++] = row;
                } else {
                    break;
                }
            }
            return filled;
        } finally {
            Reference.reachabilityFence(snapshot);
        }
    }

    /** Goes on to the further rows of a key, or to the keys beside it. Returns how far the page is filled then. */
    private int nextAtHand(long[] page, int from) {
        int filled = from;
        if (onKey && single < 0) {
            filled += rows().next(page, from, page.length);
        } else if (onKey && direction == Direction.ASCENDING) {
            filled = tree.nextInlined(page, from, page.length);
            single = filled > from ? page[filled - 1] : single;
        }
        row = filled > from ? page[filled - 1] : row;
        return filled;
    }

    private void checkOnEntry() {
        if (!onKey) {
            throw new IllegalStateException("the cursor stands on no entry");
        }
    }

    private boolean nextRow() {
        if (!onKey || single >= 0) {
            return false;
        }
        long following = rows().next();
        if (following < 0) {
            return false;
        }
        row = following;
        return true;
    }

    private boolean seekUp(byte[] key) {
        byte[] from = Arrays.compareUnsigned(key, low) < 0 ? low : key;
        return !range.isEmpty() && tree.toCeiling(from, from.length);
    }

    private boolean seekDown(byte[] key) {
        KeyRange upTo = range.intersect(KeyRange.atMost(key));
        return !upTo.isEmpty() && toLast(upTo.high());
    }

    private boolean stepKey() {
        if (started) {
            return onKey && accept(direction == Direction.ASCENDING ? tree.next() : tree.previous());
        }
        started = true;
        if (range.isEmpty()) {
            return accept(false);
        }
        return accept(direction == Direction.ASCENDING ? toFirst() : toLast(range.high()));
    }

    private boolean toFirst() {
        return low.length == 0 ? tree.toFirst() : tree.toCeiling(low, low.length);
    }

    private boolean toLast(byte @Nullable [] below) {
        return below == null ? tree.toLast() : tree.toLower(below, below.length);
    }

    /** Keeps the key that the tree's cursor found if it is inside the far bound of the range; going up it finds no other. */
    private boolean accept(boolean found) {
        onKey = found && isInside();
        return onKey;
    }

    private boolean isInside() {
        return direction == Direction.ASCENDING || low.length == 0 || tree.compareKeyTo(low) >= 0;
    }

    private boolean firstRow() {
        long value = tree.value();
        if (NodePointer.type(value) == NodeType.INLINED) {
            single = NodePointer.payload(value);
            row = single;
        } else {
            single = PostingCursor.END;
            PostingCursor opened = rows();
            opened.open(value, direction);
            row = opened.next();
        }
        return true;
    }

    /** Most cursors meet no key with several rows. */
    private PostingCursor rows() {
        PostingCursor made = rows;
        if (made == null) {
            made = new PostingCursor(space);
            rows = made;
        }
        return made;
    }
}
