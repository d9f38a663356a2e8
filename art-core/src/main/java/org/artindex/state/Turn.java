package org.artindex.state;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.LongPredicate;
import org.artindex.Direction;
import org.artindex.Index;
import org.artindex.RowException;
import org.artindex.Table;
import org.artindex.memory.PointerList;
import org.artindex.postings.PostingCursor;
import org.artindex.postings.Postings;
import org.artindex.state.BatchedChanges.Change;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.Relocator;
import org.jspecify.annotations.Nullable;

/**
 * What a batch has changed so far: the record it began from, with its own roots, counts, tables and indexes in place of those it
 * touched. Changes entries and rows itself, tables and indexes by its {@link #catalog}, many entries at once by its {@link #builds}.
 *
 * <p>Bad input is refused before anything changes. When memory runs out in the middle of a change, the turn can only be
 * rolled back. Not thread-safe.
 */
public final class Turn {
    private final EngineState state;
    private final NodeSpace space;
    private final RootRecord base;
    private final CatalogWork catalog;
    private final HostCalls host = new HostCalls();
    private final BuildWork builds;

    /** Begins from the tip; the caller has the writer's turn. */
    public Turn(EngineState state) {
        this.state = state;
        this.space = state.space();
        this.base = state.tip();
        this.catalog = new CatalogWork(state, base);
        this.builds = new BuildWork(state, catalog, host);
    }

    public CatalogWork catalog() {
        return catalog;
    }

    public BuildWork builds() {
        return builds;
    }

    /** Adds an entry. Says whether it was not there before. */
    public boolean put(Index index, byte[] key, int length, long row) {
        checkEntry(index, key, length, row);
        return catalog.work(index).put(key, length, row);
    }

    /** Adds an entry where its key has no row. The smallest row that was there, {@link PostingCursor#END} for none. */
    public long putIfAbsent(Index index, byte[] key, int length, long row) {
        checkEntry(index, key, length, row);
        return catalog.work(index).putIfAbsent(key, length, row);
    }

    /** Removes an entry. Says whether it was there. */
    public boolean remove(Index index, byte[] key, int length, long row) {
        Objects.checkFromIndexSize(0, length, key.length);
        return catalog.work(index).remove(key, length, row);
    }

    /** Adds entries, all or none. Says how many were not there before. */
    public int putAll(Index index, byte[][] keys, long[] rows, int count) {
        checkEntries(index, keys, rows, count);
        return changeAll(Change.PUT, index, keys, rows, count);
    }

    /** Adds those entries whose keys have no row when their turn comes, all of them or none. Says how many were added. */
    public int putAllIfAbsent(Index index, byte[][] keys, long[] rows, int count) {
        checkEntries(index, keys, rows, count);
        return changeAll(Change.PUT_IF_ABSENT, index, keys, rows, count);
    }

    /** Removes entries. Says how many were there. */
    public int removeAll(Index index, byte[][] keys, long[] rows, int count) {
        return changeAll(Change.REMOVE, index, keys, rows, count);
    }

    private int changeAll(Change change, Index index, byte[][] keys, long[] rows, int count) {
        return new BatchedChanges(space, catalog.work(index), keys, rows, count).apply(change);
    }

    private void checkEntries(Index index, byte[][] keys, long[] rows, int count) {
        for (int i = 0; i < count; i++) {
            checkEntry(index, keys[i], keys[i].length, rows[i]);
        }
    }

    /** Puts a row of a key in the place of another one. Says whether that was there. */
    public boolean replace(Index index, byte[] key, long expected, long row) {
        checkEntry(index, key, key.length, row);
        return catalog.work(index).replace(key, key.length, expected, row);
    }

    /** Moves an entry to another key. Says whether it was there. */
    public boolean update(Index index, byte[] oldKey, byte[] newKey, long row) {
        checkEntry(index, newKey, newKey.length, row);
        if (!contains(index, oldKey, oldKey.length, row)) {
            return false;
        }
        if (!Arrays.equals(oldKey, newKey)) {
            IndexWork work = catalog.work(index);
            work.put(newKey, newKey.length, row);
            work.remove(oldKey, oldKey.length, row);
        }
        return true;
    }

    /**
     * Checks what an entry is to be made of.
     *
     * @throws RowException when the row id is out of range or not live
     * @throws org.artindex.KeyTooLongException when the key is
     */
    public void checkEntry(Index index, byte[] key, int length, long row) {
        catalog.work(index);
        builds.checkEntry(index, key, length, row);
    }

    /** The smallest row of a key that a predicate is true for, {@link PostingCursor#END} for none. */
    public long firstWhere(Index index, byte[] key, int length, LongPredicate which) {
        PostingCursor rows = rows(index, key, length);
        long row = rows.next();
        while (row != PostingCursor.END && !host.test(which, row)) {
            row = rows.next();
        }
        return row;
    }

    /** The rows of a key that a predicate is true for. */
    public PointerList rowsWhere(Index index, byte[] key, int length, LongPredicate which) {
        PointerList chosen = new PointerList();
        PostingCursor rows = rows(index, key, length);
        for (long row = rows.next(); row != PostingCursor.END; row = rows.next()) {
            if (host.test(which, row)) {
                chosen.add(row);
            }
        }
        return chosen;
    }

    /** Whether the host is being asked or told something: it may read what the turn has changed, but nothing may change meanwhile. */
    public boolean isCallingHost() {
        return host.isUnderWay();
    }

    /** Whether an entry is there. */
    public boolean contains(Index index, byte[] key, int length, long row) {
        return Postings.contains(space, find(index, key, length), row);
    }

    /** The smallest row of a key, {@link PostingCursor#END} where it has none. */
    public long first(Index index, byte[] key, int length) {
        long value = find(index, key, length);
        return value == 0 ? PostingCursor.END : Postings.first(space, value);
    }

    /** Whether a row is live. */
    public boolean isLive(Table table, long row) {
        return catalog.work(table).isLive(row);
    }

    /** Makes a row live and adds its keys; see {@link org.artindex.Batch#insertRow}. */
    public boolean insertRow(Table table, long row, byte[] @Nullable [] keys) {
        return catalog.work(table).insert(row, keys);
    }

    /** Replaces the keys of a live row; see {@link org.artindex.Batch#updateRow}. */
    public boolean updateRow(Table table, long row, byte[] @Nullable [] oldKeys, byte[] @Nullable [] newKeys) {
        return catalog.work(table).update(row, oldKeys, newKeys);
    }

    /** Ends the life of a row and removes its keys; see {@link org.artindex.Batch#deleteRow}. */
    public boolean deleteRow(Table table, long row, byte[] @Nullable [] keys) {
        return catalog.work(table).delete(row, keys);
    }

    /** Changes of entries and rows so far. */
    public long changes() {
        return catalog.changes();
    }

    /**
     * Moves nodes of a table's live rows, or of an index, out of slabs that are to be emptied, going on where the relocator stopped. The
     * content stays as it is.
     *
     * @param id of a table or an index; nothing is done where there is none any more
     * @param budget about how many nodes to visit
     */
    void relocate(int id, Relocator relocator, int budget) {
        catalog.relocate(id, relocator, budget);
    }

    /**
     * Publishes what the turn has changed.
     *
     * @throws org.artindex.DuplicateKeyException when a unique index has a key with several rows now; nothing is published then
     */
    public void publish() {
        catalog.checkUnique();
        if (catalog.isChanged()) {
            state.publish(catalog.finish(base.version() + 1));
        } else {
            state.rollback();
        }
    }

    private long find(Index index, byte[] key, int length) {
        Objects.checkFromIndexSize(0, length, key.length);
        return catalog.work(index).find(key, length);
    }

    private PostingCursor rows(Index index, byte[] key, int length) {
        PostingCursor rows = state.postingCursor();
        rows.open(find(index, key, length), Direction.ASCENDING);
        return rows;
    }
}
