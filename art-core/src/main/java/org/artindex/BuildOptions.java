package org.artindex;

import java.util.Objects;

/**
 * How a bulk build works. Immutable.
 *
 * @param memoryLimit about the most bytes that pairs waiting to be sorted may take, beside the engine's memory: at least 1 MiB.
 *     A build of more pairs than that works in rounds, each merged into the ones before
 * @param threads threads that sort and build, the caller's among them: 1 to 64. More than one are used for more than 8 MiB of pairs; they do
 *     not wait for old snapshots when memory runs out, and each leaves a slab of 256 KiB partly filled for each node type it used
 * @param progress is told how far the build has come
 */
public record BuildOptions(long memoryLimit, int threads, BuildProgress progress) {
    /** The least memory that a build works with: 1 MiB. */
    public static final long LEAST_MEMORY = 1 << 20;

    private static final int MOST_THREADS = 64;

    /** A GiB of memory, one thread, and nobody to be told. */
    public static final BuildOptions DEFAULT = new BuildOptions(1L << 30, 1, BuildProgress.NONE);

    /** Checks the bounds. */
    public BuildOptions {
        Objects.requireNonNull(progress);
        if (memoryLimit < LEAST_MEMORY) {
            throw new IllegalArgumentException("memory limit " + memoryLimit + " is less than " + LEAST_MEMORY);
        }
        if (threads < 1 || threads > MOST_THREADS) {
            throw new IllegalArgumentException(threads + " threads: 1 to " + MOST_THREADS + " are allowed");
        }
    }

    /** These options with another bound of memory. */
    public BuildOptions withMemoryLimit(long bytes) {
        return new BuildOptions(bytes, threads, progress);
    }

    /** These options with another number of threads. */
    public BuildOptions withThreads(int count) {
        return new BuildOptions(memoryLimit, count, progress);
    }

    /** These options with somebody to be told how far the build has come. */
    public BuildOptions withProgress(BuildProgress listener) {
        return new BuildOptions(memoryLimit, threads, listener);
    }
}
