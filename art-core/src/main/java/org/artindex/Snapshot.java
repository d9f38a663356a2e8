package org.artindex;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.artindex.postings.PostingCursor;
import org.artindex.postings.Postings;
import org.artindex.state.EngineState;
import org.artindex.state.IndexState;
import org.artindex.state.RootRecord;
import org.artindex.state.TableState;
import org.artindex.state.Version;
import org.artindex.tree.NodeSpace;
import org.jspecify.annotations.Nullable;

/**
 * What an engine held when the snapshot was taken. It never changes, and keeps alive the nodes it can see until it is closed; one
 * that was left open and is no longer reachable is found, reported and closed.
 *
 * <p>Any number of threads may read it; close it when none of them does any more. Readers and cursors made from it are no
 * longer usable then: they throw {@link ClosedException}.
 */
public final class Snapshot implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final System.Logger LOGGER = System.getLogger(Snapshot.class.getName());

    private final EngineState state;
    private final RootRecord record;
    private final Pin pin;
    private final Cleaner.Cleanable cleanable;

    /** Unpins the version, once, and lets go of it. Must not refer to the snapshot. */
    private static final class Pin implements Runnable {
        private final EngineState state;
        private final RootRecord record;
        private final AtomicReference<@Nullable Version> version;

        Pin(EngineState state) {
            Version pinned = state.pin();
            this.state = state;
            this.record = pinned.record();
            this.version = new AtomicReference<>(pinned);
        }

        void unpin() {
            Version pinned = version.getAndSet(null);
            if (pinned != null) {
                state.unpin(pinned);
            }
        }

        boolean isPinned() {
            return version.get() != null;
        }

        @Override
        public void run() {
            Version leaked = version.get();
            if (leaked != null) {
                Duration age = leaked.pinnedFor();
                unpin();
                LOGGER.log(
                        System.Logger.Level.WARNING,
                        "a snapshot of version " + record.version() + ", pinned for " + age
                                + ", was not closed: it is closed now");
            }
        }
    }

    Snapshot(EngineState state) {
        this.state = state;
        this.pin = new Pin(state);
        this.record = pin.record;
        this.cleanable = CLEANER.register(this, pin);
    }

    /** The number of the state that it shows; it grows with every batch that changed something. */
    public long version() {
        return record.version();
    }

    /** The indexes there are, in the order of their creation. */
    public List<Index> indexes() {
        return record.indexes().stream().map(IndexState::index).toList();
    }

    /** The tables there are, in the order of their creation. */
    public List<Table> tables() {
        return record.tables().stream().map(TableState::table).toList();
    }

    /**
     * The index of a name.
     *
     * @throws CatalogException when there is none
     */
    public Index index(String name) {
        IndexState found = record.index(name);
        if (found == null) {
            throw new CatalogException("there is no index " + name + "; there are "
                    + indexes().stream().map(Index::name).toList());
        }
        return found.index();
    }

    /**
     * The table of a name.
     *
     * @throws CatalogException when there is none
     */
    public Table table(String name) {
        TableState found = record.table(name);
        if (found == null) {
            throw new CatalogException("there is no table " + name);
        }
        return found.table();
    }

    /**
     * Reads an index.
     *
     * @throws CatalogException when the index does not exist in this snapshot
     */
    public IndexReader reader(Index index) {
        IndexState found = record.index(index.id());
        if (found == null || !found.index().equals(index)) {
            throw new CatalogException("there is no index " + index.name() + " in version " + version());
        }
        return new IndexReader(this, found);
    }

    /** Live rows of a table. */
    public long rowCount(Table table) {
        try {
            return Postings.count(space(), live(table));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Whether a row of a table is live. */
    public boolean isLive(Table table, long row) {
        try {
            return Postings.contains(space(), live(table), row);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** The live rows of a table, ascending or descending. */
    public RowCursor rows(Table table, Direction direction) {
        PostingCursor cursor = new PostingCursor(space());
        cursor.open(live(table), direction);
        return new RowCursor(this, cursor);
    }

    /** Closes the snapshot. Closing twice is harmless. */
    @Override
    public void close() {
        pin.unpin();
        cleanable.clean();
    }

    /** The space to read nodes from, as long as neither snapshot nor engine are closed. */
    NodeSpace space() {
        checkOpen();
        return state.space();
    }

    void checkOpen() {
        if (!pin.isPinned()) {
            throw new ClosedException("the snapshot of version " + version() + " is closed");
        }
        if (state.isClosed()) {
            throw new ClosedException("the engine is closed");
        }
    }

    private long live(Table table) {
        @Nullable TableState found = record.table(table.id());
        if (found == null || !found.table().equals(table)) {
            throw new CatalogException("there is no table " + table.name() + " in version " + version());
        }
        return found.live();
    }
}
