package org.artindex.state;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongPredicate;
import org.artindex.CatalogException;
import org.artindex.Direction;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.InvalidKeyException;
import org.artindex.KeyTooLongException;
import org.artindex.RowException;
import org.artindex.Table;
import org.artindex.key.KeySchema;
import org.artindex.memory.PointerList;
import org.artindex.postings.PostingCursor;
import org.artindex.postings.PostingWriter;
import org.artindex.postings.Postings;
import org.artindex.state.BatchedChanges.Change;
import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeSpace;
import org.jspecify.annotations.Nullable;

/**
 * What a batch has changed so far: the record it began from, with its own roots, counts, tables and indexes in place of those it
 * touched.
 *
 * <p>Bad input is refused before anything changes. When memory runs out in the middle of a change, the turn can only be
 * undone. Not thread-safe.
 */
public final class Turn {
    private final EngineState state;
    private final NodeSpace space;
    private final PostingWriter postings;
    private final RootRecord base;
    private final Map<Integer, TableWork> tables = new LinkedHashMap<>();

    /** The indexes, ascending by id. */
    private final List<IndexWork> works = new ArrayList<>();

    /** The index that was asked for last. */
    private @Nullable IndexWork latest;

    private int nextId;
    private boolean changed;

    private static final class TableWork {
        final Table table;
        long live;
        final List<Index> indexes = new ArrayList<>();

        TableWork(Table table, long live) {
            this.table = table;
            this.live = live;
        }
    }

    /** Begins from the tip; the caller has the writer's turn. */
    public Turn(EngineState state) {
        this.state = state;
        this.space = state.space();
        this.postings = state.postingWriter();
        this.base = state.tip();
        this.nextId = base.nextId();
        for (TableState table : base.tables()) {
            tables.put(table.table().id(), new TableWork(table.table(), table.live()));
        }
        for (IndexState index : base.indexes()) {
            add(new IndexWork(state, index));
        }
    }

    /** Creates a table. */
    public Table createTable(String name) {
        for (TableWork work : tables.values()) {
            if (work.table.name().equals(name)) {
                throw new CatalogException("a table named " + name + " exists already");
            }
        }
        Table table = new Table(nextId++, checkedName(name));
        tables.put(table.id(), new TableWork(table, 0));
        changed = true;
        return table;
    }

    /** Creates an index without entries. */
    public Index createIndex(@Nullable Table table, String name, @Nullable KeySchema schema, Uniqueness uniqueness) {
        for (IndexWork work : works) {
            if (work.index.name().equals(name)) {
                throw new CatalogException("an index named " + name + " exists already");
            }
        }
        Table known = table == null ? null : work(table).table;
        Index index = new Index(nextId++, checkedName(name), known, schema, uniqueness);
        add(new IndexWork(state, IndexState.empty(index)));
        changed = true;
        return index;
    }

    /** Drops an index with all its entries. */
    public void drop(Index index) {
        IndexWork work = work(index);
        work.drop();
        works.remove(work);
        latest = null;
        if (index.table() != null) {
            work(index.table()).indexes.remove(work.index);
        }
        changed = true;
    }

    /** Drops a table with all its indexes. */
    public void drop(Table table) {
        TableWork work = work(table);
        List.copyOf(work.indexes).forEach(this::drop);
        postings.release(work.live);
        tables.remove(table.id());
        changed = true;
    }

    /** The indexes of a table, in the order of their creation. */
    public List<Index> indexesOf(Table table) {
        return work(table).indexes;
    }

    /** Removes all entries of an index. */
    public void truncate(Index index) {
        noteChange(work(index).clear());
    }

    /** Ends the lives of all rows of a table and removes all entries of its indexes. */
    public void truncate(Table table) {
        TableWork work = work(table);
        work.indexes.forEach(this::truncate);
        if (work.live != 0) {
            postings.release(work.live);
            work.live = 0;
            changed = true;
        }
    }

    /** Adds an entry. Says whether it was not there before. */
    public boolean put(Index index, byte[] key, int length, long row) {
        checkEntry(index, key, length, row);
        return noteChange(work(index).put(key, length, row));
    }

    /** Adds an entry where its key has no row. The smallest row that was there, {@link PostingCursor#END} for none. */
    public long putIfAbsent(Index index, byte[] key, int length, long row) {
        checkEntry(index, key, length, row);
        long found = work(index).putIfAbsent(key, length, row);
        changed |= found == PostingCursor.END;
        return found;
    }

    /** Removes an entry. Says whether it was there. */
    public boolean remove(Index index, byte[] key, int length, long row) {
        Objects.checkFromIndexSize(0, length, key.length);
        return noteChange(work(index).remove(key, length, row));
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
        int changes = new BatchedChanges(space, work(index), keys, rows, count).apply(change);
        changed |= changes > 0;
        return changes;
    }

    private void checkEntries(Index index, byte[][] keys, long[] rows, int count) {
        for (int i = 0; i < count; i++) {
            checkEntry(index, keys[i], keys[i].length, rows[i]);
        }
    }

    /** Puts a row of a key in the place of another one. Says whether that was there. */
    public boolean replace(Index index, byte[] key, long expected, long row) {
        checkEntry(index, key, key.length, row);
        boolean found = work(index).replace(key, key.length, expected, row);
        changed |= found && expected != row;
        return found;
    }

    /** Moves an entry to another key. Says whether it was there. */
    public boolean update(Index index, byte[] oldKey, byte[] newKey, long row) {
        checkEntry(index, newKey, newKey.length, row);
        if (!contains(index, oldKey, oldKey.length, row)) {
            return false;
        }
        if (!Arrays.equals(oldKey, newKey)) {
            IndexWork work = work(index);
            work.put(newKey, newKey.length, row);
            work.remove(oldKey, oldKey.length, row);
            changed = true;
        }
        return true;
    }

    /**
     * Checks what an entry is to be made of.
     *
     * @throws RowException when the row id is out of range or not live
     * @throws KeyTooLongException when the key is
     */
    public void checkEntry(Index index, byte[] key, int length, long row) {
        work(index);
        checkKey(key, length);
        checkRow(row);
        Table table = index.table();
        if (table != null && !isLive(table, row)) {
            throw new RowException("row " + row + " is not live in table " + table.name() + ": index " + index.name()
                    + " cannot hold it");
        }
    }

    /** The smallest row of a key that a predicate is true for, {@link PostingCursor#END} for none. */
    public long firstWhere(Index index, byte[] key, int length, LongPredicate which) {
        PostingCursor rows = rows(index, key, length);
        long row = rows.next();
        while (row != PostingCursor.END && !which.test(row)) {
            row = rows.next();
        }
        return row;
    }

    /** The rows of a key that a predicate is true for. */
    public PointerList rowsWhere(Index index, byte[] key, int length, LongPredicate which) {
        PointerList chosen = new PointerList();
        PostingCursor rows = rows(index, key, length);
        for (long row = rows.next(); row != PostingCursor.END; row = rows.next()) {
            if (which.test(row)) {
                chosen.add(row);
            }
        }
        return chosen;
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
        return Postings.contains(space, work(table).live, row);
    }

    /**
     * Makes a row live and adds its keys.
     *
     * @param keys one for each index of the table, {@code null} where the row is not in that index
     * @return false where the row was live already; nothing changes then
     */
    public boolean insertRow(Table table, long row, byte[] @Nullable [] keys) {
        TableWork work = work(table);
        checkRow(row);
        checkKeys(work, keys);
        if (Postings.contains(space, work.live, row)) {
            return false;
        }
        putAll(work, row, keys);
        work.live = postings.add(work.live, row);
        changed = true;
        return true;
    }

    /**
     * Replaces the keys of a live row; keys that stay the same are not touched.
     *
     * @return false where the row is not live; nothing changes then
     * @throws RowException when the row is not in an index under its old key
     */
    public boolean updateRow(Table table, long row, byte[] @Nullable [] oldKeys, byte[] @Nullable [] newKeys) {
        TableWork work = work(table);
        checkKeys(work, newKeys);
        if (!checkOldKeys(work, row, oldKeys)) {
            return false;
        }
        byte[] @Nullable [] removed = new byte[oldKeys.length] @Nullable [];
        byte[] @Nullable [] added = new byte[newKeys.length] @Nullable [];
        for (int i = 0; i < oldKeys.length; i++) {
            if (!Arrays.equals(oldKeys[i], newKeys[i])) {
                removed[i] = oldKeys[i];
                added[i] = newKeys[i];
                changed = true;
            }
        }
        putAll(work, row, added);
        removeAll(work, row, removed);
        return true;
    }

    /**
     * Ends the life of a row and removes its keys.
     *
     * @return false where the row is not live; nothing changes then
     * @throws RowException when the row is not in an index under its key
     */
    public boolean deleteRow(Table table, long row, byte[] @Nullable [] keys) {
        TableWork work = work(table);
        if (!checkOldKeys(work, row, keys)) {
            return false;
        }
        removeAll(work, row, keys);
        work.live = postings.remove(work.live, row);
        changed = true;
        return true;
    }

    /**
     * Publishes what the turn has changed.
     *
     * @throws org.artindex.DuplicateKeyException when a unique index has a key with several rows now; nothing is published then
     */
    public void publish() {
        works.forEach(IndexWork::checkUnique);
        if (!changed) {
            state.undo();
            return;
        }
        List<IndexState> indexStates = new ArrayList<>();
        works.forEach(work -> indexStates.add(work.finish()));
        List<TableState> tableStates = new ArrayList<>();
        tables.values().forEach(work -> tableStates.add(new TableState(work.table, work.live)));
        state.publish(new RootRecord(base.version() + 1, nextId, tableStates, indexStates));
    }

    /** Adds all keys of a row, or none where one of them is refused. */
    private void putAll(TableWork work, long row, byte[] @Nullable [] keys) {
        boolean[] added = new boolean[keys.length];
        int i = 0;
        try {
            for (; i < keys.length; i++) {
                byte[] key = keys[i];
                added[i] = key != null && work(work.indexes.get(i)).put(key, key.length, row);
            }
        } catch (InvalidKeyException refused) {
            while (--i >= 0) {
                byte[] key = keys[i];
                if (added[i] && key != null) {
                    work(work.indexes.get(i)).remove(key, key.length, row);
                }
            }
            throw refused;
        }
    }

    private void removeAll(TableWork work, long row, byte[] @Nullable [] keys) {
        for (int i = 0; i < keys.length; i++) {
            byte[] key = keys[i];
            if (key != null) {
                work(work.indexes.get(i)).remove(key, key.length, row);
            }
        }
    }

    private void checkKeys(TableWork work, byte[] @Nullable [] keys) {
        if (keys.length != work.indexes.size()) {
            throw new RowException("table " + work.table.name() + " has " + work.indexes.size() + " indexes, but "
                    + keys.length + " keys were given");
        }
        for (int i = 0; i < keys.length; i++) {
            byte[] key = keys[i];
            if (key != null) {
                checkKey(key, key.length);
                checkShape(work.indexes.get(i), key);
            }
        }
    }

    /** Keys of a row come by position, so those of two indexes are easily swapped. */
    private static void checkShape(Index index, byte[] key) {
        KeySchema schema = index.schema();
        if (schema != null) {
            try {
                schema.checkShape(key);
            } catch (InvalidKeyException e) {
                throw new InvalidKeyException("no key of index " + index.name() + ": " + e.getMessage(), e);
            }
        }
    }

    /** Whether the row is live; then all its keys must be what the caller says. */
    private boolean checkOldKeys(TableWork work, long row, byte[] @Nullable [] keys) {
        checkKeys(work, keys);
        if (!Postings.contains(space, work.live, row)) {
            return false;
        }
        for (int i = 0; i < keys.length; i++) {
            byte[] key = keys[i];
            Index index = work.indexes.get(i);
            if (key != null && !contains(index, key, key.length, row)) {
                throw new RowException("row " + row + " of table " + work.table.name() + " is not in index "
                        + index.name() + " under the key given as its old one");
            }
        }
        return true;
    }

    private long find(Index index, byte[] key, int length) {
        Objects.checkFromIndexSize(0, length, key.length);
        return work(index).find(key, length);
    }

    private PostingCursor rows(Index index, byte[] key, int length) {
        PostingCursor rows = state.postingCursor();
        rows.open(find(index, key, length), Direction.ASCENDING);
        return rows;
    }

    private boolean noteChange(boolean happened) {
        changed |= happened;
        return happened;
    }

    private void add(IndexWork work) {
        Index index = work.index;
        works.add(work);
        if (index.table() != null) {
            work(index.table()).indexes.add(index);
        }
    }

    private IndexWork work(Index index) {
        IndexWork work = latest;
        if (work == null || work.index.id() != index.id()) {
            work = search(index.id());
            latest = work;
        }
        if (work == null || !work.index.equals(index)) {
            throw new CatalogException("there is no index " + index.name() + " any more");
        }
        return work;
    }

    private @Nullable IndexWork search(int id) {
        int low = 0;
        int high = works.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (works.get(middle).index.id() < id) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < works.size() && works.get(low).index.id() == id ? works.get(low) : null;
    }

    private TableWork work(Table table) {
        TableWork work = tables.get(table.id());
        if (work == null || !work.table.equals(table)) {
            throw new CatalogException("there is no table " + table.name() + " any more");
        }
        return work;
    }

    private static void checkKey(byte[] key, int length) {
        Objects.checkFromIndexSize(0, length, key.length);
        if (length > KeySchema.MAX_KEY_LENGTH) {
            throw new KeyTooLongException(length, KeySchema.MAX_KEY_LENGTH);
        }
    }

    private static void checkRow(long row) {
        if (row < 0 || row > NodePointer.LARGEST_ROW_ID) {
            throw new RowException("row id " + row + " is not between 0 and " + NodePointer.LARGEST_ROW_ID);
        }
    }

    private static String checkedName(String name) {
        if (name.isEmpty() || name.length() > 255) {
            throw new CatalogException("a name has 1 to 255 characters, not " + name.length());
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
            throw new CatalogException("a name is ill-formed: it has half of a surrogate pair");
        }
        return name;
    }
}
