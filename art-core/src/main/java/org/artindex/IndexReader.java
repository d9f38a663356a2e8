package org.artindex;

import java.lang.ref.Reference;
import java.util.Objects;
import org.artindex.key.KeyRange;
import org.artindex.postings.PostingCursor;
import org.artindex.postings.Postings;
import org.artindex.state.IndexState;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.RangeEstimator;
import org.artindex.tree.TreeBatchLookup;
import org.artindex.tree.TreeLookup;
import org.jspecify.annotations.Nullable;

/**
 * Reads one index in one snapshot. Keys are encoded: {@link Index#key} makes them from values.
 *
 * <p>Thread-safe, but for the cursors it makes. Look-ups allocate nothing.
 */
public final class IndexReader {
    /** What {@link #get} returns for a key that is not there. */
    public static final long ABSENT = PostingCursor.END;

    private final Snapshot snapshot;
    private final IndexState state;

    IndexReader(Snapshot snapshot, IndexState state) {
        this.snapshot = snapshot;
        this.state = state;
    }

    /** The index that is read. */
    public Index index() {
        return state.index();
    }

    /** The smallest row of a key, {@link #ABSENT} where it has none. */
    public long get(byte[] key) {
        return get(key, key.length);
    }

    /** The smallest row of the key in the first {@code length} bytes, {@link #ABSENT} where it has none. */
    public long get(byte[] key, int length) {
        Objects.checkFromIndexSize(0, length, key.length);
        NodeSpace space = snapshot.space();
        try {
            long value = TreeLookup.find(space, state.root(), key, length);
            return value == 0 ? ABSENT : Postings.first(space, value);
        } finally {
            Reference.reachabilityFence(snapshot);
        }
    }

    /**
     * Looks up many keys at once: for joins, the lists of IN and the checks of constraints. The cache misses of different keys
     * overlap, so in a large index 64 keys or more take about half the time of as many calls of {@link #get}, or less; fewer than eight
     * gain nothing. A call allocates at most 2 KB, however many keys there are.
     *
     * @param keys the first {@code count} are looked up; each array is a whole key, and their order does not matter
     * @param rows gets, at the index of each key, its smallest row, {@link #ABSENT} where it has none
     * @return how many of the keys have a row
     */
    public int getAll(byte[][] keys, int count, long[] rows) {
        TreeBatchLookup lookup = batchLookup(keys, count, rows);
        NodeSpace space = snapshot.space();
        int found = 0;
        try {
            for (int from = 0; from < count; from += TreeBatchLookup.GROUP) {
                int to = Math.min(count, from + TreeBatchLookup.GROUP);
                lookup.find(state.root(), keys, from, to);
                for (int i = from; i < to; i++) {
                    long value = lookup.value(i - from);
                    found += value == 0 ? 0 : 1;
                    rows[i] = value == 0 ? ABSENT : Postings.first(space, value);
                }
            }
            return found;
        } finally {
            Reference.reachabilityFence(snapshot);
        }
    }

    /**
     * Counts the rows of many keys at once; see {@link #getAll}.
     *
     * @param counts gets, at the index of each key, how many rows it has
     * @return the sum of the counts
     */
    public long countAll(byte[][] keys, int count, long[] counts) {
        TreeBatchLookup lookup = batchLookup(keys, count, counts);
        NodeSpace space = snapshot.space();
        long sum = 0;
        try {
            for (int from = 0; from < count; from += TreeBatchLookup.GROUP) {
                int to = Math.min(count, from + TreeBatchLookup.GROUP);
                lookup.find(state.root(), keys, from, to);
                for (int i = from; i < to; i++) {
                    counts[i] = Postings.count(space, lookup.value(i - from));
                    sum += counts[i];
                }
            }
            return sum;
        } finally {
            Reference.reachabilityFence(snapshot);
        }
    }

    /** Whether a key has any row. */
    public boolean contains(byte[] key) {
        return find(key, key.length) != 0;
    }

    /** Whether an entry is there. */
    public boolean contains(byte[] key, long row) {
        try {
            return Postings.contains(snapshot.space(), find(key, key.length), row);
        } finally {
            Reference.reachabilityFence(snapshot);
        }
    }

    /** Rows of a key. */
    public long count(byte[] key) {
        try {
            return Postings.count(snapshot.space(), find(key, key.length));
        } finally {
            Reference.reachabilityFence(snapshot);
        }
    }

    /** Rows of all keys in a range; visits each key, but no row. */
    public long count(KeyRange range) {
        Cursor cursor = cursor(range);
        long count = 0;
        while (cursor.nextKey()) {
            count += cursor.rowCount();
        }
        return count;
    }

    /**
     * Estimates the rows of all keys in a range from about a hundred nodes, never more than some two hundred beyond those on the paths to
     * its bounds, however large it is. Exact where that is enough for all nodes of the range, and for the range of all keys.
     *
     * <p>Measured with 300,000 keys and ranges of 1 to 150,000: with uniformly random or sequential numbers 9 of 10 estimates were within a
     * factor of 1.25 of the truth, with numbers spread evenly over all magnitudes within 1.7. With names of cities it was 1.6 up to
     * 100 keys and up to 4.7 for large ranges, which were estimated too small more often than too large.
     */
    public long estimateCount(KeyRange range) {
        return isAll(range)
                ? state.entries()
                : estimate(range, value -> Postings.count(snapshot.space(), value), state.entries());
    }

    /** Estimates the distinct keys in a range, as {@link #estimateCount} does the rows. */
    public long estimateKeyCount(KeyRange range) {
        return isAll(range) ? state.keys() : estimate(range, RangeEstimator.Weight.KEYS, state.keys());
    }

    /** The smallest key, {@code null} where the index is empty. */
    public byte @Nullable [] firstKey() {
        Cursor cursor = cursor(KeyRange.all());
        return cursor.nextKey() ? cursor.key() : null;
    }

    /** The largest key, {@code null} where the index is empty. */
    public byte @Nullable [] lastKey() {
        Cursor cursor = cursor(KeyRange.all(), Direction.DESCENDING);
        return cursor.nextKey() ? cursor.key() : null;
    }

    /** Distinct keys of the index. */
    public long keyCount() {
        return state.keys();
    }

    /** Entries, that is (key, row) pairs, of the index. */
    public long entryCount() {
        return state.entries();
    }

    /** The rows of a key, ascending or descending. */
    public RowCursor rows(byte[] key, Direction direction) {
        PostingCursor cursor = new PostingCursor(snapshot.space());
        cursor.open(find(key, key.length), direction);
        return new RowCursor(snapshot, cursor);
    }

    /** The entries of a range, ascending by key and then by row. */
    public Cursor cursor(KeyRange range) {
        return cursor(range, Direction.ASCENDING);
    }

    /** The entries of a range, both keys and rows in the given direction. */
    public Cursor cursor(KeyRange range, Direction direction) {
        return new Cursor(snapshot, state.root(), range, direction);
    }

    /** Counts the nodes of the index by type, and what they take; visits every node. */
    public IndexStats stats() {
        try {
            return IndexStats.of(snapshot.space(), state);
        } finally {
            Reference.reachabilityFence(snapshot);
        }
    }

    /**
     * Proves that the index is whole: every node is well-formed, keys are in order, the counts agree. Visits every node.
     *
     * @throws CorruptionException when it is not
     */
    public void verify() {
        try {
            state.verify(snapshot.space());
        } finally {
            Reference.reachabilityFence(snapshot);
        }
    }

    private TreeBatchLookup batchLookup(byte[][] keys, int count, long[] results) {
        Objects.checkFromIndexSize(0, count, keys.length);
        Objects.checkFromIndexSize(0, count, results.length);
        return TreeBatchLookup.toRead(snapshot.space(), count);
    }

    private long estimate(KeyRange range, RangeEstimator.Weight weight, long most) {
        try {
            double found = new RangeEstimator(snapshot.space(), weight).estimate(state.root(), range);
            return Math.min(Math.round(found), most);
        } finally {
            Reference.reachabilityFence(snapshot);
        }
    }

    private static boolean isAll(KeyRange range) {
        return range.low().length == 0 && range.high() == null;
    }

    private long find(byte[] key, int length) {
        try {
            return TreeLookup.find(snapshot.space(), state.root(), key, length);
        } finally {
            Reference.reachabilityFence(snapshot);
        }
    }
}
