package org.artindex;

import java.time.Duration;
import org.artindex.memory.Arena;
import org.artindex.memory.BlockTable;
import org.artindex.state.EngineState;
import org.artindex.state.RootRecord;
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

    private final EngineState state;
    private final boolean readOnly;

    private Engine(EngineState state, boolean readOnly) {
        this.state = state;
        this.readOnly = readOnly;
    }

    /** Opens an engine in memory, bounded only by what the system gives. */
    public static Engine inMemory() {
        return inMemory(Long.MAX_VALUE);
    }

    /**
     * Opens an engine in memory.
     *
     * @param memoryLimit the most bytes of off-heap memory it may use, counted in slabs of 256 KiB; each node type in use takes at
     *     least one, so less than some 8 MiB makes little sense
     * @throws IllegalArgumentException when that is less than one slab
     */
    public static Engine inMemory(long memoryLimit) {
        if (memoryLimit < Arena.SLAB_SIZE) {
            throw new IllegalArgumentException(
                    "memory limit " + memoryLimit + " is less than one slab of " + Arena.SLAB_SIZE);
        }
        NodeSpace space = new NodeSpace(new Arena(memoryLimit), BlockTable.none());
        return over(new EngineState(space, RootRecord.empty()));
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

    /** Bytes of off-heap memory in use, in whole slabs. */
    public long memoryUsed() {
        return state.space().usedBytes();
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
