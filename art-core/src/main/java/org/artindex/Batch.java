package org.artindex;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.artindex.Index.Uniqueness;
import org.artindex.key.KeySchema;
import org.artindex.state.EngineState;
import org.artindex.state.Turn;
import org.jspecify.annotations.Nullable;

/**
 * A batch of changes that become visible together, or not at all.
 *
 * <p>It holds the writer's turn from {@link Engine#begin} to {@link #commit}, {@link #rollback} or {@link #close}, and belongs
 * to the thread that began it. Uniqueness is judged at commit, on the state after the whole batch. A batch that was left open
 * and is no longer reachable is found and undone.
 *
 * <p>Keys are encoded and must be prefix-free within an index, which every {@link KeySchema} sees to. Row ids are 0 to 2^56 - 1.
 * Bad input is refused before anything changes; when memory runs out ({@link MemoryLimitException}) or a block of the file turns
 * out damaged ({@link CorruptionException}), the batch can only be rolled back.
 */
public final class Batch implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final System.Logger LOGGER = System.getLogger(Batch.class.getName());

    private final Thread owner = Thread.currentThread();
    private final Turn turn;
    private final Ending ending;
    private final Cleaner.Cleanable cleanable;
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
        this.ending = new Ending(state);
        Turn begun = null;
        try {
            begun = new Turn(state);
        } finally {
            if (begun == null) {
                state.endTurn();
            }
        }
        this.turn = begun;
        this.cleanable = CLEANER.register(this, ending);
    }

    /**
     * Creates a table.
     *
     * @throws CatalogException when there is one of that name
     */
    public Table createTable(String name) {
        return turn().createTable(name);
    }

    /**
     * Creates an index without entries over a table. Rows that are live already are the host's to {@link #put}.
     *
     * @throws CatalogException when there is an index of that name
     */
    public Index createIndex(Table table, String name, KeySchema schema, Uniqueness uniqueness) {
        return turn().createIndex(table, name, schema, uniqueness);
    }

    /**
     * Creates an index that belongs to no table.
     *
     * @param schema how keys are encoded, or {@code null} for keys that are any prefix-free bytes
     * @throws CatalogException when there is an index of that name
     */
    public Index createIndex(String name, @Nullable KeySchema schema, Uniqueness uniqueness) {
        return turn().createIndex(null, name, schema, uniqueness);
    }

    /** Drops an index with all its entries. */
    public void drop(Index index) {
        try {
            turn().drop(index);
        } catch (CorruptionException broken) {
            throw failed(broken);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Drops a table with all its indexes. */
    public void drop(Table table) {
        try {
            turn().drop(table);
        } catch (CorruptionException broken) {
            throw failed(broken);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** The indexes of a table, in the order in which row changes take their keys. */
    public List<Index> indexesOf(Table table) {
        return List.copyOf(turn().indexesOf(table));
    }

    /**
     * Adds an entry to an index.
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
        try {
            return turn().put(index, key, length, row);
        } catch (MemoryLimitException | CorruptionException broken) {
            throw failed(broken);
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
        try {
            return turn().remove(index, key, length, row);
        } catch (MemoryLimitException | CorruptionException broken) {
            throw failed(broken);
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
     */
    public boolean insertRow(Table table, long row, byte[] @Nullable ... keys) {
        try {
            return turn().insertRow(table, row, keys);
        } catch (MemoryLimitException | CorruptionException broken) {
            throw failed(broken);
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
        try {
            return turn().updateRow(table, row, oldKeys, newKeys);
        } catch (MemoryLimitException | CorruptionException broken) {
            throw failed(broken);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Ends the life of a row of a table and removes its keys.
     *
     * @return false where the row is not live; nothing changes then
     * @throws RowException when the row is not in an index under its key
     */
    public boolean deleteRow(Table table, long row, byte[] @Nullable ... keys) {
        try {
            return turn().deleteRow(table, row, keys);
        } catch (MemoryLimitException | CorruptionException broken) {
            throw failed(broken);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** The smallest row of a key as the batch would leave it, {@link IndexReader#ABSENT} where it has none. */
    public long get(Index index, byte[] key) {
        return turn().first(index, key, key.length);
    }

    /** Whether an entry is there, as the batch would leave it. */
    public boolean contains(Index index, byte[] key, long row) {
        return turn().contains(index, key, key.length, row);
    }

    /** Whether a row of a table is live, as the batch would leave it. */
    public boolean isLive(Table table, long row) {
        return turn().isLive(table, row);
    }

    /**
     * Publishes the batch and ends it.
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
            end();
            Reference.reachabilityFence(this);
        }
    }

    /** Undoes the batch and ends it. Harmless when it has ended already. */
    public void rollback() {
        checkThread();
        if (!ending.done.get()) {
            ending.state.undo();
            end();
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

    private RuntimeException failed(RuntimeException cause) {
        failed = true;
        return cause;
    }

    private void end() {
        ending.done.set(true);
        cleanable.clean();
        ending.state.endTurn();
    }
}
