package org.artindex.memory;

/** One reservation of the system: room for a number of slabs and one more, so that they can be aligned. */
final class Chunk {
    final long base;
    final long size;
    private final long raw;
    private final long[] freeSlabs;
    private int freeCount;
    private int fresh;
    private int used;

    /** Whether no slab is to be taken from it, since it is being emptied. */
    boolean closed;

    Chunk(int slabs) {
        size = (slabs + 1L) << Arena.SLAB_SHIFT;
        raw = Memory.allocate(size);
        base = (raw + Arena.SLAB_SIZE - 1) & -Arena.SLAB_SIZE;
        if ((raw + size) >>> Arena.ADDRESS_BITS != 0) {
            Memory.free(raw, size);
            throw new OutOfMemoryError("memory at " + Long.toHexString(raw) + " is above 2^" + Arena.ADDRESS_BITS);
        }
        freeSlabs = new long[slabs];
    }

    int used() {
        return used;
    }

    int slabs() {
        return freeSlabs.length;
    }

    int room() {
        return freeSlabs.length - used;
    }

    long take() {
        used++;
        return freeCount > 0 ? freeSlabs[--freeCount] : base + ((long) fresh++ << Arena.SLAB_SHIFT);
    }

    void give(long address) {
        used--;
        freeSlabs[freeCount++] = address;
    }

    void release() {
        Memory.free(raw, size);
    }
}
