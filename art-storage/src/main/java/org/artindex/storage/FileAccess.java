package org.artindex.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.artindex.memory.MappedRegion;

/** One open file. Thread-safe; an interrupt of the calling thread has no effect on any of it. */
interface FileAccess extends AutoCloseable {
    /** Bytes of the file. */
    long size() throws IOException;

    /**
     * Fills a buffer from its position to its limit.
     *
     * @throws java.io.EOFException when the file ends before
     */
    void read(long position, ByteBuffer target) throws IOException;

    /**
     * Writes a buffer from its position to its limit; the file grows where needed.
     *
     * @throws DiskFullException when it cannot
     */
    void write(long position, ByteBuffer source) throws IOException;

    /** Makes all that was written so far survive a crash of the machine. */
    void sync() throws IOException;

    /** Cuts the file. */
    void truncate(long size) throws IOException;

    /** Maps a part that lies within the file; later writes show in it. */
    MappedRegion map(long position, long size) throws IOException;

    @Override
    void close() throws IOException;
}
