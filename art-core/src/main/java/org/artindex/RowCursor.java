package org.artindex;

import java.lang.ref.Reference;
import org.artindex.postings.PostingCursor;

/** Walks a set of row ids. Not thread-safe; usable while its snapshot is open. */
public final class RowCursor {
    /** What {@link #next()} returns past the last row. */
    public static final long END = PostingCursor.END;

    private final Snapshot snapshot;
    private final PostingCursor cursor;

    RowCursor(Snapshot snapshot, PostingCursor cursor) {
        this.snapshot = snapshot;
        this.cursor = cursor;
    }

    /** The next row id, or {@link #END}. */
    public long next() {
        snapshot.checkOpen();
        try {
            return cursor.next();
        } finally {
            Reference.reachabilityFence(snapshot);
        }
    }

    /** Fills the page with the next row ids and returns how many there were, less than its length only at the end. */
    public int next(long[] page) {
        snapshot.checkOpen();
        try {
            return cursor.next(page, 0, page.length);
        } finally {
            Reference.reachabilityFence(snapshot);
        }
    }

    /**
     * Skips forward to the first row that is not before {@code row} in the cursor's direction; stays where it is when it has passed
     * that already. Any number will do, also one that is no row id.
     */
    public void seek(long row) {
        snapshot.checkOpen();
        try {
            cursor.seek(row);
        } finally {
            Reference.reachabilityFence(snapshot);
        }
    }
}
