package org.artindex.state;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.artindex.MemoryLimitException;
import org.artindex.OldSnapshotException;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.RetiredNodes;
import org.jspecify.annotations.Nullable;

/**
 * The live versions, from the oldest that a snapshot pins to the visible one, and the reclamation of the nodes they have seen.
 *
 * <p>A node that a batch unlinks belongs to the version before that batch, the last that may see it. When a version dies, wherever
 * in the chain, each of its nodes is freed if it was born after the live version before; else it belongs to that version from
 * then on. So a node is kept as long as a snapshot is open that sees it, or that is younger than the node's slab and might; and
 * each move of a node is paid by a death.
 *
 * <p>Readers pin and unpin, without locks: the one whose unpinning kills a version leaves it on a stack, where the writer finds
 * it. All else but {@link #openSnapshots} and {@link #pinnedBytes} is the writer's.
 */
final class VersionChain {
    private final NodeSpace space;
    private final AtomicReference<@Nullable Version> dead = new AtomicReference<>();
    private volatile Version visible;
    private volatile long pinnedBytes;
    private volatile @Nullable Thread waiting;
    private Version oldest;

    VersionChain(NodeSpace space, RootRecord initial) {
        this.space = space;
        this.visible = new Version(initial, null);
        this.oldest = visible;
    }

    Version visible() {
        return visible;
    }

    Version oldest() {
        return oldest;
    }

    /** Pins what is visible now. A version that has died meanwhile has a successor that is visible already. */
    Version pin() {
        while (true) {
            Version version = visible;
            if (version.tryPin()) {
                return version;
            }
            Thread.onSpinWait();
        }
    }

    void unpin(Version version) {
        if (version.unpin()) {
            Version head;
            do {
                head = dead.get();
                version.nextDead = head;
            } while (!dead.compareAndSet(head, version));
            LockSupport.unpark(waiting);
        }
    }

    /** Makes a record visible, and the nodes of the space that it unlinked garbage. */
    void publish(RootRecord record) {
        Version former = visible;
        assert record.version() > former.record().version() : record.version();
        Version version = new Version(record, former);
        RetiredNodes unlinked = space.settle();
        former.next = version;
        former.garbage = unlinked;
        visible = version;
        long kept = unlinked.bytes();
        if (former.supersede()) {
            unlink(former);
            kept = bequeath(former);
        }
        if (kept != 0) {
            setPinnedBytes(pinnedBytes + kept);
        }
        reclaim();
    }

    /** Frees what versions that have died since the last call have left. Says whether there were any. */
    boolean reclaim() {
        if (dead.get() == null) {
            return false;
        }
        Version first = dead.getAndSet(null);
        for (Version each = first; each != null; each = each.nextDead) {
            unlink(each);
        }
        long pinned = pinnedBytes;
        for (Version each = first; each != null; each = each.nextDead) {
            pinned -= bytesOf(each);
            pinned += bequeath(each);
        }
        setPinnedBytes(pinned);
        return true;
    }

    /** Waits until a version has died whose nodes are not yet reclaimed, or the thread is interrupted. Says whether one has. */
    boolean awaitDeath(long nanos) {
        long start = System.nanoTime();
        waiting = Thread.currentThread();
        try {
            while (dead.get() == null) {
                long left = nanos - (System.nanoTime() - start);
                if (left <= 0 || Thread.currentThread().isInterrupted()) {
                    return false;
                }
                LockSupport.parkNanos(this, left);
            }
            return true;
        } finally {
            waiting = null;
        }
    }

    /** Bytes of the nodes that are kept for old snapshots only. */
    long pinnedBytes() {
        return pinnedBytes;
    }

    OpenSnapshots openSnapshots() {
        int count = 0;
        long oldestVersion = visible.record().version();
        Duration age = Duration.ZERO;
        for (Version each = visible; each != null; each = each.previous) {
            int pins = each.pinCount();
            if (pins > 0) {
                count += pins;
                oldestVersion = each.record().version();
                age = each.pinnedFor();
            }
        }
        return new OpenSnapshots(count, oldestVersion, age, pinnedBytes);
    }

    /** The error of a writer that would need the memory which old snapshots pin; at least one of them does. */
    OldSnapshotException blamed(@Nullable MemoryLimitException cause) {
        return new OldSnapshotException(
                oldest.record().version(), oldest.pinnedFor(), bytesOf(oldest), pinnedBytes, cause);
    }

    private void unlink(Version version) {
        Version before = version.previous;
        Version after = requireNonNull(version.next, "the visible version cannot die");
        after.previous = before;
        version.next = null;
        if (before == null) {
            oldest = after;
        } else {
            before.next = after;
        }
    }

    /**
     * Frees the nodes of a dead version, but for those that the live version before may see: they are its own from now on. Returns
     * their bytes. Where many versions died together, their nodes thus move once and not from each to the next.
     */
    private long bequeath(Version version) {
        Version before = version.previous;
        while (before != null && before.isDead()) {
            before = before.previous;
        }
        version.previous = before;
        RetiredNodes nodes = requireNonNull(version.garbage);
        version.garbage = null;
        return before == null ? freeAll(nodes) : moveTo(before, nodes);
    }

    private long freeAll(RetiredNodes nodes) {
        space.free(nodes);
        return 0;
    }

    private long moveTo(Version before, RetiredNodes nodes) {
        RetiredNodes kept = requireNonNull(before.garbage);
        long bytes = kept.bytes();
        space.freeBornAfter(before.record().version(), nodes, kept);
        return kept.bytes() - bytes;
    }

    private static long bytesOf(Version version) {
        RetiredNodes nodes = version.garbage;
        return nodes == null ? 0 : nodes.bytes();
    }

    private void setPinnedBytes(long bytes) {
        pinnedBytes = bytes;
    }
}
