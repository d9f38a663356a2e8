package org.artindex.build;

import org.artindex.memory.Memory;

/** Raw memory that several buckets lie in, given back once all of them are done. Not thread-safe but for {@link #release}. */
final class Region {
    final long address;
    private final long size;
    private final PairMemory memory;
    private int users;

    /** Allocates a region. */
    Region(PairMemory memory, long size, int users) {
        this.memory = memory;
        this.size = size + Pair.SLACK;
        this.users = users;
        this.address = Memory.allocate(this.size);
        memory.add(this, this.size);
    }

    /** Gives up the use by one bucket. */
    synchronized void release() {
        if (--users == 0) {
            free();
        }
    }

    /** Frees the region whoever uses it. */
    void free() {
        if (memory.remove(this, size)) {
            Memory.free(address, size);
        }
    }
}
