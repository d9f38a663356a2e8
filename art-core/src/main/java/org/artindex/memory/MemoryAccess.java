package org.artindex.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * A way in which this JVM reaches raw memory. One is {@linkplain AccessChoice chosen} at start-up and never changes, so that the JIT
 * compiles {@link Memory} as if there were no other.
 *
 * <p>Thread-safe.
 */
abstract sealed class MemoryAccess permits UnsafeAccess, ForeignAccess, CheckedAccess {
    /**
     * A direct buffer and the address it begins at.
     *
     * @param release gives the memory back; to be run once
     */
    record Region(ByteBuffer buffer, long address, Runnable release) {}

    /** The value of the system property that chooses it. */
    abstract String name();

    /**
     * Allocates memory whose content is undefined, at a multiple of 8.
     *
     * @throws OutOfMemoryError when the system refuses
     */
    abstract long allocate(long size);

    abstract void free(long address, long size);

    abstract long getLong(long address);

    abstract void putLong(long address, long value);

    abstract int getInt(long address);

    abstract void putInt(long address, int value);

    abstract short getShort(long address);

    abstract void putShort(long address, short value);

    abstract byte getByte(long address);

    abstract void putByte(long address, byte value);

    abstract void copy(long from, long to, long size);

    abstract void copyFromArray(byte[] from, int fromIndex, long to, int size);

    abstract void copyToArray(long from, byte[] to, int toIndex, int size);

    /** Maps a part of a file for reading. */
    abstract Region map(FileChannel channel, long position, long size) throws IOException;

    /** Allocates a zeroed buffer. */
    abstract Region allocateBuffer(int size);

    /** Finds the address of a direct buffer that belongs to somebody else; releasing it leaves the memory alone. */
    abstract Region over(ByteBuffer direct);
}
