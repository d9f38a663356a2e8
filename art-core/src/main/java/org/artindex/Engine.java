package org.artindex;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.artindex.event.FlightRecording;
import org.artindex.event.VacuumEvent;
import org.artindex.memory.Arena;
import org.artindex.memory.BlockTable;
import org.artindex.state.EngineState;
import org.artindex.state.OpenSnapshots;
import org.artindex.state.RootRecord;
import org.artindex.state.Vacuum;
import org.artindex.state.Version;
import org.artindex.tree.NodeSpace;

/**
 * Indexes over tables of row ids: one writer at a time, any number of readers.
 *
 * <p>Changes are made in a {@link Batch}, atomic and all or nothing. Readers take a {@link Snapshot}: it stays what it was, takes
 * no lock and never waits for the writer. Everything lives off-heap and is given back by {@link #close}.
 *
 * <p>Thread-safe.
 */
public final class Engine implements AutoCloseable {
    /** How long {@link #begin()} waits for the writer's turn. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

    private static final int NODES_PER_SLICE = 5_000;

    private final EngineState state;
    private final boolean readOnly;
    private final ReentrantLock vacuuming = new ReentrantLock();

    private Engine(EngineState state, boolean readOnly) {
        this.state = state;
        this.readOnly = readOnly;
    }

    /** Opens an engine in memory, bounded only by what the system gives. */
    public static Engine inMemory() {
        return inMemory(EngineOptions.defaults());
    }

    /**
     * Opens an engine in memory with a bound on its memory.
     *
     * @param memoryLimit see {@link EngineOptions#memoryLimit}
     * @throws IllegalArgumentException when that is less than one slab
     */
    public static Engine inMemory(long memoryLimit) {
        return inMemory(EngineOptions.defaults().withMemoryLimit(memoryLimit));
    }

    /** Opens an engine in memory. */
    public static Engine inMemory(EngineOptions options) {
        NodeSpace space = new NodeSpace(new Arena(options.memoryLimit()), BlockTable.none());
        return over(new EngineState(space, RootRecord.empty(), options));
    }

    /** An engine over a state that art-storage has made. */
    @SuppressWarnings("exports")
    public static Engine over(EngineState state) {
        return new Engine(state, false);
    }

    /** An engine over a state that art-storage has made, which refuses batches. */
    @SuppressWarnings("exports")
    public static Engine readOnlyOver(EngineState state) {
        return new Engine(state, true);
    }

    /**
     * Takes a snapshot of what is published now. Close it: nodes that it can see are not reclaimed before.
     *
     * @throws ClosedException when the engine is closed
     */
    public Snapshot snapshot() {
        return new Snapshot(state);
    }

    /**
     * Begins a batch, waiting up to {@link #DEFAULT_TIMEOUT} for the one that is open.
     *
     * @throws WriterBusyException when the writer's turn was not had in time
     * @throws OldSnapshotException when snapshots pin more than {@link EngineOptions#pinnedLimit} and are not closed in time
     * @throws ReadOnlyException when the engine is open for reading only
     * @throws ClosedException when the engine is closed
     * @throws IllegalStateException when the calling thread has an open batch
     */
    public Batch begin() {
        return begin(DEFAULT_TIMEOUT);
    }

    /** Begins a batch, waiting as long as told for the one that is open; see {@link #begin()}. */
    public Batch begin(Duration timeout) {
        if (readOnly) {
            throw new ReadOnlyException("the engine is open for reading only");
        }
        return new Batch(state, timeout);
    }

    /**
     * Begins to collect entries of a transaction for an index, which nobody else sees until they are {@linkplain Batch#merge
     * merged}.
     *
     * @throws ClosedException when the engine is closed
     */
    public LocalIndex local(Index index) {
        return new LocalIndex(state, index);
    }

    /**
     * Bytes of off-heap memory in use: whole slabs that hold nodes, those of the batch under way and those that only old snapshots see
     * included. It does not count mapped parts of a file, nor what is reserved beyond, see {@link EngineStats#reservedBytes}.
     */
    public long memoryUsed() {
        return state.space().usedBytes();
    }

    /**
     * What the engine takes of memory, by node type. Cheap: nothing is walked. For what one index consists of see {@link IndexReader#stats}.
     *
     * @throws ClosedException when the engine is closed
     */
    public EngineStats stats() {
        OpenSnapshots open = state.openSnapshots();
        Version version = state.pin();
        try {
            return EngineStats.of(state.space(), version.record().version(), open);
        } finally {
            state.unpin(version);
        }
    }

    /** Gives memory back, see {@link #vacuum(Predicate)}, without being stopped. */
    public VacuumResult vacuum() {
        return vacuum(progress -> true);
    }

    /**
     * Gives memory back after many deletes, which leave slabs sparse: moves nodes out of the sparsest slabs, and out of the
     * emptiest chunks of slabs, into the others. The content stays the same, readers go on, and older snapshots stay valid, but they hold
     * back the memory of what they see.
     *
     * <p>Runs in the calling thread, in batches that visit some 5,000 nodes each (about ten milliseconds), between which other batches get the
     * writer's turn. It walks all indexes once, so it is meant for after mass deletes or drops, for example when {@link #memoryUsed} is more
     * than twice what the nodes take ({@link EngineStats#nodeBytes}). It needs some free memory under the limit. A second call waits for
     * the first.
     *
     * @param goOn asked after each batch whether to go on; what has been moved stays moved
     * @throws MemoryLimitException when memory runs out; nothing is lost
     * @throws WriterBusyException when the writer's turn was not had within {@link #DEFAULT_TIMEOUT}
     * @throws ReadOnlyException when the engine is open for reading only
     * @throws ClosedException when the engine is closed, also meanwhile
     * @throws IllegalStateException when the calling thread has an open batch
     */
    public VacuumResult vacuum(Predicate<VacuumProgress> goOn) {
        if (readOnly) {
            throw new ReadOnlyException("the engine is open for reading only");
        }
        state.requireNoTurn();
        VacuumEvent event = FlightRecording.beginVacuum();
        vacuuming.lock();
        try {
            VacuumResult result = new Vacuum(state, NODES_PER_SLICE, DEFAULT_TIMEOUT).run(goOn);
            if (event != null) {
                event.note(result);
            }
            return result;
        } finally {
            vacuuming.unlock();
            if (event != null) {
                event.commit();
            }
        }
    }

    /** Whether {@link #close} was called. */
    public boolean isClosed() {
        return state.isClosed();
    }

    /**
     * Closes the engine. New snapshots and batches are refused from now on; memory is given back once the open ones are closed.
     * Closing twice is harmless.
     */
    @Override
    public void close() {
        state.close();
    }
}
