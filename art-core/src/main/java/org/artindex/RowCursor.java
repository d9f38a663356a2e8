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
        long row = cursor.next();
        Reference.reachabilityFence(snapshot);
        return row;
    }

    /** Fills the page with the next row ids and returns how many there were, less than its length only at the end. */
    public int next(long[] page) {
        snapshot.checkOpen();
        int count = cursor.next(page, 0, page.length);
        Reference.reachabilityFence(snapshot);
        return count;
    }

    /** Skips forward to the first row that is not before {@code row} in the cursor's direction. */
    public void seek(long row) {
        snapshot.checkOpen();
        cursor.seek(row);
        Reference.reachabilityFence(snapshot);
    }
}
