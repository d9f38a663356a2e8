package org.artindex.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.Txn;

/** A database of LMDB in a temporary file that is never synced. */
public final class LmdbFile implements AutoCloseable {
    private static final long MAP_SIZE = 4L << 30;

    private final Path file;
    private final Env<ByteBuffer> env;
    private final Dbi<ByteBuffer> database;

    /** Makes an empty one. */
    public LmdbFile(DbiFlags... flags) {
        try {
            file = Files.createTempFile("lmdb", ".mdb");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        env = Env.create()
                .setMapSize(MAP_SIZE)
                .open(
                        file.toFile(),
                        EnvFlags.MDB_NOSUBDIR,
                        EnvFlags.MDB_NOSYNC,
                        EnvFlags.MDB_WRITEMAP,
                        EnvFlags.MDB_NOTLS,
                        EnvFlags.MDB_NOLOCK);
        database = env.openDbi((String) null, flags);
    }

    /** Its only database. */
    public Dbi<ByteBuffer> database() {
        return database;
    }

    /** Begins to write. */
    public Txn<ByteBuffer> write() {
        return env.txnWrite();
    }

    /** Begins to read. */
    public Txn<ByteBuffer> read() {
        return env.txnRead();
    }

    /** Bytes of all pages that were ever used. The statistics of the database would leave out the trees of duplicates. */
    public long bytes() {
        return (env.info().lastPageNumber + 1) * env.stat().pageSize;
    }

    @Override
    public void close() {
        env.close();
        try {
            Files.deleteIfExists(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
