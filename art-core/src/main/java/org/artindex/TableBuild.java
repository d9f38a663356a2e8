package org.artindex;

import java.lang.ref.Reference;
import java.util.List;
import org.artindex.build.TreeBuild;
import org.artindex.state.BuildWork;
import org.jspecify.annotations.Nullable;

/**
 * Loads many rows into a table at once: makes them live and builds the entries of all its indexes in bulk, as an {@link IndexBuild}
 * does for one.
 *
 * <p>Rows may come in any order. The table has them after {@link #finish}, beside those it had before, as if each had been
 * {@linkplain Batch#insertRow inserted}. A load that is closed before, was cancelled, or met a duplicate has not changed the table.
 *
 * <p>Confined to the thread of its batch, but for {@link #cancel}.
 */
public final class TableBuild implements AutoCloseable {
    private static final byte[] NO_KEY = new byte[0];

    private final BatchLife life;
    private final BuildWork work;
    private final Table table;

    /** Of the rows, and of the entries of each index of the table, in their order. */
    private final List<TreeBuild> builds;

    private final BulkBuild bulk;

    TableBuild(BatchLife life, BuildWork work, Table table, List<TreeBuild> builds) {
        this.life = life;
        this.work = work;
        this.table = table;
        this.builds = builds;
        this.bulk = new BulkBuild(life, work, "table " + table.name(), table, builds);
    }

    /**
     * Adds a row.
     *
     * @param keys one for each of {@link Batch#indexesOf}, {@code null} where the row is not in that index; copied
     * @throws RowException when the row id is out of range, live already, or was added before, which may be found at {@link #finish}
     *     only; or when the number of keys is wrong
     * @throws InvalidKeyException when a key has not the shape of its index's keys
     * @throws DuplicateKeyException when a unique index would get two rows for a key; found here or at {@link #finish}
     * @throws BuildCancelledException when the load was cancelled
     */
    public void add(long row, byte[] @Nullable ... keys) {
        bulk.checkOpen();
        work.checkNewRow(table, row, keys);
        try {
            builds.get(0).add(NO_KEY, 0, row);
            for (int i = 0; i < keys.length; i++) {
                byte[] key = keys[i];
                if (key != null) {
                    builds.get(i + 1).add(key, key.length, row);
                }
            }
        } catch (Throwable broken) {
            bulk.fail(broken);
            throw broken;
        } finally {
            Reference.reachabilityFence(life);
        }
    }

    /**
     * Builds what was added and puts it into the table and its indexes. That keys of the load are also in a unique index with another
     * row is judged when the batch is committed, as for any change.
     *
     * @return how many rows the table did not have before
     * @throws RowException when a row was added twice; the table is as it was
     * @throws DuplicateKeyException when two rows that were added have one key in a unique index; the table is as it was
     * @throws BuildCancelledException when the load was cancelled; the table is as it was
     * @throws MemoryLimitException when memory runs out; the batch can only be rolled back
     */
    public long finish() {
        return bulk.finish(trees -> work.merge(table, trees.get(0), trees.subList(1, trees.size())));
    }

    /** Has the load give up soon with a {@link BuildCancelledException} in the thread that loads. Any thread may call it. */
    public void cancel() {
        bulk.cancel();
    }

    /** Gives up a load that was not finished. Closing twice is harmless. */
    @Override
    public void close() {
        bulk.close();
    }
}
