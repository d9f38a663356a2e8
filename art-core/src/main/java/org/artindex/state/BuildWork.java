package org.artindex.state;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.artindex.BuildOptions;
import org.artindex.BuildProgress;
import org.artindex.CatalogException;
import org.artindex.Index;
import org.artindex.RowException;
import org.artindex.RowIds;
import org.artindex.Table;
import org.artindex.build.BuiltTree;
import org.artindex.build.TreeBuild;
import org.jspecify.annotations.Nullable;

/** Bulk builds of a batch: begins them, and merges what they have built into tables and indexes. Not thread-safe. */
public final class BuildWork {
    private final EngineState state;
    private final CatalogWork catalog;
    private final HostCalls host;

    BuildWork(EngineState state, CatalogWork catalog, HostCalls host) {
        this.state = state;
        this.catalog = catalog;
        this.host = host;
    }

    /** Begins a build of entries for an index. */
    public TreeBuild begin(Index index, BuildOptions options) {
        return beginEntries(index, guarded(options));
    }

    /** Begins the builds of a table: of its live rows, and of entries for each of its indexes. They share the memory bound. */
    public List<TreeBuild> begin(Table table, BuildOptions options) {
        List<Index> indexes = catalog.indexesOf(table);
        long share = Math.max(BuildOptions.LEAST_MEMORY, options.memoryLimit() / (indexes.size() + 1));
        BuildOptions shared = guarded(options.withMemoryLimit(share));
        List<TreeBuild> builds = new ArrayList<>();
        builds.add(new TreeBuild(state.space(), state.postingWriter(), new NewRowCheck(table), shared));
        for (Index index : indexes) {
            builds.add(beginEntries(index, shared.withProgress(BuildProgress.NONE)));
        }
        return builds;
    }

    private TreeBuild beginEntries(Index index, BuildOptions options) {
        UniqueCheck check = new UniqueCheck(catalog.work(index).index);
        return new TreeBuild(state.space(), state.postingWriter(), check, options);
    }

    /** Options whose listener can neither change nor end the batch. */
    private BuildOptions guarded(BuildOptions options) {
        BuildProgress listener = options.progress();
        return options.withProgress((added, built) -> host.tell(listener, added, built));
    }

    /** Refuses what an entry of a build cannot be made of; its index was there when the build began. */
    public void checkEntry(Index index, byte[] key, int length, long row) {
        IndexWork.checkKey(key, length);
        IndexWork.checkRow(row);
        catalog.checkLive(index, row);
    }

    /** Refuses what cannot be a new row of a table. */
    public void checkNewRow(Table table, long row, byte[] @Nullable [] keys) {
        catalog.work(table).checkNew(row, keys);
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
        catalog.checkLive(index, published);
    }

    /** Merges a tree into an index and returns how many entries are new. */
    public long merge(Index index, BuiltTree tree) {
        return catalog.work(index).merge(tree);
    }

    /** Merges new rows into a table, and the entries of its indexes, one tree for each; says how many rows there are. */
    public long merge(Table table, BuiltTree rows, List<BuiltTree> entries) {
        catalog.work(table).merge(rows, entries);
        return rows.entries();
    }

    /** Releases the nodes of a tree that is not to be merged. */
    public void release(BuiltTree tree) {
        state.postingWriter().release(tree.root());
    }
}
