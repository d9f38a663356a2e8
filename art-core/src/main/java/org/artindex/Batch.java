package org.artindex;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.artindex.Index.Uniqueness;
import org.artindex.event.BatchEvent;
import org.artindex.event.FlightRecording;
import org.artindex.key.KeySchema;
import org.artindex.state.EngineState;
import org.artindex.state.Turn;
import org.artindex.tree.NodeSpace;
import org.jspecify.annotations.Nullable;

/**
 * A batch of changes that become visible together, or not at all.
 *
 * <p>It holds the writer's turn from {@link Engine#begin} to {@link #commit}, {@link #rollback} or {@link #close}, and belongs
 * to the thread that began it. Uniqueness is judged at commit, on the state after the whole batch. A batch that was left open
 * and is no longer reachable is found and undone.
 *
 * <p>Keys are encoded and must be prefix-free within an index, which every {@link KeySchema} sees to. Row ids are 0 to 2^56 - 1.
 * Bad input is refused before anything changes; when something else stops a change, such as memory that runs out
 * ({@link MemoryLimitException}) or a damaged block of the file ({@link CorruptionException}), the batch can only be rolled back.
 */
public final class Batch implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final System.Logger LOGGER = System.getLogger(Batch.class.getName());

    private final Thread owner = Thread.currentThread();
    private final Turn turn;
    private final Ending ending;
    private final Cleaner.Cleanable cleanable;
    private final @Nullable BatchEvent event;
    private boolean failed;

    /** Gives the writer's turn back, once. Must not refer to the batch. */
    private static final class Ending implements Runnable {
        private final EngineState state;
        private final AtomicBoolean done = new AtomicBoolean();

        Ending(EngineState state) {
            this.state = state;
        }

        @Override
        public void run() {
            if (done.compareAndSet(false, true)) {
                LOGGER.log(System.Logger.Level.WARNING, "a batch was neither committed nor closed: it is undone now");
                state.undo();
                state.endTurn();
            }
        }
    }

    Batch(EngineState state, Duration timeout) {
        state.beginTurn(timeout);
        boolean begun = false;
        try {
            turn = new Turn(state);
            ending = new Ending(state);
            cleanable = CLEANER.register(this, ending);
            event = FlightRecording.beginBatch(
                    state.space().copiedNodes(), state.space().allocatedBytes());
            begun = true;
        } finally {
            if (!begun) {
                state.endTurn();
            }
        }
    }

    /**
     * Creates a table.
     *
     * @throws CatalogException when there is one of that name
     */
    public Table createTable(String name) {
        try {
            return turn().createTable(name);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Creates an index without entries over a table. Rows that are live already are the host's to {@link #put}.
     *
     * @throws CatalogException when there is an index of that name
     */
    public Index createIndex(Table table, String name, KeySchema schema, Uniqueness uniqueness) {
        try {
            return turn().createIndex(table, name, schema, uniqueness);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Creates an index that belongs to no table.
     *
     * @param schema how keys are encoded, or {@code null} for keys that are any prefix-free bytes
     * @throws CatalogException when there is an index of that name
     */
    public Index createIndex(String name, @Nullable KeySchema schema, Uniqueness uniqueness) {
        try {
            return turn().createIndex(null, name, schema, uniqueness);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Drops an index with all its entries. */
    public void drop(Index index) {
        Objects.requireNonNull(index);
        try {
            turn().drop(index);
        } catch (Throwable broken) {
            noteFailure(broken);
            throw broken;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Drops a table with all its indexes. */
    public void drop(Table table) {
        Objects.requireNonNull(table);
        try {
            turn().drop(table);
        } catch (Throwable broken) {
            noteFailure(broken);
            throw broken;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** The indexes of a table, in the order in which row changes take their keys. */
    public List<Index> indexesOf(Table table) {
        try {
            return List.copyOf(turn().indexesOf(table));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Adds an entry to an index. The bytes are trusted to be a key of its schema, as {@link Index#key} makes them.
     *
     * @return whether it was not there before
     * @throws RowException when the row id is out of range, or not live in the index's table
     * @throws KeyTooLongException when the key passes {@link KeySchema#MAX_KEY_LENGTH}
     * @throws InvalidKeyException when the key begins with another key of the index, or the other way round
     */
    public boolean put(Index index, byte[] key, long row) {
        return put(index, key, key.length, row);
    }

    /** Adds an entry whose key is the first {@code length} bytes of an array; see {@link #put(Index, byte[], long)}. */
    public boolean put(Index index, byte[] key, int length, long row) {
        Objects.requireNonNull(index);
        Objects.checkFromIndexSize(0, length, key.length);
        try {
            return turn().put(index, key, length, row);
        } catch (Throwable broken) {
            noteFailure(broken);
            throw broken;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Removes an entry from an index. Says whether it was there. */
    public boolean remove(Index index, byte[] key, long row) {
        return remove(index, key, key.length, row);
    }

    /** Removes an entry whose key is the first {@code length} bytes of an array. Says whether it was there. */
    public boolean remove(Index index, byte[] key, int length, long row) {
        Objects.requireNonNull(index);
        Objects.checkFromIndexSize(0, length, key.length);
        try {
            return turn().remove(index, key, length, row);
        } catch (Throwable broken) {
            noteFailure(broken);
            throw broken;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Makes a row of a table live and adds its keys.
     *
     * @param keys one for each of {@link #indexesOf}, {@code null} where the row is not in that index
     * @return false where the row was live already; nothing changes then
     * @throws RowException when the row id is out of range or the number of keys is wrong
     * @throws InvalidKeyException when a key has not the shape of its index's keys, as when two are swapped
     */
    public boolean insertRow(Table table, long row, byte[] @Nullable ... keys) {
        Objects.requireNonNull(table);
        Objects.requireNonNull(keys);
        try {
            return turn().insertRow(table, row, keys);
        } catch (Throwable broken) {
            noteFailure(broken);
            throw broken;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Replaces the keys of a live row; keys that stay the same are not touched.
     *
     * @return false where the row is not live; nothing changes then
     * @throws RowException when the row is not in an index under its old key
     */
    public boolean updateRow(Table table, long row, byte[] @Nullable [] oldKeys, byte[] @Nullable [] newKeys) {
        Objects.requireNonNull(table);
        Objects.requireNonNull(oldKeys);
        Objects.requireNonNull(newKeys);
        try {
            return turn().updateRow(table, row, oldKeys, newKeys);
        } catch (Throwable broken) {
            noteFailure(broken);
            throw broken;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Ends the life of a row of a table and removes its keys. Give all the keys that the row has: entries left behind would be of a
     * row that is not live, which a check of the store reports.
     *
     * @return false where the row is not live; nothing changes then
     * @throws RowException when the row is not in an index under its key
     */
    public boolean deleteRow(Table table, long row, byte[] @Nullable ... keys) {
        Objects.requireNonNull(table);
        Objects.requireNonNull(keys);
        try {
            return turn().deleteRow(table, row, keys);
        } catch (Throwable broken) {
            noteFailure(broken);
            throw broken;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** The smallest row of a key as the batch would leave it, {@link IndexReader#ABSENT} where it has none. */
    public long get(Index index, byte[] key) {
        try {
            return turn().first(index, key, key.length);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Whether an entry is there, as the batch would leave it. */
    public boolean contains(Index index, byte[] key, long row) {
        try {
            return turn().contains(index, key, key.length, row);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Whether a row of a table is live, as the batch would leave it. */
    public boolean isLive(Table table, long row) {
        try {
            return turn().isLive(table, row);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Publishes the batch and ends it. A batch in which a change has failed cannot be committed: it stays open until it is rolled
     * back or closed.
     *
     * @throws DuplicateKeyException when a unique index would have a key with several rows; the batch is rolled back then
     */
    public void commit() {
        Turn open = turn();
        boolean published = false;
        try {
            open.publish();
            published = true;
        } finally {
            if (!published) {
                ending.state.undo();
            }
            end(published ? "committed" : "refused");
            Reference.reachabilityFence(this);
        }
    }

    /** Undoes the batch and ends it. Harmless when it has ended already. */
    public void rollback() {
        if (!ending.done.get()) {
            checkThread();
            ending.state.undo();
            end("rolled back");
        }
    }

    /** Rolls the batch back unless it was committed. */
    @Override
    public void close() {
        rollback();
    }

    private Turn turn() {
        checkThread();
        if (ending.done.get()) {
            throw new ClosedException("the batch has ended");
        }
        if (failed) {
            throw new IllegalStateException("a change has failed in this batch: it can only be rolled back");
        }
        return turn;
    }

    private void checkThread() {
        if (Thread.currentThread() != owner) {
            throw new IllegalStateException("the batch belongs to " + owner + ", not to " + Thread.currentThread());
        }
    }

    /** Input is refused before anything changes; anything else may have stopped a change half-way. */
    private void noteFailure(Throwable cause) {
        failed |= !(cause instanceof RowException
                || cause instanceof InvalidKeyException
                || cause instanceof KeyTooLongException
                || cause instanceof CatalogException
                || cause instanceof IllegalStateException);
    }

    private void end(String outcome) {
        try {
            if (event != null) {
                NodeSpace space = ending.state.space();
                event.end(turn.changes(), space.copiedNodes(), space.allocatedBytes(), outcome);
            }
            ending.done.set(true);
            cleanable.clean();
            ending.state.endTurn();
        } finally {
            Reference.reachabilityFence(this);
        }
    }
}
