package org.artindex.bench;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Cursor;
import org.lmdbjava.GetOp;
import org.lmdbjava.Txn;

/** LMDB: written in one transaction, read in another. */
final class LmdbStructure extends LongStructure {
    private final LmdbFile file = new LmdbFile();
    private final ByteBuffer keyBytes = ByteBuffer.allocateDirect(Long.BYTES);
    private final ByteBuffer rowBytes = ByteBuffer.allocateDirect(Long.BYTES);
    private @Nullable Txn<ByteBuffer> open;

    LmdbStructure(LongKeys keys) {
        super(keys);
    }

    @Override
    void beginBuild() {
        open = file.write();
    }

    @Override
    void put(long key, long row) {
        file.database().put(transaction(), bytes(key), rowBytes.putLong(0, row));
    }

    @Override
    void endBuild() {
        end();
        open = file.read();
    }

    @Override
    long get(long key) {
        @Nullable ByteBuffer row = file.database().get(transaction(), bytes(key));
        return row == null ? ABSENT : row.getLong(0);
    }

    @Override
    Rows rows(long low, long high) {
        Cursor<ByteBuffer> cursor = file.database().openCursor(transaction());
        boolean[] found = {cursor.get(bytes(low), GetOp.MDB_SET_RANGE)};
        return () -> {
            if (!found[0] || number(cursor.key()) > high) {
                cursor.close();
                return ABSENT;
            }
            long row = cursor.val().getLong(0);
            found[0] = cursor.next();
            return row;
        };
    }

    @Override
    void beginRemove() {
        end();
        open = file.write();
    }

    @Override
    long remove(long key, long row) {
        return file.database().delete(transaction(), bytes(key)) ? row : ABSENT;
    }

    @Override
    void endRemove() {
        super.endRemove();
        end();
    }

    @Override
    long size() {
        return file.database().stat(transaction()).entries;
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

    /** Commits what was written; a reading transaction has nothing to commit. */
    private void end() {
        if (open != null) {
            open.commit();
            open.close();
            open = null;
        }
    }

    private ByteBuffer bytes(long key) {
        return keyBytes.putLong(0, key ^ Long.MIN_VALUE);
    }

    private static long number(ByteBuffer key) {
        return key.getLong(0) ^ Long.MIN_VALUE;
    }
}
