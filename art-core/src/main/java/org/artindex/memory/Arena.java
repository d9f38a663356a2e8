package org.artindex.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.artindex.MemoryLimitException;

/**
 * The off-heap memory of one engine, handed out in slabs of 256 KiB that are aligned to their size, and in small slabs of 32 KiB.
 *
 * <p>Slabs are cut from chunks that double from 4 MiB to 32 MiB: a chunk is one reservation of the system whose pages cost nothing
 * before they are touched, and it is given back when its last slab is. The fullest chunk with room serves first, so that others can
 * empty. Because a slab is aligned, its number is its address divided by its size: a node pointer that holds this number needs no
 * table of bases to be followed. Small slabs are the eight parts of a slab.
 *
 * <p>Thread-safe: beside the writer, the threads of a bulk build take slabs.
 */
public final class Arena implements AutoCloseable {
    /** log2 of {@link #SLAB_SIZE}. */
    public static final int SLAB_SHIFT = 18;

    /** Bytes of a slab: 262,144. */
    public static final int SLAB_SIZE = 1 << SLAB_SHIFT;

    /** log2 of {@link #SMALL_SLAB_SIZE}. */
    public static final int SMALL_SLAB_SHIFT = 15;

    /** Bytes of a small slab: 32,768. */
    public static final int SMALL_SLAB_SIZE = 1 << SMALL_SLAB_SHIFT;

    /** Slab numbers fit in the 40 bits of a node pointer as long as addresses fit in 58. */
    static final int ADDRESS_BITS = 58;

    private static final int FIRST_CHUNK_SLABS = 16;

    /** With the slab for alignment more than 32 MiB, above which glibc maps an allocation of its own and unmaps it at once when freed. */
    private static final int LAST_CHUNK_SLABS = 128;

    private static final int ALL_PARTS = (1 << (SLAB_SIZE / SMALL_SLAB_SIZE)) - 1;

    private final long limit;
    private final TreeMap<Long, Chunk> chunks = new TreeMap<>();
    private final TreeSet<Chunk> withRoom =
            new TreeSet<>(Comparator.comparingInt(Chunk::room).thenComparingLong(chunk -> chunk.base));

    /** The slabs that small slabs are cut from, each with the set of its parts in use. */
    private final TreeMap<Long, Integer> dividedSlabs = new TreeMap<>();

    private int nextChunkSlabs = FIRST_CHUNK_SLABS;
    private volatile long usedBytes;
    private volatile long reservedBytes;

    /**
     * Makes an arena without memory.
     *
     * @param limit the most bytes that slabs in use may have together
     * @throws org.artindex.ArtIndexException when the JVM denies access to raw memory
     */
    public Arena(long limit) {
        AccessChoice.access();
        this.limit = limit;
    }

    /**
     * Hands out a slab; its content is undefined.
     *
     * @return its address, a multiple of {@link #SLAB_SIZE}
     * @throws MemoryLimitException when the limit would be passed or the system refuses; nothing has changed then
     */
    public synchronized long allocateSlab() {
        checkLimit(SLAB_SIZE);
        long slab = takeSlab();
        setUsedBytes(usedBytes + SLAB_SIZE);
        return slab;
    }

    /** Takes a slab back; the chunk it belongs to returns to the system once all its slabs are free. */
    public synchronized void freeSlab(long address) {
        giveSlab(address);
        setUsedBytes(usedBytes - SLAB_SIZE);
    }

    /**
     * Hands out a small slab; its content is undefined.
     *
     * @return its address, a multiple of {@link #SMALL_SLAB_SIZE}
     * @throws MemoryLimitException when the limit would be passed or the system refuses; nothing has changed then
     */
    public synchronized long allocateSmallSlab() {
        checkLimit(SMALL_SLAB_SIZE);
        long slab = dividedSlabWithRoom();
        int parts = dividedSlabs.getOrDefault(slab, 0);
        int free = Integer.numberOfTrailingZeros(~parts);
        dividedSlabs.put(slab, parts | (1 << free));
        setUsedBytes(usedBytes + SMALL_SLAB_SIZE);
        return slab + ((long) free << SMALL_SLAB_SHIFT);
    }

    /** Takes a small slab back. */
    public synchronized void freeSmallSlab(long address) {
        long slab = address & -SLAB_SIZE;
        int parts = dividedSlabs.getOrDefault(slab, 0);
        int part = 1 << (int) ((address - slab) >>> SMALL_SLAB_SHIFT);
        assert (parts & part) != 0 : "small slab freed twice: " + Long.toHexString(address);
        if (parts == part) {
            dividedSlabs.remove(slab);
            giveSlab(slab);
        } else {
            dividedSlabs.put(slab, parts & ~part);
        }
        setUsedBytes(usedBytes - SMALL_SLAB_SIZE);
    }

    /** Bytes of all slabs and small slabs in use; any thread may ask. */
    public long usedBytes() {
        return usedBytes;
    }

    /** Bytes that the system was asked for; pages that were never touched take none of its memory. Any thread may ask. */
    public long reservedBytes() {
        return reservedBytes;
    }

    /** The most bytes that slabs may use together. */
    public long limit() {
        return limit;
    }

    /**
     * Hands out no more slabs of those chunks that others could spare: the emptiest ones, as many as leave room for a number of slabs and
     * a sixteenth more. None is closed that small slabs lie in. Chunks that were closed before are reconsidered.
     */
    public synchronized void closeSpareChunks(long neededSlabs) {
        reopenChunks();
        List<Chunk> fullestFirst = new ArrayList<>(chunks.values());
        fullestFirst.sort(Comparator.comparing(this::hasSmallSlabs)
                .thenComparingInt(Chunk::used)
                .reversed()
                .thenComparingLong(chunk -> chunk.base));
        long wanted = neededSlabs + (neededSlabs >> 4) + dividedSlabs.size();
        for (Chunk chunk : fullestFirst) {
            if (wanted <= 0 && !hasSmallSlabs(chunk)) {
                chunk.closed = true;
                withRoom.remove(chunk);
            }
            wanted -= chunk.slabs();
        }
    }

    /** Ends what {@link #closeSpareChunks} began. */
    public synchronized void reopenChunks() {
        for (Chunk chunk : chunks.values()) {
            if (chunk.closed) {
                chunk.closed = false;
                noteRoom(chunk);
            }
        }
    }

    /** Whether a slab lies in a chunk that is being emptied. */
    synchronized boolean isInClosedChunk(long address) {
        return chunkOf(address).closed;
    }

    @Override
    public synchronized void close() {
        chunks.values().forEach(Chunk::release);
        chunks.clear();
        withRoom.clear();
        dividedSlabs.clear();
        usedBytes = 0;
        reservedBytes = 0;
    }

    private void checkLimit(long requested) {
        if (usedBytes + requested > limit) {
            throw new MemoryLimitException(usedBytes, limit, requested);
        }
    }

    private void setUsedBytes(long bytes) {
        usedBytes = bytes;
    }

    private void setReservedBytes(long bytes) {
        reservedBytes = bytes;
    }

    private long dividedSlabWithRoom() {
        for (Map.Entry<Long, Integer> entry : dividedSlabs.entrySet()) {
            if (entry.getValue() != ALL_PARTS) {
                return entry.getKey();
            }
        }
        return takeSlab();
    }

    private long takeSlab() {
        Chunk chunk = withRoom.isEmpty() ? reserve() : withRoom.first();
        withRoom.remove(chunk);
        long slab = chunk.take();
        noteRoom(chunk);
        return slab;
    }

    private void giveSlab(long address) {
        Chunk chunk = chunkOf(address);
        withRoom.remove(chunk);
        chunk.give(address);
        if (chunk.used() > 0) {
            noteRoom(chunk);
            return;
        }
        chunks.remove(chunk.base);
        chunk.release();
        setReservedBytes(reservedBytes - chunk.size);
        if (chunks.isEmpty()) {
            nextChunkSlabs = FIRST_CHUNK_SLABS;
        }
    }

    private void noteRoom(Chunk chunk) {
        if (chunk.room() > 0 && !chunk.closed) {
            withRoom.add(chunk);
        }
    }

    private boolean hasSmallSlabs(Chunk chunk) {
        Long slab = dividedSlabs.ceilingKey(chunk.base);
        return slab != null && chunkOf(slab) == chunk;
    }

    private Chunk chunkOf(long address) {
        Map.Entry<Long, Chunk> entry = chunks.floorEntry(address);
        assert entry != null : "no chunk holds slab " + Long.toHexString(address);
        return entry.getValue();
    }

    /** Reserves a chunk, a smaller one where the system refuses the wanted size. */
    private Chunk reserve() {
        for (int count = nextChunkSlabs; ; count >>= 1) {
            try {
                Chunk chunk = new Chunk(count);
                chunks.put(chunk.base, chunk);
                setReservedBytes(reservedBytes + chunk.size);
                nextChunkSlabs = Math.min(2 * nextChunkSlabs, LAST_CHUNK_SLABS);
                return chunk;
            } catch (OutOfMemoryError refused) {
                if (count == 1) {
                    throw new MemoryLimitException(usedBytes, limit, SLAB_SIZE, refused);
                }
            }
        }
    }
}
