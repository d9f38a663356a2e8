package org.artindex.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/**
 * Memory of a direct buffer, mostly a mapped part of a file, with the address that it begins at.
 *
 * <p>Whoever closes the region sees to it that nobody reads the address any more. Closing twice is harmless; the rest is thread-safe.
 */
public final class MappedRegion implements AutoCloseable {
    private final ByteBuffer buffer;
    private final long address;
    private @Nullable Runnable release;

    private MappedRegion(MemoryAccess.Region region) {
        this.buffer = region.buffer().duplicate().order(ByteOrder.LITTLE_ENDIAN);
        this.address = region.address();
        this.release = region.release();
    }

    /**
     * Maps a part of a file for reading. Not to be called by a thread that may be interrupted: that would close the channel.
     *
     * @param position of its first byte in the file
     * @param size bytes, all of them within the file
     */
    public static MappedRegion map(FileChannel channel, long position, long size) throws IOException {
        return new MappedRegion(AccessChoice.access().map(channel, position, size));
    }

    /** Allocates zeroed memory, given back when the region is closed. */
    public static MappedRegion allocate(int size) {
        return new MappedRegion(AccessChoice.access().allocateBuffer(size));
    }

    /** A view of a direct buffer that belongs to somebody else. */
    public static MappedRegion over(ByteBuffer direct) {
        if (!direct.isDirect() || direct.position() != 0) {
            throw new IllegalArgumentException("no direct buffer at its position 0: " + direct);
        }
        return new MappedRegion(AccessChoice.access().over(direct));
    }

    /** The address of the first byte. */
    public long address() {
        return address;
    }

    /** Bytes of the region. */
    public int size() {
        return buffer.capacity();
    }

    /** A little-endian view of a part of the region, with a position of its own. */
    public ByteBuffer slice(int offset, int size) {
        return buffer.slice(offset, size).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Unmaps or frees the memory, unless it belongs to somebody else. */
    @Override
    public synchronized void close() {
        Runnable toRun = release;
        if (toRun != null) {
            release = null;
            toRun.run();
        }
    }
}
