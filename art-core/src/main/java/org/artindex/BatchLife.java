package org.artindex;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.artindex.event.BatchEvent;
import org.artindex.event.FlightRecording;
import org.artindex.state.EngineState;
import org.artindex.state.Turn;
import org.artindex.tree.NodeSpace;
import org.jspecify.annotations.Nullable;

/**
 * The life of a batch: begins with the writer's turn and ends once, by a commit, a rollback, or when the batch is found to be leaked.
 * Gives the turn to those who may use it meanwhile.
 *
 * <p>A batch and its bulk builds refer to it, and keep it reachable while they use the turn.
 */
final class BatchLife {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final System.Logger LOGGER = System.getLogger(Batch.class.getName());

    private final Thread owner = Thread.currentThread();
    private final Turn turn;
    private final Ending ending;
    private final Cleaner.Cleanable cleanable;
    private final @Nullable BatchEvent event;
    private boolean failed;

    /** Gives the writer's turn back, once. Must not refer to the life. */
    private static final class Ending implements Runnable {
        private final EngineState state;
        private final AtomicBoolean done = new AtomicBoolean();
        private final OpenBuilds builds = new OpenBuilds();

        Ending(EngineState state) {
            this.state = state;
        }

        @Override
        public void run() {
            if (done.compareAndSet(false, true)) {
                LOGGER.log(System.Logger.Level.WARNING, "a batch was neither committed nor closed: it is undone now");
                rollback();
                state.endTurn();
            }
        }

        void rollback() {
            builds.rollback();
            state.rollback();
        }
    }

    BatchLife(EngineState state, Duration timeout) {
        state.beginTurn(timeout);
        boolean begun = false;
        try {
            turn = new Turn(state);
            ending = new Ending(state);
            event = FlightRecording.beginBatch(
                    state.space().copiedNodes(), state.space().allocatedBytes());
            cleanable = CLEANER.register(this, ending);
            begun = true;
        } finally {
            if (!begun) {
                state.endTurn();
            }
        }
    }

    /** The turn, for reading. */
    Turn turn() {
        checkThread();
        if (ending.done.get()) {
            throw new ClosedException("the batch has ended");
        }
        if (failed) {
            throw new IllegalStateException("a change has failed in this batch: it can only be rolled back");
        }
        return turn;
    }

    /** The turn, for changes, which are not for the host's code that the batch calls. */
    Turn turnToChange() {
        Turn open = turn();
        checkNotCallingHost();
        return open;
    }

    /** Refuses who may not end the batch or one of its builds, whether it has failed or not. */
    void checkMayEnd() {
        checkThread();
        checkNotCallingHost();
    }

    OpenBuilds openBuilds() {
        return ending.builds;
    }

    /** Notes that a change has stopped half-way. */
    void fail() {
        failed = true;
    }

    /** Notes an error: input is refused before anything changes, anything else may have stopped a change half-way. */
    void noteFailure(Throwable cause) {
        failed |= !isRefusal(cause);
    }

    /** Whether a change has stopped half-way. */
    boolean hasFailed() {
        return failed;
    }

    void commit() {
        Turn open = turnToChange();
        openBuilds().requireNone();
        boolean published = false;
        try {
            open.publish();
            published = true;
        } finally {
            if (!published) {
                ending.rollback();
            }
            end(published ? "committed" : "refused");
        }
    }

    void rollback() {
        if (!ending.done.get()) {
            checkMayEnd();
            ending.rollback();
            end("rolled back");
        }
    }

    private void end(String outcome) {
        try {
            if (event != null) {
                NodeSpace space = ending.state.space();
                event.end(turn.changes(), space.copiedNodes(), space.allocatedBytes(), outcome);
            }
            ending.done.set(true);
            cleanable.clean();
            ending.state.endTurn();
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    private void checkThread() {
        if (Thread.currentThread() != owner) {
            throw new IllegalStateException("the batch belongs to " + owner + ", not to " + Thread.currentThread());
        }
    }

    private void checkNotCallingHost() {
        if (turn.isCallingHost()) {
            throw new IllegalStateException("a predicate or listener must not change or end the batch that calls it");
        }
    }

    private static boolean isRefusal(Throwable cause) {
        return cause instanceof RowException
                || cause instanceof InvalidKeyException
                || cause instanceof KeyTooLongException
                || cause instanceof CatalogException
                || cause instanceof DuplicateKeyException
                || cause instanceof BuildCancelledException
                || cause instanceof IllegalStateException;
    }
}
