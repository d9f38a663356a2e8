package org.artindex;

import java.lang.ref.Reference;
import java.util.List;
import java.util.Objects;
import org.artindex.build.TreeBuild;
import org.artindex.state.BuildWork;

/**
 * Adds many entries to an index at once: sorts them and builds their nodes bottom-up, instead of looking for the place of each.
 *
 * <p>Pairs may come in any order; those in ascending order are not even collected. The index has the entries after
 * {@link #finish}, beside those it had before, as if each had been {@linkplain Batch#put put}; they are published with the batch.
 * A build that is closed before, was cancelled, or met a duplicate key has not changed the index.
 *
 * <p>Confined to the thread of its batch, but for {@link #cancel}.
 */
public final class IndexBuild implements AutoCloseable {
    private final BatchLife life;
    private final BuildWork work;
    private final Index index;
    private final TreeBuild build;
    private final BulkBuild bulk;

    IndexBuild(BatchLife life, BuildWork work, Index index, TreeBuild build) {
        this.life = life;
        this.work = work;
        this.index = index;
        this.build = build;
        this.bulk = new BulkBuild(life, work, "index " + index.name(), index.table(), List.of(build));
    }

    /** Adds a pair; see {@link #add(byte[], int, long)}. */
    public void add(byte[] key, long row) {
        add(key, key.length, row);
    }

    /**
     * Adds a pair whose key is the first {@code length} bytes of an array, which is copied. A pair that is there already, or
     * was added before, counts once.
     *
     * @throws RowException when the row id is out of range, or not live in the index's table
     * @throws KeyTooLongException when the key passes {@link org.artindex.key.KeySchema#MAX_KEY_LENGTH}
     * @throws InvalidKeyException when the key begins with another key, or the other way round; such a key may also be found at
     *     {@link #finish} only, and then the batch can only be rolled back
     * @throws DuplicateKeyException when a unique index would get two rows for a key; found here or at {@link #finish}
     * @throws BuildCancelledException when the build was cancelled
     */
    public void add(byte[] key, int length, long row) {
        Objects.checkFromIndexSize(0, length, key.length);
        bulk.checkOpen();
        work.checkEntry(index, key, length, row);
        try {
            build.add(key, length, row);
        } catch (Throwable broken) {
            bulk.fail(broken);
            throw broken;
        } finally {
            Reference.reachabilityFence(life);
        }
    }

    /**
     * Builds what was added and puts it into the index. That keys of the build are also in the index with another row is judged
     * when the batch is committed, as for any change.
     *
     * @return how many entries the index did not have before
     * @throws DuplicateKeyException when two rows that were added have one key in a unique index; the index is as it was
     * @throws BuildCancelledException when the build was cancelled; the index is as it was
     * @throws CatalogException when the index was dropped meanwhile
     * @throws MemoryLimitException when memory runs out; the batch can only be rolled back
     */
    public long finish() {
        return bulk.finish(trees -> work.merge(index, trees.get(0)));
    }

    /** The most bytes that pairs have taken so far while they waited to be sorted, see {@link BuildOptions#memoryLimit}. */
    public long peakMemory() {
        return build.peakMemory();
    }

    /** Has the build give up soon with a {@link BuildCancelledException} in the thread that builds. Any thread may call it. */
    public void cancel() {
        bulk.cancel();
    }

    /** Gives up a build that was not finished. Closing twice is harmless. */
    @Override
    public void close() {
        bulk.close();
    }
}
