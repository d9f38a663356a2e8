package org.artindex.state;

import java.util.concurrent.atomic.AtomicInteger;
import org.artindex.memory.PointerList;
import org.jspecify.annotations.Nullable;

/** A published root record, the count of snapshots that pin it, and the nodes that it unlinked from the one before. */
public final class Version {
    private static final int DEAD = -1;

    private final RootRecord record;
    final PointerList unlinked;
    private final AtomicInteger pins = new AtomicInteger();

    /** The version published after this one; the writer's. */
    @Nullable
    Version next;

    Version(RootRecord record, PointerList unlinked) {
        this.record = record;
        this.unlinked = unlinked;
    }

    /** The state that readers of this version see. */
    public RootRecord record() {
        return record;
    }

    /** Pins the version unless it is dead. */
    boolean tryPin() {
        int count = pins.get();
        while (count != DEAD) {
            if (pins.compareAndSet(count, count + 1)) {
                return true;
            }
            count = pins.get();
        }
        return false;
    }

    void unpin() {
        int count = pins.decrementAndGet();
        assert count >= 0 : "version " + record.version() + " unpinned too often";
    }

    /** Ends the version when nobody pins it: nobody will again. */
    boolean tryKill() {
        return pins.compareAndSet(0, DEAD);
    }
}
