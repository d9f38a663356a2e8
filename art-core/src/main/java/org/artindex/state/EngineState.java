package org.artindex.state;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.artindex.ArtIndexException;
import org.artindex.ClosedException;
import org.artindex.EngineOptions;
import org.artindex.MemoryLimitException;
import org.artindex.OldSnapshotException;
import org.artindex.WriterBusyException;
import org.artindex.postings.PostingCursor;
import org.artindex.postings.PostingWriter;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.TreeCursor;
import org.artindex.tree.TreeWriter;
import org.jspecify.annotations.Nullable;

/**
 * One writer, many readers: the versions of an engine's state, the writer's turn, and the reclamation of nodes.
 *
 * <p>The writer works from {@link #tip}, readers see the <em>visible</em> version. Both move together here; with a log the tip
 * runs ahead until its records are durable. A reader pins the visible version and reads it without locks. Nodes that no live
 * version sees any more are freed by the writer, at the begin of each turn and at each publication: so what the close of a
 * snapshot sets free is free at the latest when the next batch has begun.
 *
 * <p>When old snapshots pin memory that the writer needs, it waits for them to be closed, a bounded time in each turn.
 *
 * <p>{@link #oldestPinned}, {@link #publish} and {@link #rollback} belong to the writer's turn; all else may be called by any thread.
 */
public final class EngineState implements AutoCloseable {
    private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

    private final NodeSpace space;
    private final TreeWriter treeWriter;
    private final PostingWriter postingWriter;
    private final TreeCursor treeCursor;
    private final PostingCursor postingCursor;
    private final Semaphore turn = new Semaphore(1, true);
    private final AtomicInteger users = new AtomicInteger(1);
    private final AtomicBoolean closed = new AtomicBoolean();
    private final VersionChain versions;
    private final long pinnedLimit;
    private final long backPressure;

    /** What is left of the time that the turn may wait for snapshots, in nanoseconds. */
    private long patience;

    private volatile @Nullable Thread owner;
    private volatile @Nullable Runnable afterRelease;
    private volatile @Nullable Supplier<? extends ArtIndexException> refusal;

    /** Makes a state with the default options. */
    public EngineState(NodeSpace space, RootRecord initial) {
        this(space, initial, EngineOptions.defaults());
    }

    /** Makes the state of an engine whose nodes live in a space; closing the state closes the space. */
    public EngineState(NodeSpace space, RootRecord initial, EngineOptions options) {
        this.space = space;
        this.treeWriter = new TreeWriter(space);
        this.postingWriter = new PostingWriter(space);
        this.treeCursor = new TreeCursor(space);
        this.postingCursor = new PostingCursor(space);
        this.versions = new VersionChain(space, initial);
        this.pinnedLimit = options.pinnedLimit();
        this.backPressure = nanosOf(options.backPressure());
        space.onShortage(this::relieve);
    }

    public NodeSpace space() {
        return space;
    }

    TreeWriter treeWriter() {
        return treeWriter;
    }

    PostingWriter postingWriter() {
        return postingWriter;
    }

    /** The writer's own, to read what the batch under way has made; anybody's between calls. */
    TreeCursor treeCursor() {
        return treeCursor;
    }

    /** The writer's own, to read what the batch under way has made; anybody's between calls. */
    PostingCursor postingCursor() {
        return postingCursor;
    }

    /**
     * Pins what is visible now; to be {@linkplain #unpin unpinned} once.
     *
     * @throws ClosedException when the engine is closed
     */
    public Version pin() {
        use();
        return versions.pin();
    }

    /** Gives a pinned version up. */
    public void unpin(Version version) {
        versions.unpin(version);
        release();
    }

    public boolean isClosed() {
        return closed.get();
    }

    /**
     * Takes the writer's turn.
     *
     * @throws WriterBusyException when it was not had in time, or the thread was interrupted while waiting (its flag stays set)
     * @throws IllegalStateException when the calling thread has it already
     * @throws ClosedException when the engine is closed
     * @throws OldSnapshotException when snapshots pin too much and are not closed in time
     * @throws ArtIndexException of whatever kind {@link #refuseTurns} was told
     */
    public void beginTurn(Duration timeout) {
        requireNoTurn();
        checkRefusal();
        use();
        boolean begun = false;
        try {
            acquireTurn(timeout);
            owner = Thread.currentThread();
            try {
                if (closed.get()) {
                    throw closedException();
                }
                checkRefusal();
                patience = backPressure;
                makeRoom();
                space.setBirth(tip().version() + 1);
                begun = true;
            } finally {
                if (!begun) {
                    owner = null;
                    turn.release();
                }
            }
        } finally {
            if (!begun) {
                release();
            }
        }
    }

    /**
     * Refuses a thread that has the writer's turn.
     *
     * @throws IllegalStateException when the calling thread has it
     */
    public void requireNoTurn() {
        if (owner == Thread.currentThread()) {
            throw new IllegalStateException("this thread has an open batch already");
        }
    }

    /**
     * Refuses the writer's turn to everybody from now on, also to those who wait for it; reads go on.
     *
     * @param why makes the error for each refusal
     */
    public void refuseTurns(Supplier<? extends ArtIndexException> why) {
        refusal = why;
    }

    private void checkRefusal() {
        Supplier<? extends ArtIndexException> why = refusal;
        if (why != null) {
            throw why.get();
        }
    }

    /** A turn that is free is had also by a thread whose interrupt flag is set. */
    private void acquireTurn(Duration timeout) {
        boolean taken = turn.tryAcquire();
        try {
            taken = taken || turn.tryAcquire(nanosOf(timeout), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new WriterBusyException("interrupted while waiting for the writer's turn, held by " + owner);
        }
        if (!taken) {
            throw new WriterBusyException("no writer's turn within " + timeout + ": held by " + owner);
        }
    }

    private static long nanosOf(Duration timeout) {
        return timeout.compareTo(FOREVER) >= 0 ? Long.MAX_VALUE : timeout.toNanos();
    }

    /** Gives the writer's turn back; any thread may do it for a batch that was left open. */
    public void endTurn() {
        owner = null;
        turn.release();
        release();
    }

    /** The state that the next batch begins from. */
    public RootRecord tip() {
        return versions.visible().record();
    }

    /** The oldest version that a snapshot may still see. */
    public long oldestPinned() {
        versions.reclaim();
        return versions.oldest().record().version();
    }

    /** The snapshots that are open now; any thread may ask. */
    public OpenSnapshots openSnapshots() {
        return versions.openSnapshots();
    }

    /** Makes a record visible, which keeps the nodes that the turn allocated. */
    public void publish(RootRecord record) {
        versions.publish(record);
    }

    /** Undoes what the turn has done to the nodes. */
    public void rollback() {
        space.dropFresh();
    }

    /** Has an action run once, after the engine is closed and its last snapshot too. */
    public void afterRelease(Runnable action) {
        afterRelease = action;
    }

    /**
     * Closes the engine: no new snapshot or batch can begin. Its memory is given back when the last of those that are open is
     * closed. Closing twice is harmless.
     */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            release();
        }
    }

    /** Keeps the memory, and the engine's end away, until {@link #release}. */
    void use() {
        int count = users.get();
        while (!closed.get() && count > 0) {
            if (users.compareAndSet(count, count + 1)) {
                return;
            }
            count = users.get();
        }
        throw closedException();
    }

    void release() {
        if (users.decrementAndGet() == 0) {
            space.close();
            Runnable action = afterRelease;
            if (action != null) {
                action.run();
            }
        }
    }

    /** Frees what can be, and waits while old snapshots pin more than they may. */
    private void makeRoom() {
        versions.reclaim();
        while (versions.pinnedBytes() > pinnedLimit) {
            if (!reclaimPatiently()) {
                throw versions.blamed(null);
            }
        }
    }

    /** Frees something, or says why an allocation of the turn must fail. */
    private void relieve(MemoryLimitException full) {
        if (!reclaimPatiently()) {
            throw versions.pinnedBytes() > 0 ? versions.blamed(full) : full;
        }
    }

    /** Reclaims what a snapshot has pinned, if need be after waiting for one to be closed. */
    private boolean reclaimPatiently() {
        if (versions.reclaim()) {
            return true;
        }
        if (versions.pinnedBytes() == 0) {
            return false;
        }
        long start = System.nanoTime();
        boolean died = versions.awaitDeath(patience);
        patience = Math.max(0, patience - (System.nanoTime() - start));
        return died && versions.reclaim();
    }

    private static ClosedException closedException() {
        return new ClosedException("the engine is closed");
    }
}
