package org.artindex.memory;

import java.util.Map;
import java.util.TreeMap;
import org.artindex.MemoryLimitException;
import org.jspecify.annotations.Nullable;

/**
 * The off-heap memory of one engine, handed out in slabs of 256 KiB that are aligned to their size.
 *
 * <p>Slabs are cut from chunks that double from 4 MiB to 256 MiB: a chunk is one reservation of the system whose pages
 * cost nothing before they are touched, and it is given back when its last slab is. Because a slab is aligned, its
 * number is its address divided by its size: a node pointer that holds this number needs no table of bases to be
 * followed.
 *
 * <p>Thread-safe: beside the writer, the threads of a bulk build take slabs.
 */
public final class Arena implements AutoCloseable {
    /** log2 of {@link #SLAB_SIZE}. */
    public static final int SLAB_SHIFT = 18;

    /** Bytes of a slab: 262,144. */
    public static final int SLAB_SIZE = 1 << SLAB_SHIFT;

    /** Slab numbers fit in the 40 bits of a node pointer as long as addresses fit in 58. */
    private static final int ADDRESS_BITS = 58;

    private static final int FIRST_CHUNK_SLABS = 16;
    private static final int LAST_CHUNK_SLABS = 1024;

    private final long limit;
    private final TreeMap<Long, Chunk> chunks = new TreeMap<>();
    private @Nullable Chunk current;
    private int nextChunkSlabs = FIRST_CHUNK_SLABS;
    private volatile long usedBytes;

    /**
     * Makes an arena without memory.
     *
     * @param limit the most bytes that slabs in use may have together
     * @throws org.artindex.ArtIndexException when the JVM denies access to raw memory
     */
    public Arena(long limit) {
        Memory.requireAccess();
        this.limit = limit;
    }

    /**
     * Hands out a slab; its content is undefined.
     *
     * @return its address, a multiple of {@link #SLAB_SIZE}
     * @throws MemoryLimitException when the limit would be passed or the system refuses; nothing has changed then
     */
    public synchronized long allocateSlab() {
        if (usedBytes + SLAB_SIZE > limit) {
            throw new MemoryLimitException(usedBytes, limit, SLAB_SIZE);
        }
        Chunk chunk = current;
        if (chunk == null || chunk.isFull()) {
            chunk = chunkWithRoom();
            current = chunk;
        }
        setUsedBytes(usedBytes + SLAB_SIZE);
        return chunk.take();
    }

    /** Takes a slab back; the chunk it belongs to returns to the system once all its slabs are free. */
    public synchronized void freeSlab(long address) {
        Map.Entry<Long, Chunk> entry = chunks.floorEntry(address);
        assert entry != null : "no chunk holds slab " + Long.toHexString(address);
        Chunk chunk = entry.getValue();
        chunk.give(address);
        setUsedBytes(usedBytes - SLAB_SIZE);
        if (chunk.used == 0) {
            chunks.remove(entry.getKey());
            chunk.release();
            if (current == chunk) {
                current = null;
            }
            if (chunks.isEmpty()) {
                nextChunkSlabs = FIRST_CHUNK_SLABS;
            }
        }
    }

    /** Bytes of all slabs in use; any thread may ask. */
    public long usedBytes() {
        return usedBytes;
    }

    /** The most bytes that slabs may use together. */
    public long limit() {
        return limit;
    }

    @Override
    public synchronized void close() {
        chunks.values().forEach(Chunk::release);
        chunks.clear();
        current = null;
        setUsedBytes(0);
    }

    private void setUsedBytes(long bytes) {
        usedBytes = bytes;
    }

    private Chunk chunkWithRoom() {
        for (Chunk chunk : chunks.values()) {
            if (!chunk.isFull()) {
                return chunk;
            }
        }
        Chunk chunk = reserve(nextChunkSlabs);
        chunks.put(chunk.base, chunk);
        nextChunkSlabs = Math.min(2 * nextChunkSlabs, LAST_CHUNK_SLABS);
        return chunk;
    }

    /** Reserves a chunk, a smaller one where the system refuses the wanted size. */
    private Chunk reserve(int slabs) {
        for (int count = slabs; ; count >>= 1) {
            try {
                return new Chunk(count);
            } catch (OutOfMemoryError refused) {
                if (count == 1) {
                    throw new MemoryLimitException(usedBytes, limit, SLAB_SIZE, refused);
                }
            }
        }
    }

    /** One reservation: room for a number of slabs and one more, so that they can be aligned. */
    private static final class Chunk {
        final long raw;
        final long size;
        final long base;
        private final long[] freeSlabs;
        private int freeCount;
        private int fresh;
        int used;

        Chunk(int slabs) {
            size = (slabs + 1L) << SLAB_SHIFT;
            raw = Memory.allocate(size);
            base = (raw + SLAB_SIZE - 1) & -SLAB_SIZE;
            if ((raw + size) >>> ADDRESS_BITS != 0) {
                Memory.free(raw, size);
                throw new OutOfMemoryError("memory at " + Long.toHexString(raw) + " is above 2^" + ADDRESS_BITS);
            }
            freeSlabs = new long[slabs];
        }

        boolean isFull() {
            return used == freeSlabs.length;
        }

        long take() {
            used++;
            return freeCount > 0 ? freeSlabs[--freeCount] : base + ((long) fresh++ << SLAB_SHIFT);
        }

        void give(long address) {
            used--;
            freeSlabs[freeCount++] = address;
        }

        void release() {
            Memory.free(raw, size);
        }
    }
}
