package org.artindex.state;

import java.util.Objects;
import org.artindex.Direction;
import org.artindex.Index;
import org.artindex.InvalidKeyException;
import org.artindex.KeyTooLongException;
import org.artindex.RowException;
import org.artindex.build.BuiltTree;
import org.artindex.build.EntryMerger;
import org.artindex.key.KeySchema;
import org.artindex.memory.Memory;
import org.artindex.postings.PostingCursor;
import org.artindex.postings.PostingWriter;
import org.artindex.postings.Postings;
import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.NodeType;
import org.artindex.tree.Relocator;
import org.artindex.tree.TreeBatchLookup;
import org.artindex.tree.TreeCursor;
import org.artindex.tree.TreeLookup;
import org.artindex.tree.TreeWriter;
import org.jspecify.annotations.Nullable;

/**
 * An index while a batch changes it.
 *
 * <p>The root slot that tree changes need is a node of the batch's own, a {@link NodeType#PREFIX16} of which only the child
 * field is used: so a batch that is rolled back gives it back like any other.
 */
final class IndexWork {
    final Index index;
    private final NodeSpace space;
    private final TreeWriter tree;
    private final PostingWriter postings;
    private final IndexState before;
    private final @Nullable Duplicates duplicates;
    private long cell;
    private long keys;
    private long entries;
    private long changes;

    IndexWork(NodeSpace space, TreeWriter tree, PostingWriter postings, TreeCursor cursor, IndexState before) {
        this.index = before.index();
        this.space = space;
        this.tree = tree;
        this.postings = postings;
        this.before = before;
        this.duplicates = index.uniqueness().isUnique() ? new Duplicates(index, space, cursor) : null;
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
        changes++;
        return true;
    }

    /** Removes all entries. */
    void clear() {
        if (entries == 0) {
            return;
        }
        long slot = rootSlot();
        postings.release(Memory.getLong(slot));
        Memory.putLong(slot, 0);
        keys = 0;
        entries = 0;
        if (duplicates != null) {
            duplicates.clear();
        }
        changes++;
    }

    /**
     * Merges a tree into the index and returns how many entries are new; its nodes are the index's then, or released.
     *
     * @throws org.artindex.InvalidKeyException when a key of one begins with a key of the other; the batch can only be rolled back then
     */
    long merge(BuiltTree built) {
        if (duplicates != null && !duplicates.areOfOneKey() && entries > 0) {
            return putAll(built);
        }
        EntryMerger merger = new EntryMerger(space, postings, this::noteMerged);
        merger.merge(rootSlot(), built.root());
        long added = built.entries() - merger.commonEntries();
        keys += built.keys() - merger.commonKeys();
        entries += added;
        changes += added;
        return added;
    }

    /** Puts entries one by one, since keys of both trees may exclude each other without being equal. */
    private long putAll(BuiltTree built) {
        long before = entries;
        TreeCursor from = new TreeCursor(space);
        PostingCursor rows = new PostingCursor(space);
        from.reset(built.root());
        while (from.next()) {
            rows.open(from.value(), Direction.ASCENDING);
            for (long row = rows.next(); row != PostingCursor.END; row = rows.next()) {
                put(from.keyBuffer(), from.keyLength(), row);
            }
        }
        postings.release(built.root());
        return entries - before;
    }

    private void noteMerged(byte[] key, int length, long firstCount, long secondCount, long union) {
        if (duplicates != null) {
            duplicates.noteMerged(key, length, firstCount, secondCount, Postings.count(space, union));
        }
    }

    /** The rows of a key, 0 where it has none. */
    long find(byte[] key, int length) {
        return TreeLookup.find(space, root(), key, length);
    }

    /** Finds the rows of many keys, see {@link TreeBatchLookup#find}. */
    void findAll(TreeBatchLookup lookup, byte[][] someKeys, int from, int to) {
        lookup.find(root(), someKeys, from, to);
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

    /** Proves that no entries exclude each other. */
    void checkUnique() {
        if (duplicates != null) {
            duplicates.check(root());
        }
    }

    /** Changes of entries so far. */
    long changes() {
        return changes;
    }

    /** Says that what was changed since there were so many {@link #changes} has been taken back. */
    void forgetChangesAfter(long count) {
        changes = count;
    }

    /** Gives the root slot back and makes the state after the batch. */
    IndexState finish() {
        long root = root();
        freeCell();
        return changes > 0 ? new IndexState(index, root, keys, entries) : before.withRoot(root);
    }

    /** Distinct keys so far. */
    long keys() {
        return keys;
    }

    /** Entries so far. */
    long entries() {
        return entries;
    }

    /** The root pointer as it is now. */
    long root() {
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
        boolean isDuplicate = duplicates != null && duplicates.areThere(1, root(), value, key, length);
        long more = value == 0 ? NodePointer.inlined(row) : postings.add(value, row);
        if (more == 0) {
            return false;
        }
        tree.put(more);
        if (isDuplicate && duplicates != null) {
            duplicates.noteAdded(key, length);
        }
        keys += value == 0 ? 1 : 0;
        entries++;
        changes++;
        return true;
    }

    /** Removes an entry that is there from the key that was just located and has the given rows. */
    private boolean remove(long value, byte[] key, int length, long row) {
        boolean wasDuplicate = duplicates != null && duplicates.areThere(2, root(), value, key, length);
        long rest = postings.remove(value, row);
        if (rest == 0) {
            tree.delete();
            keys--;
        } else {
            tree.put(rest);
        }
        if (wasDuplicate && duplicates != null) {
            duplicates.noteRemoved();
        }
        entries--;
        changes++;
        return true;
    }

    /** Keys of a row come by position, so those of two indexes are easily swapped. */
    void checkShape(byte[] key) {
        KeySchema schema = index.schema();
        if (schema != null) {
            try {
                schema.checkShape(key);
            } catch (InvalidKeyException e) {
                throw new InvalidKeyException("no key of index " + index.name() + ": " + e.getMessage(), e);
            }
        }
    }

    static void checkKey(byte[] key, int length) {
        Objects.checkFromIndexSize(0, length, key.length);
        if (length > KeySchema.MAX_KEY_LENGTH) {
            throw new KeyTooLongException(length, KeySchema.MAX_KEY_LENGTH);
        }
    }

    static void checkRow(long row) {
        if (row < 0 || row > NodePointer.LARGEST_ROW_ID) {
            throw new RowException("row id " + row + " is not between 0 and " + NodePointer.LARGEST_ROW_ID);
        }
    }
}
