package org.artindex.bench.duplicates;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Map;
import org.artindex.Batch;
import org.artindex.Direction;
import org.artindex.Engine;
import org.artindex.Index;
import org.artindex.IndexReader;
import org.artindex.RowCursor;
import org.artindex.Snapshot;
import org.artindex.bench.RowSum;
import org.jspecify.annotations.Nullable;

/** Our index: changed in one batch, read through one snapshot. */
final class ArtRowSets extends RowSets {
    private static final VarHandle BIG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int PAGE = 1024;

    private final Engine engine = Engine.inMemory();
    private final Index index;
    private final byte[] bytes = new byte[Long.BYTES];
    private final long[] page = new long[PAGE];
    private @Nullable Batch batch;
    private @Nullable Snapshot snapshot;
    private @Nullable IndexReader reader;

    ArtRowSets() {
        try (Batch creation = engine.begin()) {
            index = creation.createIndex("bench", null, Index.Uniqueness.NOT_UNIQUE);
            creation.commit();
        }
    }

    @Override
    void beginChanges() {
        if (snapshot != null) {
            snapshot.close();
        }
        batch = engine.begin();
    }

    @Override
    void add(long key, long row) {
        batch().put(index, bytes(key), Long.BYTES, row);
    }

    @Override
    void remove(long key, long row) {
        batch().remove(index, bytes(key), Long.BYTES, row);
    }

    @Override
    void endChanges() {
        batch().commit();
        snapshot = engine.snapshot();
        reader = snapshot.reader(index);
    }

    @Override
    RowSum rows(long key) {
        RowCursor rows = reader().rows(bytes(key), Direction.ASCENDING);
        long count = 0;
        long sum = 0;
        int read;
        do {
            read = rows.next(page);
            for (int i = 0; i < read; i++) {
                sum += page[i];
            }
            count += read;
        } while (read == PAGE);
        return new RowSum(count, sum);
    }

    @Override
    boolean contains(long key, long row) {
        return reader().contains(bytes(key), row);
    }

    @Override
    long offHeapBytes() {
        return engine.memoryUsed();
    }

    /** Bytes of nodes alone. */
    long nodeBytes() {
        return reader().stats().bytes();
    }

    /** Nodes by their type. */
    Map<String, Long> nodes() {
        return reader().stats().nodes();
    }

    @Override
    public void close() {
        if (batch != null) {
            batch.close();
        }
        if (snapshot != null) {
            snapshot.close();
        }
        engine.close();
    }

    private Batch batch() {
        if (batch == null) {
            throw new IllegalStateException("no batch is open");
        }
        return batch;
    }

    private IndexReader reader() {
        if (reader == null) {
            throw new IllegalStateException("nothing is committed");
        }
        return reader;
    }

    private byte[] bytes(long key) {
        BIG.set(bytes, 0, key ^ Long.MIN_VALUE);
        return bytes;
    }
}
