package org.artindex;

import org.artindex.tree.NodePointer;

/**
 * The ranges of row ids.
 *
 * <p>Every row id from 0 to {@link #LARGEST} can be stored. Hosts whose transactions keep rows of their own before they commit give
 * those <em>local</em> row ids, from {@link #MAX_ROW_ID} up to {@link #MAX_ROW_ID_LOCAL}: a {@link LocalIndex} holds them, and
 * merging it into the published index gives each its final row id, which must not be local. All other changes take every row id, since a
 * host without local rows may use them all. DuckDB splits its row ids at the same numbers.
 */
public final class RowIds {
    /** The largest row id that can be stored: 2^56 - 1. */
    public static final long LARGEST = NodePointer.LARGEST_ROW_ID;

    /** The first local row id; row ids below are those of published rows. */
    public static final long MAX_ROW_ID = 36_028_797_018_960_000L;

    /** The first row id that is not local any more. */
    public static final long MAX_ROW_ID_LOCAL = 72_057_594_037_920_000L;

    private RowIds() {}

    /** Whether a row id is local to a transaction. */
    public static boolean isLocal(long row) {
        return row >= MAX_ROW_ID && row < MAX_ROW_ID_LOCAL;
    }
}
