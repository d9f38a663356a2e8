package org.artindex.state;

import java.util.function.LongUnaryOperator;
import org.artindex.Direction;
import org.artindex.Index;
import org.artindex.build.TreeBuild;
import org.artindex.postings.PostingCursor;
import org.artindex.postings.PostingWriter;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.TreeCursor;
import org.artindex.tree.TreeWriter;

/**
 * The entries of an index that belong to one transaction, in nodes that nobody else sees and that are thus changed in place.
 *
 * <p>Its memory is part of the engine's. Not thread-safe.
 */
public final class LocalTree implements AutoCloseable {
    private final EngineState state;
    private final NodeSpace space;
    private final IndexWork work;

    /** Makes an empty tree for an index; keeps the engine's memory until it is closed. */
    public LocalTree(EngineState state, Index index) {
        state.use();
        this.state = state;
        this.space = state.space().sibling();
        this.work = new IndexWork(
                space, new TreeWriter(space), new PostingWriter(space), new TreeCursor(space), IndexState.empty(index));
    }

    /** Adds an entry. Says whether it was not there before. */
    public boolean put(byte[] key, int length, long row) {
        IndexWork.checkKey(key, length);
        IndexWork.checkRow(row);
        return work.put(key, length, row);
    }

    /** Removes an entry. Says whether it was there. */
    public boolean remove(byte[] key, int length, long row) {
        return work.remove(key, length, row);
    }

    /** The rows of a key, in this tree's {@link #space}; 0 where it has none. */
    public long find(byte[] key, int length) {
        return work.find(key, length);
    }

    public NodeSpace space() {
        return space;
    }

    /** Distinct keys. */
    public long keys() {
        return work.keys();
    }

    /** (key, row id) pairs. */
    public long entries() {
        return work.entries();
    }

    /** The engine it belongs to. */
    public EngineState state() {
        return state;
    }

    /** Adds all entries, in the order of their keys, to a build, each row with the id that it is to be published with. */
    void copyTo(TreeBuild build, LongUnaryOperator published) {
        TreeCursor keys = new TreeCursor(space);
        PostingCursor rows = new PostingCursor(space);
        keys.reset(work.root());
        while (keys.next()) {
            rows.open(keys.value(), Direction.ASCENDING);
            for (long row = rows.next(); row >= 0; row = rows.next()) {
                build.add(keys.keyBuffer(), keys.keyLength(), published.applyAsLong(row));
            }
        }
    }

    /** Gives all memory back; to be called once. */
    @Override
    public void close() {
        space.dropFresh();
        state.release();
    }
}
