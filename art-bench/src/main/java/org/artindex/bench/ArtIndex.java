package org.artindex.bench;

import org.artindex.Batch;
import org.artindex.Direction;
import org.artindex.Engine;
import org.artindex.Index;
import org.artindex.IndexReader;
import org.artindex.IndexStats;
import org.artindex.RowCursor;
import org.artindex.Snapshot;

/** An engine in memory with one index, as the groups that change whole columns of keys use it. The row of a key is its place in the column. */
public final class ArtIndex implements AutoCloseable {
    /** Rows handed over at a time, as many as a vector of DuckDB has. */
    public static final int CHUNK = 2048;

    private final Engine engine = Engine.inMemory();
    private final Index index;

    /** Makes an empty index. */
    public ArtIndex(Index.Uniqueness uniqueness) {
        try (Batch batch = engine.begin()) {
            index = batch.createIndex("bench", null, uniqueness);
            batch.commit();
        }
    }

    /** Builds the empty index in one go. */
    public void build(KeyColumn keys, int threads) {
        insert(keys);
    }

    /** Adds all rows in one batch, chunk by chunk. */
    public void insert(KeyColumn keys) {
        byte[] key = new byte[keys.longest()];
        try (Batch batch = engine.begin()) {
            for (int row = 0; row < keys.count(); row++) {
                batch.put(index, key, keys.copy(row, key), row);
            }
            batch.commit();
        }
    }

    /** Removes rows in one batch, chunk by chunk, and returns how many were there. */
    public int remove(KeyColumn keys, int[] rows) {
        byte[] key = new byte[keys.longest()];
        int removed = 0;
        try (Batch batch = engine.begin()) {
            for (int row : rows) {
                if (batch.remove(index, key, keys.copy(row, key), row)) {
                    removed++;
                }
            }
            batch.commit();
        }
        return removed;
    }

    /** Adds the rows whose keys are not there yet, chunk by chunk, in one batch, and returns how many those were. */
    public int insertAbsent(KeyColumn keys, long firstRow) {
        int added = 0;
        try (Batch batch = engine.begin()) {
            for (int row = 0; row < keys.count(); row++) {
                byte[] key = keys.key(row);
                if (batch.get(index, key) == IndexReader.ABSENT) {
                    batch.put(index, key, firstRow + row);
                    added++;
                }
            }
            batch.commit();
        }
        return added;
    }

    /** Bytes of off-heap memory in whole slabs. */
    public long bytes() {
        return engine.memoryUsed();
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
