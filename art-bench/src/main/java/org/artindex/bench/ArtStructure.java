package org.artindex.bench;

import org.artindex.Batch;
import org.artindex.Cursor;
import org.artindex.Engine;
import org.artindex.Index;
import org.artindex.IndexReader;
import org.artindex.Snapshot;
import org.artindex.key.KeyRange;
import org.jspecify.annotations.Nullable;

/** Our index in memory: built in one batch, read through one snapshot, emptied in one batch. */
final class ArtStructure extends Structure {
    /** Divides a slice. */
    private static final int PAGE = 1000;

    /** Keys of a batch of look-ups. */
    static final int BATCH = 250;

    private final byte[][] batchKeys = new byte[BATCH][0];
    private final long[] batchRows = new long[BATCH];
    private final ByteKeys bytes;
    private final Engine engine = Engine.inMemory();
    private @Nullable Built built;
    private @Nullable Work work;
    private @Nullable Cursor scan;

    private final long[] page = new long[PAGE];

    /** Room for one row too many. */
    private final long[] rangePage = new long[KeySet.RANGE + 1];

    /** What there is after the build. */
    private record Built(Index index, Snapshot snapshot, IndexReader reader) {}

    /** What there is while a batch is open. */
    private record Work(Batch batch, Index index) {}

    ArtStructure(KeySet keys, ByteKeys bytes) {
        super(keys);
        this.bytes = bytes;
    }

    /** In whole slabs: what the engine holds, free slots included. */
    @Override
    long offHeapBytes() {
        return engine.memoryUsed();
    }

    /** Bytes of nodes alone, a key. */
    double nodeBytesPerKey() {
        return reader().stats().bytesPerKey();
    }

    @Override
    void beginBuild() {
        Batch batch = engine.begin();
        work = new Work(batch, batch.createIndex("bench", null, Index.Uniqueness.NOT_UNIQUE));
    }

    @Override
    void insert(int from, int to) {
        Work open = work();
        for (int row = from; row < to; row++) {
            if (!open.batch.put(open.index, bytes.stored(row), bytes.length(), row)) {
                throw wrong("insert", row, row, -1);
            }
        }
    }

    @Override
    void endBuild() {
        Work open = work();
        open.batch.commit();
        work = null;
        Snapshot snapshot = engine.snapshot();
        built = new Built(open.index, snapshot, snapshot.reader(open.index));
    }

    @Override
    void hit(int from, int to) {
        IndexReader reader = reader();
        for (int i = from; i < to; i++) {
            long row = reader.get(bytes.present(i), bytes.length());
            if (row != keys.lookUpRow(i)) {
                throw wrong("hit", i, keys.lookUpRow(i), row);
            }
        }
    }

    /** Looks up a part of the present keys, all of one length, in batches. */
    void hitBatches(int from, int to) {
        inSlices(from, to, this::hitBatch);
    }

    private void hitBatch(int from, int to) {
        for (int begin = from; begin < to; begin += BATCH) {
            int size = Math.min(BATCH, to - begin);
            for (int i = 0; i < size; i++) {
                batchKeys[i] = copy(bytes.present(begin + i), batchKeys[i]);
            }
            reader().getAll(batchKeys, size, batchRows);
            for (int i = 0; i < size; i++) {
                if (batchRows[i] != keys.lookUpRow(begin + i)) {
                    throw wrong("hit in a batch", begin + i, keys.lookUpRow(begin + i), batchRows[i]);
                }
            }
        }
    }

    private byte[] copy(byte[] key, byte[] to) {
        byte[] copy = to.length == bytes.length() ? to : new byte[bytes.length()];
        System.arraycopy(key, 0, copy, 0, copy.length);
        return copy;
    }

    @Override
    void miss(int from, int to) {
        IndexReader reader = reader();
        for (int i = from; i < to; i++) {
            long row = reader.get(bytes.absent(i), bytes.length());
            if (row != IndexReader.ABSENT) {
                throw wrong("miss", i, IndexReader.ABSENT, row);
            }
        }
    }

    /** One cursor for all ranges of a slice. */
    @Override
    void range(int from, int to) {
        Cursor cursor = reader().cursor(KeyRange.empty());
        for (int i = from; i < to; i++) {
            cursor.reset(bytes.range(i));
            int place = keys.rangeStart(i);
            int count = cursor.next(rangePage);
            for (int k = 0; k < count; k++) {
                if (k == KeySet.RANGE || rangePage[k] != keys.rowInKeyOrder(place + k)) {
                    throw wrong("range", i, keys.rowInKeyOrder(place + k), rangePage[k]);
                }
            }
            if (count != KeySet.RANGE) {
                throw wrong("range", i, KeySet.RANGE, count);
            }
        }
    }

    @Override
    void beginScan() {
        scan = reader().cursor(KeyRange.all());
    }

    @Override
    void step(int from, int to) {
        Cursor cursor = scanCursor();
        for (int i = from; i < to; ) {
            int count = cursor.next(page);
            for (int k = 0; k < count; k++) {
                if (page[k] != keys.rowInKeyOrder(i + k)) {
                    throw wrong("scan", i + k, keys.rowInKeyOrder(i + k), page[k]);
                }
            }
            if (count == 0) {
                throw wrong("scan", i, keys.rowInKeyOrder(i), IndexReader.ABSENT);
            }
            i += count;
        }
    }

    @Override
    void endScan() {
        Cursor cursor = scanCursor();
        if (cursor.next()) {
            throw wrong("scan", keys.count(), IndexReader.ABSENT, cursor.row());
        }
        scan = null;
    }

    /** The snapshot goes first: with it open the batch would copy every node, as no map does. */
    @Override
    void beginRemove() {
        Built old = built();
        old.snapshot.close();
        built = null;
        work = new Work(engine.begin(), old.index);
    }

    @Override
    void remove(int from, int to) {
        Work open = work();
        for (int i = from; i < to; i++) {
            if (!open.batch.remove(open.index, bytes.present(i), bytes.length(), keys.lookUpRow(i))) {
                throw wrong("remove", i, keys.lookUpRow(i), -1);
            }
        }
    }

    @Override
    void endRemove() {
        Work open = work();
        open.batch.commit();
        work = null;
        try (Snapshot snapshot = engine.snapshot()) {
            long left = snapshot.reader(open.index).keyCount();
            if (left != 0) {
                throw wrong("remove", keys.count(), 0, left);
            }
        }
    }

    @Override
    public void close() {
        if (work != null) {
            work.batch.close();
            work = null;
        }
        if (built != null) {
            built.snapshot.close();
            built = null;
        }
        engine.close();
    }

    private Work work() {
        if (work == null) {
            throw new IllegalStateException("no batch is open");
        }
        return work;
    }

    private Built built() {
        if (built == null) {
            throw new IllegalStateException("the index is not built");
        }
        return built;
    }

    private IndexReader reader() {
        return built().reader;
    }

    private Cursor scanCursor() {
        if (scan == null) {
            throw new IllegalStateException("no scan is under way");
        }
        return scan;
    }
}
