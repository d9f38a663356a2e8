package org.artindex.build;

import org.artindex.InvalidKeyException;
import org.artindex.postings.PostingWriter;
import org.artindex.postings.SetBuilder;
import org.artindex.tree.NodeSink;
import org.artindex.tree.TreeBuilder;

/**
 * Builds the tree of an index from pairs in ascending order, by key and then by row id; pairs that come twice count once.
 *
 * <p>Not thread-safe.
 */
final class EntryBuilder {
    private final TreeBuilder tree;
    private final SetBuilder rows;
    private final KeyCheck check;
    private final boolean comparesNeighbours;
    private long keys;
    private long entries;

    EntryBuilder(NodeSink sink, KeyCheck check) {
        this.tree = new TreeBuilder(sink);
        this.rows = new SetBuilder(sink);
        this.check = check;
        this.comparesNeighbours = check.comparesNeighbours();
    }

    /**
     * Adds a pair that was sorted.
     *
     * @throws InvalidKeyException when it comes before the last one, which only keys that begin with others make it do
     */
    void add(byte[] key, int length, long row) {
        if (!tryAdd(key, length, row)) {
            throw new InvalidKeyException("the keys of an index must be prefix-free: sorting found one of " + length
                    + " bytes that begins another one");
        }
    }

    /** Adds a pair unless it comes before the last one. Says whether it did not. */
    boolean tryAdd(byte[] key, int length, long row) {
        int mismatch = tree.mismatch(key, length);
        if (mismatch < 0) {
            return addRow(row);
        }
        if (!tree.isAscending(key, length, mismatch)) {
            return false;
        }
        if (comparesNeighbours && rows.count() > 0) {
            check.newKey(tree.keyBuffer(), tree.keyLength(), rows.last(), key, length, row, mismatch);
        }
        closeKey();
        tree.append(key, length, mismatch);
        keys++;
        rows.add(row);
        entries++;
        return true;
    }

    /** Writes what is open; the builder is ready for another tree then. */
    BuiltTree finish() {
        closeKey();
        BuiltTree built = new BuiltTree(tree.finish(), keys, entries);
        keys = 0;
        entries = 0;
        return built;
    }

    /** Releases what was written; the builder is ready for another tree then. */
    void release(PostingWriter writer) {
        rows.release(writer::release);
        tree.release(writer::release);
        keys = 0;
        entries = 0;
    }

    private boolean addRow(long row) {
        long last = rows.last();
        if (row < last) {
            return false;
        }
        if (row == last) {
            check.repeatedEntry(tree.keyBuffer(), tree.keyLength(), row);
            return true;
        }
        check.repeatedKey(tree.keyBuffer(), tree.keyLength(), last, row);
        rows.add(row);
        entries++;
        return true;
    }

    private void closeKey() {
        if (rows.count() > 0) {
            tree.setValue(rows.finish());
        }
    }
}
