package org.artindex.state;

import java.util.BitSet;
import org.artindex.InvalidKeyException;
import org.artindex.postings.PostingCursor;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.TreeBatchLookup;

/**
 * Makes one kind of change to many entries of one index, in the order given.
 *
 * <p>The keys of a group of changes are looked up together before the first of them is made, so that what they read is in the cache
 * then. The answer for a key also says where there is nothing to do, as long as the changes before it in the group cannot alter that.
 */
final class BatchedChanges {
    /** What is done to each entry, and what takes it back. */
    enum Change {
        PUT {
            @Override
            boolean apply(IndexWork work, byte[] key, long row) {
                return work.put(key, key.length, row);
            }
        },
        PUT_IF_ABSENT {
            @Override
            boolean isIdle(long value) {
                return value != 0;
            }

            @Override
            boolean apply(IndexWork work, byte[] key, long row) {
                return work.putIfAbsent(key, key.length, row) == PostingCursor.END;
            }
        },
        REMOVE {
            @Override
            boolean isIdle(long value) {
                return value == 0;
            }

            @Override
            boolean apply(IndexWork work, byte[] key, long row) {
                return work.remove(key, key.length, row);
            }

            @Override
            void takeBack(IndexWork work, byte[] key, long row) {
                work.put(key, key.length, row);
            }
        };

        /** Whether nothing is to be done for a key that had these rows before the group, 0 for none. */
        boolean isIdle(long value) {
            return false;
        }

        /** Says whether the entry was changed. */
        abstract boolean apply(IndexWork work, byte[] key, long row);

        void takeBack(IndexWork work, byte[] key, long row) {
            work.remove(key, key.length, row);
        }
    }

    private final IndexWork work;
    private final byte[][] keys;
    private final long[] rows;
    private final int count;
    private final TreeBatchLookup lookup;

    /** Which entries were changed. */
    private final BitSet changed;

    /** Is to change the entries of the first {@code count} keys and rows. */
    BatchedChanges(NodeSpace space, IndexWork work, byte[][] keys, long[] rows, int count) {
        this.work = work;
        this.keys = keys;
        this.rows = rows;
        this.count = count;
        this.lookup = TreeBatchLookup.toChange(space, count);
        this.changed = new BitSet(count);
    }

    /**
     * Changes all entries, or none.
     *
     * @return how many were changed
     * @throws InvalidKeyException when a key is refused; what was changed before it is taken back
     */
    int apply(Change change) {
        try {
            for (int from = 0; from < count; from += TreeBatchLookup.GROUP) {
                applyGroup(change, from, Math.min(count, from + TreeBatchLookup.GROUP));
            }
        } catch (InvalidKeyException refused) {
            for (int i = changed.length() - 1; i >= 0; i = changed.previousSetBit(i - 1)) {
                change.takeBack(work, keys[i], rows[i]);
            }
            throw refused;
        }
        return changed.cardinality();
    }

    private void applyGroup(Change change, int from, int to) {
        work.findAll(lookup, keys, from, to);
        for (int i = from; i < to; i++) {
            if (!change.isIdle(lookup.value(i - from)) && change.apply(work, keys[i], rows[i])) {
                changed.set(i);
            }
        }
    }
}
