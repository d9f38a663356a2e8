package org.artindex.state;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import org.artindex.BuildOptions;
import org.artindex.BuildProgress;
import org.artindex.CatalogException;
import org.artindex.Direction;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.RowException;
import org.artindex.RowIds;
import org.artindex.Table;
import org.artindex.build.BuiltTree;
import org.artindex.build.TreeBuild;
import org.artindex.key.KeySchema;
import org.artindex.memory.PointerList;
import org.artindex.postings.PostingCursor;
import org.artindex.postings.Postings;
import org.artindex.state.BatchedChanges.Change;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.Relocator;
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
    private final RootRecord base;
    private final HostCalls host = new HostCalls();
    private final Map<Integer, TableWork> tables = new LinkedHashMap<>();

    /** The indexes, ascending by id. */
    private final List<IndexWork> works = new ArrayList<>();

    /** The index that was asked for last. */
    private @Nullable IndexWork latest;

    private int nextId;

    /** Whether tables or indexes were created or dropped. */
    private boolean changed;

    /** Begins from the tip; the caller has the writer's turn. */
    public Turn(EngineState state) {
        this.state = state;
        this.space = state.space();
        this.base = state.tip();
        this.nextId = base.nextId();
        for (TableState table : base.tables()) {
            tables.put(table.table().id(), new TableWork(state, table));
        }
        for (IndexState index : base.indexes()) {
            add(newWork(index));
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
        tables.put(table.id(), new TableWork(state, new TableState(table, 0)));
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
        add(newWork(IndexState.empty(index)));
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
            work(index.table()).indexes.remove(work);
        }
        changed = true;
    }

    /** Drops a table with all its indexes. */
    public void drop(Table table) {
        TableWork work = work(table);
        indexesOf(table).forEach(this::drop);
        work.drop();
        tables.remove(table.id());
        changed = true;
    }

    /** Changes of entries and rows so far. */
    public long changes() {
        long count = 0;
        for (IndexWork work : works) {
            count += work.changes();
        }
        for (TableWork work : tables.values()) {
            count += work.changes();
        }
        return count;
    }

    /** The indexes of a table, in the order of their creation; a list of its own. */
    public List<Index> indexesOf(Table table) {
        return work(table).indexes.stream().map(work -> work.index).toList();
    }

    /** Removes all entries of an index. */
    public void truncate(Index index) {
        work(index).clear();
    }

    /** Ends the lives of all rows of a table and removes all entries of its indexes. */
    public void truncate(Table table) {
        work(table).clear();
    }

    /** Adds an entry. Says whether it was not there before. */
    public boolean put(Index index, byte[] key, int length, long row) {
        checkEntry(index, key, length, row);
        return work(index).put(key, length, row);
    }

    /** Adds an entry where its key has no row. The smallest row that was there, {@link PostingCursor#END} for none. */
    public long putIfAbsent(Index index, byte[] key, int length, long row) {
        checkEntry(index, key, length, row);
        return work(index).putIfAbsent(key, length, row);
    }

    /** Removes an entry. Says whether it was there. */
    public boolean remove(Index index, byte[] key, int length, long row) {
        Objects.checkFromIndexSize(0, length, key.length);
        return work(index).remove(key, length, row);
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
        return new BatchedChanges(space, work(index), keys, rows, count).apply(change);
    }

    private void checkEntries(Index index, byte[][] keys, long[] rows, int count) {
        for (int i = 0; i < count; i++) {
            checkEntry(index, keys[i], keys[i].length, rows[i]);
        }
    }

    /** Puts a row of a key in the place of another one. Says whether that was there. */
    public boolean replace(Index index, byte[] key, long expected, long row) {
        checkEntry(index, key, key.length, row);
        return work(index).replace(key, key.length, expected, row);
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
        work(index);
        checkPair(index, key, length, row);
    }

    /** Checks what an entry is to be made of, for an index that was there when its build began; see {@link #checkEntry}. */
    public void checkPair(Index index, byte[] key, int length, long row) {
        IndexWork.checkKey(key, length);
        IndexWork.checkRow(row);
        checkLive(index, row);
    }

    private void checkLive(Index index, long row) {
        Table table = index.table();
        if (table != null && !isLive(table, row)) {
            throw new RowException("row " + row + " is not live in table " + table.name() + ": index " + index.name()
                    + " cannot hold it");
        }
    }

    /** Begins a bulk build of entries for an index, to be {@linkplain #merge merged}. */
    public TreeBuild build(Index index, BuildOptions options) {
        return new TreeBuild(space, state.postingWriter(), new UniqueCheck(work(index).index), options);
    }

    /** Begins a bulk build of live rows for a table. */
    public TreeBuild buildRows(Table table, BuildOptions options) {
        return new TreeBuild(space, state.postingWriter(), new NewRowCheck(work(table).table), options);
    }

    /** What each of the builds of a table, of its rows and of its indexes, may use. */
    public BuildOptions share(Table table, BuildOptions options) {
        long share = options.memoryLimit() / (work(table).indexes.size() + 1);
        return options.withMemoryLimit(Math.max(BuildOptions.LEAST_MEMORY, share));
    }

    /** Refuses what cannot be a new row of a table. */
    public void checkNewRow(Table table, long row, byte[] @Nullable [] keys) {
        work(table).checkNew(row, keys);
    }

    /** Merges new rows into a table, and the entries of its indexes, one tree for each; says how many rows there are. */
    public long merge(Table table, BuiltTree rows, List<BuiltTree> entries) {
        work(table).merge(rows, entries);
        return rows.entries();
    }

    /** Releases the nodes of a tree that is not to be merged. */
    public void release(BuiltTree tree) {
        state.postingWriter().release(tree.root());
    }

    /** Options whose listener can neither change nor end the batch. */
    public BuildOptions guarded(BuildOptions options) {
        BuildProgress listener = options.progress();
        return options.withProgress((added, built) -> host.tell(listener, added, built));
    }

    /**
     * Adds the entries of a transaction to a build.
     *
     * @param published gives the row id that a row of the transaction is published with
     * @throws RowException when a published row id is out of range or local, or not live in the index's table
     */
    public void copy(LocalTree local, TreeBuild build, Index index, LongUnaryOperator published) {
        if (local.state() != state) {
            throw new CatalogException("the local index of " + index.name() + " is another engine's");
        }
        local.copyTo(build, row -> {
            long id = host.apply(published, row);
            checkPublished(index, row, id);
            return id;
        });
    }

    private void checkPublished(Index index, long row, long published) {
        if (RowIds.isLocal(published)) {
            throw new RowException("row " + row + " of a transaction would be published as " + published
                    + ", which is a local row id");
        }
        IndexWork.checkRow(published);
        checkLive(index, published);
    }

    /** Merges a tree into an index and returns how many entries are new. */
    public long merge(Index index, BuiltTree tree) {
        return work(index).merge(tree);
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
        return work(table).isLive(row);
    }

    /** Makes a row live and adds its keys; see {@link org.artindex.Batch#insertRow}. */
    public boolean insertRow(Table table, long row, byte[] @Nullable [] keys) {
        return work(table).insert(row, keys);
    }

    /** Replaces the keys of a live row; see {@link org.artindex.Batch#updateRow}. */
    public boolean updateRow(Table table, long row, byte[] @Nullable [] oldKeys, byte[] @Nullable [] newKeys) {
        return work(table).update(row, oldKeys, newKeys);
    }

    /** Ends the life of a row and removes its keys; see {@link org.artindex.Batch#deleteRow}. */
    public boolean deleteRow(Table table, long row, byte[] @Nullable [] keys) {
        return work(table).delete(row, keys);
    }

    /**
     * Moves nodes of a table's live rows, or of an index, out of slabs that are to be emptied, going on where the relocator stopped. The
     * content stays as it is.
     *
     * @param id of a table or an index; nothing is done where there is none any more
     * @param budget about how many nodes to visit
     */
    void relocate(int id, Relocator relocator, int budget) {
        TableWork table = tables.get(id);
        IndexWork index = search(id);
        if (table != null) {
            changed |= table.relocate(relocator, budget);
        } else if (index != null) {
            changed |= index.relocate(relocator, budget);
        } else {
            relocator.relocate(0, budget);
        }
    }

    /**
     * Publishes what the turn has changed.
     *
     * @throws org.artindex.DuplicateKeyException when a unique index has a key with several rows now; nothing is published then
     */
    public void publish() {
        works.forEach(IndexWork::checkUnique);
        if (!isChanged()) {
            state.undo();
            return;
        }
        List<IndexState> indexStates = new ArrayList<>();
        works.forEach(work -> indexStates.add(work.finish()));
        List<TableState> tableStates = new ArrayList<>();
        tables.values().forEach(work -> tableStates.add(work.finish()));
        state.publish(new RootRecord(base.version() + 1, nextId, tableStates, indexStates));
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

    private boolean isChanged() {
        return changed || changes() > 0;
    }

    private IndexWork newWork(IndexState before) {
        return new IndexWork(space, state.treeWriter(), state.postingWriter(), state.treeCursor(), before);
    }

    private void add(IndexWork work) {
        works.add(work);
        Table table = work.index.table();
        if (table != null) {
            work(table).indexes.add(work);
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
