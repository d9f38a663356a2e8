package org.artindex.bench;

import org.artindex.Batch;
import org.artindex.BuildOptions;
import org.artindex.Direction;
import org.artindex.Engine;
import org.artindex.Index;
import org.artindex.IndexBuild;
import org.artindex.IndexStats;
import org.artindex.RowCursor;
import org.artindex.Snapshot;

/** An engine in memory with one index, as the groups that change whole columns of keys use it. The row of a key is its place in the column. */
public final class ArtIndex implements AutoCloseable {
    /** Rows handed over at a time, as many as a vector of DuckDB has. */
    public static final int CHUNK = 2048;

    private final Engine engine = Engine.inMemory();
    private final Index index;
    private final byte[][] chunkKeys = new byte[CHUNK][0];
    private final long[] chunkRows = new long[CHUNK];

    /** Makes an empty index. */
    public ArtIndex(Index.Uniqueness uniqueness) {
        try (Batch batch = engine.begin()) {
            index = batch.createIndex("bench", null, uniqueness);
            batch.commit();
        }
    }

    /** Builds the empty index in one go. */
    public void build(KeyColumn keys, int threads) {
        byte[] key = new byte[keys.longest()];
        try (Batch batch = engine.begin()) {
            try (IndexBuild build = batch.build(index, BuildOptions.DEFAULT.withThreads(threads))) {
                inChunks(keys.count(), (from, to) -> add(build, keys, key, from, to));
                build.finish();
            }
            batch.commit();
        }
    }

    private static void add(IndexBuild build, KeyColumn keys, byte[] key, int from, int to) {
        for (int row = from; row < to; row++) {
            build.add(key, keys.copy(row, key), row);
        }
    }

    /** Adds all rows in one batch, one by one. */
    public void put(KeyColumn keys) {
        byte[] key = new byte[keys.longest()];
        try (Batch batch = engine.begin()) {
            inChunks(keys.count(), (from, to) -> put(batch, keys, key, from, to));
            batch.commit();
        }
    }

    private void put(Batch batch, KeyColumn keys, byte[] key, int from, int to) {
        for (int row = from; row < to; row++) {
            batch.put(index, key, keys.copy(row, key), row);
        }
    }

    /** Adds all rows in one batch, chunk by chunk. */
    public void putAll(KeyColumn keys) {
        try (Batch batch = engine.begin()) {
            inChunks(keys.count(), (from, to) -> {
                chunk(keys, from, to, 0);
                batch.putAll(index, chunkKeys, chunkRows, to - from);
            });
            batch.commit();
        }
    }

    /** Adds all rows, each in a batch of its own. */
    public void putInBatchesOfOne(KeyColumn keys) {
        byte[] key = new byte[keys.longest()];
        for (int row = 0; row < keys.count(); row++) {
            try (Batch batch = engine.begin()) {
                batch.put(index, key, keys.copy(row, key), row);
                batch.commit();
            }
        }
    }

    /** Removes rows in one batch, chunk by chunk, and returns how many were there. */
    public long removeAll(KeyColumn keys, int[] rows) {
        long before = entryCount();
        try (Batch batch = engine.begin()) {
            inChunks(rows.length, (from, to) -> {
                for (int i = from; i < to; i++) {
                    chunkKeys[i - from] = keys.copyOver(rows[i], chunkKeys[i - from]);
                    chunkRows[i - from] = rows[i];
                }
                batch.removeAll(index, chunkKeys, chunkRows, to - from);
            });
            batch.commit();
        }
        return before - entryCount();
    }

    /** Adds the rows whose keys are not there yet, chunk by chunk, in one batch, and returns how many those were. */
    public long putAllIfAbsent(KeyColumn keys, long firstRow) {
        long before = entryCount();
        try (Batch batch = engine.begin()) {
            inChunks(keys.count(), (from, to) -> {
                chunk(keys, from, to, firstRow);
                batch.putAllIfAbsent(index, chunkKeys, chunkRows, to - from);
            });
            batch.commit();
        }
        return entryCount() - before;
    }

    private void chunk(KeyColumn keys, int from, int to, long firstRow) {
        for (int row = from; row < to; row++) {
            chunkKeys[row - from] = keys.copyOver(row, chunkKeys[row - from]);
            chunkRows[row - from] = firstRow + row;
        }
    }

    /** The calls make the JIT compile what works on a chunk from its beginning. */
    private static void inChunks(int count, Structure.Slice slice) {
        for (int from = 0; from < count; from += CHUNK) {
            slice.run(from, Math.min(count, from + CHUNK));
        }
    }

    /** Bytes of off-heap memory in whole slabs. */
    public long bytes() {
        return engine.memoryUsed();
    }

    /**
     * What is judged: the bytes of whole slabs, and in less than the full scale those of the nodes alone, since there one slab of a
     * kind that is hardly used weighs ten times as much a row.
     */
    public long bytes(Scale scale) {
        return scale == Scale.FULL ? bytes() : stats().bytes();
    }

    /** Rows of all keys. */
    public long entryCount() {
        try (Snapshot snapshot = engine.snapshot()) {
            return snapshot.reader(index).entryCount();
        }
    }

    /** What it consists of; visits all nodes. */
    public IndexStats stats() {
        try (Snapshot snapshot = engine.snapshot()) {
            return snapshot.reader(index).stats();
        }
    }

    /** The rows of a key: how many, and their sum. */
    public RowSum rows(byte[] key) {
        try (Snapshot snapshot = engine.snapshot()) {
            RowCursor rows = snapshot.reader(index).rows(key, Direction.ASCENDING);
            long count = 0;
            long sum = 0;
            for (long row = rows.next(); row != RowCursor.END; row = rows.next()) {
                count++;
                sum += row;
            }
            return new RowSum(count, sum);
        }
    }

    @Override
    public void close() {
        engine.close();
    }
}
