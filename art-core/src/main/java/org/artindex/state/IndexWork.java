package org.artindex.state;

import java.util.Arrays;
import org.artindex.Direction;
import org.artindex.DuplicateKeyException;
import org.artindex.Index;
import org.artindex.memory.Memory;
import org.artindex.postings.PostingCursor;
import org.artindex.postings.PostingWriter;
import org.artindex.postings.Postings;
import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.NodeType;
import org.artindex.tree.Relocator;
import org.artindex.tree.TreeCursor;
import org.artindex.tree.TreeLookup;
import org.artindex.tree.TreeWriter;

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
    private long cell;
    private long keys;
    private long entries;

    /** Keys with more rows than they may have, no NULL among them; a published state has none. */
    private long repeatedKeys;

    private byte[] lastRepeatedKey = new byte[0];
    private boolean changed;

    IndexWork(EngineState state, IndexState before) {
        this.index = before.index();
        this.space = state.space();
        this.tree = state.treeWriter();
        this.postings = state.postingWriter();
        this.before = before;
        this.keys = before.keys();
        this.entries = before.entries();
    }

    /** Adds an entry. Says whether it was not there before. */
    boolean put(byte[] key, int length, long row) {
        long value = tree.locate(rootSlot(), key, length);
        if (value == 0) {
            tree.put(NodePointer.inlined(row));
            keys++;
        } else {
            boolean repeats = Postings.count(space, value) == 1 && mustBeUnique(key, length);
            long more = postings.add(value, row);
            if (more == 0) {
                return false;
            }
            tree.put(more);
            if (repeats) {
                repeatedKeys++;
                lastRepeatedKey = Arrays.copyOf(key, length);
            }
        }
        entries++;
        changed = true;
        return true;
    }

    /** Removes an entry. Says whether it was there. */
    boolean remove(byte[] key, int length, long row) {
        long value = tree.locate(rootSlot(), key, length);
        if (value == 0 || !Postings.contains(space, value, row)) {
            return false;
        }
        long rest = postings.remove(value, row);
        if (rest == 0) {
            tree.delete();
            keys--;
        } else {
            tree.put(rest);
            if (Postings.count(space, rest) == 1 && mustBeUnique(key, length)) {
                repeatedKeys--;
            }
        }
        entries--;
        changed = true;
        return true;
    }

    /** The rows of a key, 0 where it has none. */
    long find(byte[] key, int length) {
        return TreeLookup.find(space, root(), key, length);
    }

    /** Moves nodes out of slabs that are to be emptied. Says whether any was moved. */
    boolean relocate(Relocator relocator, int budget) {
        long root = root();
        long moved = relocator.relocate(root, budget);
        if (moved == root) {
            return false;
        }
        Memory.putLong(rootSlot(), moved);
        return true;
    }

    /** Releases all nodes of the index. */
    void drop() {
        postings.release(root());
        freeCell();
    }

    /** Proves that no key has more rows than it may. */
    void checkUnique() {
        if (repeatedKeys > 0) {
            throw duplicate();
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

    private boolean mustBeUnique(byte[] key, int length) {
        return IndexState.mustBeUnique(index, key, length);
    }

    /** Names the key that came last to have two rows or, where that has one again, the first in order. */
    private DuplicateKeyException duplicate() {
        byte[] key = lastRepeatedKey;
        long value = find(key, key.length);
        if (Postings.count(space, value) < 2) {
            TreeCursor cursor = new TreeCursor(space);
            cursor.reset(root());
            do {
                if (!cursor.next()) {
                    throw new AssertionError("no repeated key where " + repeatedKeys + " were counted");
                }
                key = Arrays.copyOf(cursor.keyBuffer(), cursor.keyLength());
                value = cursor.value();
            } while (Postings.count(space, value) < 2 || !mustBeUnique(key, key.length));
        }
        PostingCursor rows = new PostingCursor(space);
        rows.open(value, Direction.ASCENDING);
        return new DuplicateKeyException(index, key, rows.next(), rows.next());
    }
}
