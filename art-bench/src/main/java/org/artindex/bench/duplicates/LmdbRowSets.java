package org.artindex.bench.duplicates;

import java.nio.ByteBuffer;
import org.artindex.bench.LmdbFile;
import org.artindex.bench.RowSum;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.GetOp;
import org.lmdbjava.PutFlags;
import org.lmdbjava.SeekOp;
import org.lmdbjava.Txn;

/** LMDB with sorted duplicates of one size. */
final class LmdbRowSets extends RowSets {
    private final LmdbFile file = new LmdbFile(DbiFlags.MDB_CREATE, DbiFlags.MDB_DUPSORT, DbiFlags.MDB_DUPFIXED);
    private final ByteBuffer keyBytes = ByteBuffer.allocateDirect(Long.BYTES);
    private final ByteBuffer rowBytes = ByteBuffer.allocateDirect(Long.BYTES);
    private @Nullable Txn<ByteBuffer> open;
    private @Nullable Cursor<ByteBuffer> reading;

    @Override
    void beginChanges() {
        end();
        open = file.write();
    }

    @Override
    void add(long key, long row) {
        file.database().put(transaction(), key(key), rowBytes.putLong(0, row), PutFlags.MDB_NODUPDATA);
    }

    @Override
    void remove(long key, long row) {
        file.database().delete(transaction(), key(key), rowBytes.putLong(0, row));
    }

    @Override
    void endChanges() {
        end();
        open = file.read();
        reading = file.database().openCursor(open);
    }

    @Override
    RowSum rows(long key) {
        Cursor<ByteBuffer> cursor = cursor();
        long count = 0;
        long sum = 0;
        boolean found = cursor.get(key(key), GetOp.MDB_SET_KEY);
        while (found) {
            sum += cursor.val().getLong(0);
            count++;
            found = cursor.seek(SeekOp.MDB_NEXT_DUP);
        }
        return new RowSum(count, sum);
    }

    @Override
    boolean contains(long key, long row) {
        return cursor().get(key(key), rowBytes.putLong(0, row), SeekOp.MDB_GET_BOTH);
    }

    @Override
    long offHeapBytes() {
        return file.bytes();
    }

    @Override
    public void close() {
        end();
        file.close();
    }

    private Txn<ByteBuffer> transaction() {
        if (open == null) {
            throw new IllegalStateException("no transaction is open");
        }
        return open;
    }

    private Cursor<ByteBuffer> cursor() {
        if (reading == null) {
            throw new IllegalStateException("nothing is committed");
        }
        return reading;
    }

    private void end() {
        if (reading != null) {
            reading.close();
            reading = null;
        }
        if (open != null) {
            open.commit();
            open.close();
            open = null;
        }
    }

    private ByteBuffer key(long key) {
        return keyBytes.putLong(0, key ^ Long.MIN_VALUE);
    }
}
