package org.artindex.build;

import java.util.concurrent.atomic.AtomicLong;
import org.artindex.BuildCancelledException;

/** How far a build has come, and whether it is to be given up. Thread-safe. */
final class BuildControl {
    private final AtomicLong built = new AtomicLong();
    private volatile boolean cancelled;

    /** Pairs that are in their place, or were found to be repeats. */
    long built() {
        return built.get();
    }

    void built(long pairs) {
        built.addAndGet(pairs);
    }

    void cancel() {
        cancelled = true;
    }

    /**
     * Goes on unless the build is cancelled.
     *
     * @throws BuildCancelledException when it is
     */
    void check() {
        if (cancelled) {
            throw new BuildCancelledException("the build was cancelled");
        }
    }
}
