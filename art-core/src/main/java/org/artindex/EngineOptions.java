package org.artindex;

import java.time.Duration;
import org.artindex.memory.Arena;

/**
 * What can be chosen when an engine is opened.
 *
 * @param memoryLimit the most bytes of off-heap memory it may use, counted in slabs: 32 KiB for the first nodes of a type, then 256 KiB
 *     at a time
 * @param pinnedLimit the most bytes of replaced nodes that may be kept for old snapshots when a batch begins
 * @param backPressure how long a batch waits, all in all, for snapshots to be closed when they pin what it needs: at its begin over the
 *     pinned limit, or when memory runs out; an {@link OldSnapshotException} follows
 */
public record EngineOptions(long memoryLimit, long pinnedLimit, Duration backPressure) {
    /** Checks the values. */
    public EngineOptions {
        if (memoryLimit < Arena.SLAB_SIZE) {
            throw new IllegalArgumentException(
                    "memory limit " + memoryLimit + " is less than one slab of " + Arena.SLAB_SIZE);
        }
        if (pinnedLimit < 0) {
            throw new IllegalArgumentException("pinned limit " + pinnedLimit + " is negative");
        }
        if (backPressure.isNegative()) {
            throw new IllegalArgumentException("back-pressure " + backPressure + " is negative");
        }
    }

    /** No limits but the system's, and a back-pressure of one second. */
    public static EngineOptions defaults() {
        return new EngineOptions(Long.MAX_VALUE, Long.MAX_VALUE, Duration.ofSeconds(1));
    }

    /** The same with another bound on memory. */
    public EngineOptions withMemoryLimit(long bytes) {
        return new EngineOptions(bytes, pinnedLimit, backPressure);
    }

    /** The same with another bound on what old snapshots pin. */
    public EngineOptions withPinnedLimit(long bytes) {
        return new EngineOptions(memoryLimit, bytes, backPressure);
    }

    /** The same with another time to wait. */
    public EngineOptions withBackPressure(Duration time) {
        return new EngineOptions(memoryLimit, pinnedLimit, time);
    }
}
