package org.artindex.state;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.artindex.tree.RetiredNodes;
import org.jspecify.annotations.Nullable;

/**
 * A published root record, the count of snapshots that pin it, and the nodes that no later version sees.
 *
 * <p>A version is visible, then superseded, then dead. It dies once, by whoever makes it both superseded and unpinned: the
 * writer that publishes its successor, or the reader that gives up the last pin. All three changes of the count are
 * compare-and-sets on one word, so there is no state in between that anyone could pin.
 */
public final class Version {
    private static final AtomicIntegerFieldUpdater<Version> PINS =
            AtomicIntegerFieldUpdater.newUpdater(Version.class, "pins");

    /** Added to the count of pins of a version that is no longer visible. */
    private static final int SUPERSEDED = 1 << 30;

    private static final int DEAD = -1;

    private final RootRecord record;
    private volatile int pins;

    /** Written before the pin that it tells of, read after a pin was seen. */
    private long pinnedSince;

    /** The live version before this one; set by the writer, followed by everybody. A dead version keeps it. */
    volatile @Nullable Version previous;

    /** The live version after this one; the writer's. */
    @Nullable
    Version next;

    /** The version that died before this one, among those that the writer has not seen yet. */
    @Nullable
    Version nextDead;

    /** The nodes that this version may see and no later one does; the writer's. */
    @Nullable
    RetiredNodes garbage;

    Version(RootRecord record, @Nullable Version previous) {
        this.record = record;
        this.previous = previous;
    }

    /** The state that readers of this version see. */
    public RootRecord record() {
        return record;
    }

    /** Pins the version unless it is dead. */
    boolean tryPin() {
        int count = pins;
        while (count != DEAD) {
            if (count == 0) {
                pinnedSince = System.nanoTime();
            }
            if (PINS.compareAndSet(this, count, count + 1)) {
                return true;
            }
            count = pins;
        }
        return false;
    }

    /** Gives a pin up. Says whether the version died of it. */
    boolean unpin() {
        while (true) {
            int count = pins;
            assert (count & ~SUPERSEDED) > 0 && count != DEAD : "version " + record.version() + " unpinned too often";
            int left = count == (SUPERSEDED | 1) ? DEAD : count - 1;
            if (PINS.compareAndSet(this, count, left)) {
                return left == DEAD;
            }
        }
    }

    /** Notes that another version is visible now. Says whether this one died of it. */
    boolean supersede() {
        while (true) {
            int count = pins;
            int left = count == 0 ? DEAD : count | SUPERSEDED;
            if (PINS.compareAndSet(this, count, left)) {
                return left == DEAD;
            }
        }
    }

    /** Whether nobody can see it any more. */
    boolean isDead() {
        return pins == DEAD;
    }

    /** Snapshots that pin it. */
    int pinCount() {
        int count = pins;
        return count == DEAD ? 0 : count & ~SUPERSEDED;
    }

    /** For how long the version has been pinned without a pause; of a version that is pinned. */
    public Duration pinnedFor() {
        return Duration.ofNanos(System.nanoTime() - pinnedSince);
    }
}
