package org.artindex.build;

import org.artindex.postings.PostingWriter;
import org.artindex.postings.Postings;
import org.artindex.postings.SetMerger;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.TreeMerger;

/** Merges trees of entries and counts what both have. Not thread-safe: used by the writer alone. */
public final class EntryMerger {
    /** Is told of each key that both trees have. */
    public interface Listener {
        /**
         * A key has the rows of both trees now.
         *
         * @param firstCount rows it had in one tree
         * @param secondCount rows it had in the other
         * @param union the set of its rows
         */
        void merged(byte[] key, int length, long firstCount, long secondCount, long union);
    }

    private final NodeSpace space;
    private final SetMerger sets;
    private final TreeMerger trees;
    private final Listener listener;
    private long commonKeys;
    private long commonEntries;

    /** Makes a merger of trees in a space. */
    public EntryMerger(NodeSpace space, PostingWriter writer, Listener listener) {
        this.space = space;
        this.sets = new SetMerger(space, writer);
        this.trees = new TreeMerger(space, this::mergeRows);
        this.listener = listener;
    }

    /** Merges a tree into the one whose root pointer is in a slot; see {@link TreeMerger#merge}. */
    public void merge(long rootSlot, long root) {
        commonKeys = 0;
        commonEntries = 0;
        trees.merge(rootSlot, root);
    }

    /** Keys that both trees of the last merge had. */
    public long commonKeys() {
        return commonKeys;
    }

    /** Entries that both trees of the last merge had. */
    public long commonEntries() {
        return commonEntries;
    }

    private long mergeRows(long first, long second, byte[] key, int length) {
        long firstCount = Postings.count(space, first);
        long secondCount = Postings.count(space, second);
        long union = sets.union(first, second);
        commonKeys++;
        commonEntries += firstCount + secondCount - Postings.count(space, union);
        listener.merged(key, length, firstCount, secondCount, union);
        return union;
    }
}
