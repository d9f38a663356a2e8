package org.artindex.state;

import org.artindex.Index;
import org.artindex.memory.Memory;
import org.artindex.postings.PostingCursor;
import org.artindex.postings.PostingWriter;
import org.artindex.postings.Postings;
import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.NodeType;
import org.artindex.tree.TreeBatchLookup;
import org.artindex.tree.TreeLookup;
import org.artindex.tree.TreeWriter;
import org.jspecify.annotations.Nullable;

/**
 * An index while a batch changes it.
 *
 * <p>The root slot that tree changes need is a node of the batch's own, a {@link NodeType#PREFIX16} of which only the child
 * field is used: so an undone batch gives it back like any other.
 */
final class IndexWork {
    final Index index;
    private final NodeSpace space;
    private final TreeWriter tree;
    private final PostingWriter postings;
    private final IndexState before;
    private final @Nullable RepeatedKeys repeated;
    private long cell;
    private long keys;
    private long entries;
    private boolean changed;

    IndexWork(EngineState state, IndexState before) {
        this.index = before.index();
        this.space = state.space();
        this.tree = state.treeWriter();
        this.postings = state.postingWriter();
        this.before = before;
        this.repeated = index.uniqueness().isUnique() ? new RepeatedKeys(index, space, state.treeCursor()) : null;
        this.keys = before.keys();
        this.entries = before.entries();
    }

    /** Adds an entry. Says whether it was not there before. */
    boolean put(byte[] key, int length, long row) {
        return put(tree.locate(rootSlot(), key, length), key, length, row);
    }

    /** Adds an entry where its key has no row. The smallest row that was there, {@link PostingCursor#END} for none. */
    long putIfAbsent(byte[] key, int length, long row) {
        long value = tree.locate(rootSlot(), key, length);
        if (value != 0) {
            return Postings.first(space, value);
        }
        put(value, key, length, row);
        return PostingCursor.END;
    }

    /** Removes an entry. Says whether it was there. */
    boolean remove(byte[] key, int length, long row) {
        long value = tree.locate(rootSlot(), key, length);
        return Postings.contains(space, value, row) && remove(value, key, length, row);
    }

    /** Puts a row of a key in the place of another one. Says whether that was there. */
    boolean replace(byte[] key, int length, long expected, long row) {
        long value = tree.locate(rootSlot(), key, length);
        if (!Postings.contains(space, value, expected)) {
            return false;
        }
        if (Postings.contains(space, value, row)) {
            return expected == row || remove(value, key, length, expected);
        }
        tree.put(postings.add(postings.remove(value, expected), row));
        changed = true;
        return true;
    }

    /** Removes all entries. Says whether there were any. */
    boolean clear() {
        if (entries == 0) {
            return false;
        }
        long slot = rootSlot();
        postings.release(Memory.getLong(slot));
        Memory.putLong(slot, 0);
        keys = 0;
        entries = 0;
        if (repeated != null) {
            repeated.clear();
        }
        changed = true;
        return true;
    }

    /** The rows of a key, 0 where it has none. */
    long find(byte[] key, int length) {
        return TreeLookup.find(space, root(), key, length);
    }

    /** Finds the rows of many keys, see {@link TreeBatchLookup#find}. */
    void findAll(TreeBatchLookup lookup, byte[][] someKeys, int from, int to) {
        lookup.find(root(), someKeys, from, to);
    }

    /** Releases all nodes of the index. */
    void drop() {
        postings.release(root());
        freeCell();
    }

    /** Proves that no entries exclude each other. */
    void checkUnique() {
        if (repeated != null) {
            repeated.check(root());
        }
    }

    /** Gives the root slot back and makes the state after the batch. */
    IndexState finish() {
        long root = root();
        freeCell();
        return changed ? new IndexState(index, root, keys, entries) : before.withRoot(root);
    }

    private long root() {
        return cell == 0 ? before.root() : Memory.getLong(NodePointer.slabAddress(cell));
    }

    private long rootSlot() {
        if (cell == 0) {
            cell = space.allocate(NodeType.PREFIX16);
            Memory.putLong(NodePointer.slabAddress(cell), before.root());
        }
        return NodePointer.slabAddress(cell);
    }

    private void freeCell() {
        if (cell != 0) {
            space.free(cell);
            cell = 0;
        }
    }

    /** Adds an entry to the key that was just located and has the given rows. */
    private boolean put(long value, byte[] key, int length, long row) {
        boolean repeats = repeated != null && repeated.hasEntries(1, root(), value, key, length);
        long more = value == 0 ? NodePointer.inlined(row) : postings.add(value, row);
        if (more == 0) {
            return false;
        }
        tree.put(more);
        if (repeats && repeated != null) {
            repeated.noteRepeated(key, length);
        }
        keys += value == 0 ? 1 : 0;
        entries++;
        changed = true;
        return true;
    }

    /** Removes an entry that is there from the key that was just located and has the given rows. */
    private boolean remove(long value, byte[] key, int length, long row) {
        boolean mends = repeated != null && repeated.hasEntries(2, root(), value, key, length);
        long rest = postings.remove(value, row);
        if (rest == 0) {
            tree.delete();
            keys--;
        } else {
            tree.put(rest);
        }
        if (mends && repeated != null) {
            repeated.noteMended();
        }
        entries--;
        changed = true;
        return true;
    }
}
