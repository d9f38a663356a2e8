package org.artindex.state;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.artindex.CatalogException;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.RowException;
import org.artindex.Table;
import org.artindex.key.KeySchema;
import org.artindex.tree.Relocator;
import org.jspecify.annotations.Nullable;

/** The tables and indexes while a batch changes them: which there are, and the work on each. Not thread-safe. */
public final class CatalogWork {
    private final EngineState state;
    private final Map<Integer, TableWork> tables = new LinkedHashMap<>();

    /** Ascending by id. */
    private final List<IndexWork> indexes = new ArrayList<>();

    /** The index that was asked for last. */
    private @Nullable IndexWork latest;

    private int nextId;

    /** Whether tables or indexes were created, dropped or moved. */
    private boolean changed;

    CatalogWork(EngineState state, RootRecord base) {
        this.state = state;
        this.nextId = base.nextId();
        for (TableState table : base.tables()) {
            tables.put(table.table().id(), new TableWork(state, table));
        }
        for (IndexState index : base.indexes()) {
            add(index);
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
        for (IndexWork work : indexes) {
            if (work.index.name().equals(name)) {
                throw new CatalogException("an index named " + name + " exists already");
            }
        }
        Table known = table == null ? null : work(table).table;
        Index index = new Index(nextId++, checkedName(name), known, schema, uniqueness);
        add(IndexState.empty(index));
        changed = true;
        return index;
    }

    /** Drops an index with all its entries. */
    public void drop(Index index) {
        IndexWork work = work(index);
        work.drop();
        indexes.remove(work);
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

    /** Removes all entries of an index. */
    public void truncate(Index index) {
        work(index).clear();
    }

    /** Ends the lives of all rows of a table and removes all entries of its indexes. */
    public void truncate(Table table) {
        work(table).clear();
    }

    /** The indexes of a table, in the order of their creation; a list of its own. */
    public List<Index> indexesOf(Table table) {
        return work(table).indexes.stream().map(work -> work.index).toList();
    }

    /**
     * The work on an index.
     *
     * @throws CatalogException when it is gone
     */
    IndexWork work(Index index) {
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

    /**
     * The work on a table.
     *
     * @throws CatalogException when it is gone
     */
    TableWork work(Table table) {
        TableWork work = tables.get(table.id());
        if (work == null || !work.table.equals(table)) {
            throw new CatalogException("there is no table " + table.name() + " any more");
        }
        return work;
    }

    /** Refuses a row that an index cannot hold, since it is not live in the index's table. */
    void checkLive(Index index, long row) {
        Table table = index.table();
        if (table != null && !work(table).isLive(row)) {
            throw new RowException("row " + row + " is not live in table " + table.name() + ": index " + index.name()
                    + " cannot hold it");
        }
    }

    /** Moves nodes of a table's live rows or of an index, see {@link Turn#relocate}. */
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

    /** Changes of entries and rows so far. */
    long changes() {
        long count = 0;
        for (IndexWork work : indexes) {
            count += work.changes();
        }
        for (TableWork work : tables.values()) {
            count += work.changes();
        }
        return count;
    }

    /** Whether the record after the batch differs from the one before. */
    boolean isChanged() {
        return changed || changes() > 0;
    }

    /** Proves that no entries of a unique index exclude each other. */
    void checkUnique() {
        indexes.forEach(IndexWork::checkUnique);
    }

    /** Ends the work and makes the record after the batch. */
    RootRecord finish(long version) {
        List<IndexState> indexStates = new ArrayList<>();
        indexes.forEach(work -> indexStates.add(work.finish()));
        List<TableState> tableStates = new ArrayList<>();
        tables.values().forEach(work -> tableStates.add(work.finish()));
        return new RootRecord(version, nextId, tableStates, indexStates);
    }

    private void add(IndexState before) {
        IndexWork work =
                new IndexWork(state.space(), state.treeWriter(), state.postingWriter(), state.treeCursor(), before);
        indexes.add(work);
        Table table = work.index.table();
        if (table != null) {
            work(table).indexes.add(work);
        }
    }

    private @Nullable IndexWork search(int id) {
        int low = 0;
        int high = indexes.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (indexes.get(middle).index.id() < id) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < indexes.size() && indexes.get(low).index.id() == id ? indexes.get(low) : null;
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
