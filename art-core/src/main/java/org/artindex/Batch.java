package org.artindex;

import java.lang.ref.Reference;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import org.artindex.Index.Uniqueness;
import org.artindex.build.TreeBuild;
import org.artindex.key.KeySchema;
import org.artindex.memory.PointerList;
import org.artindex.state.BuildWork;
import org.artindex.state.EngineState;
import org.artindex.state.Turn;
import org.jspecify.annotations.Nullable;

/**
 * A batch of changes that become visible together, or not at all.
 *
 * <p>It holds the writer's turn from {@link Engine#begin} to {@link #commit}, {@link #rollback} or {@link #close}, and belongs
 * to the thread that began it. Uniqueness is judged at commit, on the state after the whole batch. A batch that was left open
 * and is no longer reachable is found and rolled back.
 *
 * <p>Keys are encoded and must be prefix-free within an index, which every {@link KeySchema} sees to. Row ids are 0 to 2^56 - 1.
 * Conditions are judged on the state as the batch has left it so far, whatever snapshots show. A predicate is asked before anything
 * changes: what it throws reaches the caller, and the batch stays usable. It may read the batch; changing or ending the batch from
 * within it is refused with an {@link IllegalStateException}.
 *
 * Bad input is refused before anything changes; when something else stops a change, such as memory that runs out
 * ({@link MemoryLimitException}) or a damaged block of the file ({@link CorruptionException}), the batch can only be rolled back.
 */
public final class Batch implements AutoCloseable {
    private final BatchLife life;

    Batch(EngineState state, Duration timeout) {
        this.life = new BatchLife(state, timeout);
    }

    /**
     * Creates a table.
     *
     * @throws CatalogException when there is one of that name
     */
    public Table createTable(String name) {
        try {
            return life.turnToChange().catalog().createTable(name);
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
            Turn open = life.turnToChange();
            life.openBuilds().requireNoneOf(table);
            return open.catalog().createIndex(table, name, schema, uniqueness);
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
            return life.turnToChange().catalog().createIndex(null, name, schema, uniqueness);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Drops an index with all its entries. */
    public void drop(Index index) {
        Objects.requireNonNull(index);
        changeTable(index.table(), turn -> turn.catalog().drop(index));
    }

    /** Drops a table with all its indexes. */
    public void drop(Table table) {
        Objects.requireNonNull(table);
        changeTable(table, turn -> turn.catalog().drop(table));
    }

    /** Removes all entries of an index, which stays. Rows of its table stay live. Takes time for each node, but reads no block. */
    public void truncate(Index index) {
        Objects.requireNonNull(index);
        change(turn -> turn.catalog().truncate(index));
    }

    /** Ends the lives of all rows of a table and removes all entries of its indexes; the table and they stay. */
    public void truncate(Table table) {
        Objects.requireNonNull(table);
        changeTable(table, turn -> turn.catalog().truncate(table));
    }

    /** The indexes of a table, in the order in which row changes take their keys. */
    public List<Index> indexesOf(Table table) {
        try {
            return life.turn().catalog().indexesOf(table);
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
            return life.turnToChange().put(index, key, length, row);
        } catch (Throwable broken) {
            life.noteFailure(broken);
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
            return life.turnToChange().remove(index, key, length, row);
        } catch (Throwable broken) {
            life.noteFailure(broken);
            throw broken;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Adds many entries to an index, as {@link #put(Index, byte[], long)} would one after another, but with overlapping cache misses:
     * that pays in an index of millions of keys from some 64 entries on. An entry may be given twice. A call allocates at most 2 KB and
     * a bit for each entry.
     *
     * @param keys the first {@code count} are the keys of the entries, each array as a whole
     * @param rows the row of each
     * @return how many were not there before
     * @throws ArtIndexException as {@link #put(Index, byte[], long)} where an entry is refused; none is added then
     */
    public int putAll(Index index, byte[][] keys, long[] rows, int count) {
        requireEntries(index, keys, rows, count);
        return call(turn -> turn.putAll(index, keys, rows, count));
    }

    /**
     * Adds those of many entries whose keys have no row yet, as INSERT ... ON CONFLICT DO NOTHING: of two entries with one new key the
     * first is added. See {@link #putAll} and {@link #putIfAbsent(Index, byte[], long)}.
     *
     * @return how many were added
     * @throws ArtIndexException as {@link #put(Index, byte[], long)} where an entry is refused; none is added then
     */
    public int putAllIfAbsent(Index index, byte[][] keys, long[] rows, int count) {
        requireEntries(index, keys, rows, count);
        return call(turn -> turn.putAllIfAbsent(index, keys, rows, count));
    }

    /**
     * Removes many entries from an index; see {@link #putAll}.
     *
     * @return how many were there
     */
    public int removeAll(Index index, byte[][] keys, long[] rows, int count) {
        requireEntries(index, keys, rows, count);
        return call(turn -> turn.removeAll(index, keys, rows, count));
    }

    /**
     * Adds an entry where its key has no row yet. It is about the whole key, whichever columns a unique index compares.
     *
     * @return the smallest row that the key has, {@link IndexReader#ABSENT} where it had none and the entry was added
     * @throws ArtIndexException as {@link #put(Index, byte[], long)}
     */
    public long putIfAbsent(Index index, byte[] key, long row) {
        return putIfAbsent(index, key, key.length, row);
    }

    /** Adds an entry whose key is the first {@code length} bytes of an array; see {@link #putIfAbsent(Index, byte[], long)}. */
    public long putIfAbsent(Index index, byte[] key, int length, long row) {
        Objects.requireNonNull(index);
        Objects.checkFromIndexSize(0, length, key.length);
        try {
            return life.turnToChange().putIfAbsent(index, key, length, row);
        } catch (Throwable broken) {
            life.noteFailure(broken);
            throw broken;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Adds an entry unless a row of its key prevents it; see {@link #putUnless(Index, byte[], int, long, LongPredicate)}. */
    public long putUnless(Index index, byte[] key, long row, LongPredicate unless) {
        return putUnless(index, key, key.length, row, unless);
    }

    /**
     * Adds an entry unless a predicate is true for one of the rows that its key has: a host that keeps versions says which of them still
     * count.
     *
     * @param key holds the key in its first {@code length} bytes
     * @param unless asked for the key's rows, ascending, until it is true; also for {@code row} itself where that is one of them
     * @return the row that prevented it, {@link IndexReader#ABSENT} where none did: the entry is there then, added now or before
     * @throws ArtIndexException as {@link #put(Index, byte[], long)}, before the predicate is asked
     */
    public long putUnless(Index index, byte[] key, int length, long row, LongPredicate unless) {
        Objects.requireNonNull(unless);
        try {
            Turn open = life.turnToChange();
            open.checkEntry(index, key, length, row);
            long found = open.firstWhere(index, key, length, unless);
            if (found == IndexReader.ABSENT) {
                put(index, key, length, row);
            }
            return found;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Removes the rows of a key that a predicate is true for. It is asked once for each, ascending.
     *
     * @return how many were removed
     */
    public long remove(Index index, byte[] key, LongPredicate which) {
        Objects.requireNonNull(which);
        try {
            PointerList rows = life.turnToChange().rowsWhere(index, key, key.length, which);
            rows.forEach(row -> remove(index, key, row));
            return rows.count();
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Puts a row of a key in the place of another one: compare and set.
     *
     * @return whether the expected row was there; where not, nothing changes
     * @throws ArtIndexException as {@link #put(Index, byte[], long)} for the new row, also where the expected one is not there
     */
    public boolean replace(Index index, byte[] key, long expectedRow, long newRow) {
        Objects.requireNonNull(index);
        Objects.requireNonNull(key);
        try {
            return life.turnToChange().replace(index, key, expectedRow, newRow);
        } catch (Throwable broken) {
            life.noteFailure(broken);
            throw broken;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Moves an entry to another key. Where the keys are equal nothing changes, and a batch of such moves alone publishes nothing.
     *
     * @return whether the entry was there under its old key; where not, nothing changes
     * @throws ArtIndexException as {@link #put(Index, byte[], long)} for the new key, also where the entry is not there
     */
    public boolean update(Index index, byte[] oldKey, byte[] newKey, long row) {
        Objects.requireNonNull(index);
        Objects.requireNonNull(oldKey);
        Objects.requireNonNull(newKey);
        try {
            return life.turnToChange().update(index, oldKey, newKey, row);
        } catch (Throwable broken) {
            life.noteFailure(broken);
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
        return changeRow(table, turn -> turn.insertRow(table, row, keys));
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
        return changeRow(table, turn -> turn.updateRow(table, row, oldKeys, newKeys));
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
        return changeRow(table, turn -> turn.deleteRow(table, row, keys));
    }

    /**
     * Begins a bulk build: the way to add many entries to an index.
     *
     * @return to be finished or closed before the batch is committed
     */
    public IndexBuild build(Index index, BuildOptions options) {
        Objects.requireNonNull(index);
        Objects.requireNonNull(options);
        try {
            BuildWork work = life.turnToChange().builds();
            return new IndexBuild(life, work, index, work.begin(index, options));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Begins a bulk load: the way to add many rows to a table, whose memory bound is shared by its indexes.
     *
     * @return to be finished or closed before the batch is committed
     */
    public TableBuild build(Table table, BuildOptions options) {
        Objects.requireNonNull(table);
        Objects.requireNonNull(options);
        try {
            BuildWork work = life.turnToChange().builds();
            return new TableBuild(life, work, table, work.begin(table, options));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Adds the entries of a transaction to its index.
     *
     * @param local stays as it is, and is still to be closed
     * @param published gives the row id that a row of the transaction is published with; called once an entry
     * @return how many entries the index did not have before
     * @throws RowException when a published row id is out of range, {@linkplain RowIds local}, or not live in the index's table; the
     *     index is as it was
     * @throws DuplicateKeyException when the transaction has two rows for a key of a unique index; the index is as it was
     * @throws CatalogException when the index is gone, or the local index belongs to another engine; the index is as it was
     * @throws InvalidKeyException when a key begins with another key of the index, or the other way round; the batch can only be
     *     rolled back
     */
    public long merge(LocalIndex local, LongUnaryOperator published) {
        Objects.requireNonNull(published);
        try {
            BuildWork work = life.turnToChange().builds();
            TreeBuild build = work.begin(local.index(), BuildOptions.DEFAULT);
            BulkBuild bulk = new BulkBuild(
                    life,
                    work,
                    "local index " + local.index().name(),
                    local.index().table(),
                    List.of(build));
            try {
                work.copy(local.tree(), build, local.index(), published);
            } catch (Throwable refused) {
                bulk.fail(refused);
                throw refused;
            }
            return bulk.finish(trees -> work.merge(local.index(), trees.get(0)));
        } finally {
            Reference.reachabilityFence(local);
            Reference.reachabilityFence(this);
        }
    }

    /** The smallest row of a key as the batch would leave it, {@link IndexReader#ABSENT} where it has none. */
    public long get(Index index, byte[] key) {
        try {
            return life.turn().first(index, key, key.length);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Whether an entry is there, as the batch would leave it. */
    public boolean contains(Index index, byte[] key, long row) {
        try {
            return life.turn().contains(index, key, key.length, row);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Whether a row of a table is live, as the batch would leave it. */
    public boolean isLive(Table table, long row) {
        try {
            return life.turn().isLive(table, row);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Publishes the batch and ends it. A batch in which a change has failed cannot be committed: it stays open until it is rolled
     * back or closed.
     *
     * @throws DuplicateKeyException when a unique index would have a key with several rows; the batch is rolled back then
     * @throws IllegalStateException when a bulk build is neither finished nor closed
     */
    public void commit() {
        life.commit();
    }

    /** Undoes the batch and ends it. Harmless when it has ended already. */
    public void rollback() {
        life.rollback();
    }

    /** Rolls the batch back unless it was committed. */
    @Override
    public void close() {
        rollback();
    }

    /** Makes a change that a bulk build over the table forbids. */
    private void changeTable(@Nullable Table table, Consumer<Turn> change) {
        change(turn -> {
            life.openBuilds().requireNoneOf(table);
            change.accept(turn);
        });
    }

    /** Makes a change of rows that a bulk build over the table forbids. */
    private boolean changeRow(Table table, Predicate<Turn> change) {
        return call(turn -> {
            life.openBuilds().requireNoneOf(table);
            return change.test(turn);
        });
    }

    private void change(Consumer<Turn> change) {
        call(turn -> {
            change.accept(turn);
            return turn;
        });
    }

    /** The changes of single entries do the same without a function, which would be garbage. */
    private <T> T call(Function<Turn, T> change) {
        try {
            return change.apply(life.turnToChange());
        } catch (Throwable broken) {
            life.noteFailure(broken);
            throw broken;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    private static void requireEntries(Index index, byte[][] keys, long[] rows, int count) {
        Objects.requireNonNull(index);
        Objects.checkFromIndexSize(0, count, keys.length);
        Objects.checkFromIndexSize(0, count, rows.length);
        for (int i = 0; i < count; i++) {
            Objects.requireNonNull(keys[i]);
        }
    }
}
