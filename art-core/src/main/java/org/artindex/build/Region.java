package org.artindex.build;

import org.artindex.MemoryLimitException;
import org.artindex.memory.Memory;

/** Raw memory that pairs lie in. */
final class Region {
    final long address;
    private final long size;
    private final PairMemory memory;

    /**
     * Allocates a region.
     *
     * @throws MemoryLimitException when the system refuses
     */
    Region(PairMemory memory, long size) {
        this.memory = memory;
        this.size = size + Pair.SLACK;
        try {
            this.address = Memory.allocate(this.size);
        } catch (OutOfMemoryError refused) {
            throw new MemoryLimitException(memory.used(), Long.MAX_VALUE, this.size, refused);
        }
        memory.add(this, this.size);
    }

    /** Frees the region; doing so again is harmless. */
    void free() {
        if (memory.remove(this, size)) {
            Memory.free(address, size);
        }
    }
}
