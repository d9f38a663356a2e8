package org.artindex.state;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.artindex.VacuumProgress;
import org.artindex.VacuumResult;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.Relocator;

/**
 * Moves nodes out of sparse slabs into dense ones, so that the sparse ones are given back: in slices, each a batch that changes no
 * content. Between slices others get the writer's turn.
 *
 * <p>Used once, by one thread; one at a time in an engine.
 */
public final class Vacuum {
    private final EngineState state;
    private final NodeSpace space;
    private final Relocator relocator;
    private final int nodesPerSlice;
    private final Duration timeout;
    private long slices;

    /**
     * Makes a vacuum that has done nothing.
     *
     * @param nodesPerSlice about how many nodes a slice visits
     * @param timeout how long each slice waits for the writer's turn
     */
    public Vacuum(EngineState state, int nodesPerSlice, Duration timeout) {
        this.state = state;
        this.space = state.space();
        this.relocator = new Relocator(space);
        this.nodesPerSlice = nodesPerSlice;
        this.timeout = timeout;
    }

    /**
     * Runs to the end, or until told to stop.
     *
     * @param goOn asked after each slice, outside of the writer's turn
     * @throws org.artindex.MemoryLimitException when a slice runs out of memory; those before it stay done
     */
    public VacuumResult run(Predicate<VacuumProgress> goOn) {
        long before = space.usedBytes();
        List<Integer> ids = begin();
        boolean completed = moveAllOrSpare(ids, goOn);
        long held = end(completed);
        return new VacuumResult(
                completed, slices, relocator.visited(), relocator.moved(), before, space.usedBytes(), held);
    }

    /** Chooses the slabs to be emptied and returns the ids of what may have nodes in them: of nothing, where there are none. */
    private List<Integer> begin() {
        state.beginTurn(timeout);
        try {
            space.chooseVictims();
            List<Integer> ids = new ArrayList<>();
            if (space.victimBytes() > 0) {
                RootRecord tip = state.tip();
                tip.tables().forEach(table -> ids.add(table.table().id()));
                tip.indexes().forEach(index -> ids.add(index.index().id()));
            }
            return ids;
        } finally {
            state.endTurn();
        }
    }

    /** Whatever stops it, slabs do not stay closed. */
    private boolean moveAllOrSpare(List<Integer> ids, Predicate<VacuumProgress> goOn) {
        try {
            return moveAll(ids, goOn);
        } catch (Throwable stopped) {
            try {
                end(false);
            } catch (RuntimeException noTurn) {
                stopped.addSuppressed(noTurn);
            }
            throw stopped;
        }
    }

    private boolean moveAll(List<Integer> ids, Predicate<VacuumProgress> goOn) {
        for (int i = 0; i < ids.size(); i++) {
            do {
                slice(ids.get(i));
                int done = relocator.hasMore() ? i : i + 1;
                VacuumProgress progress =
                        new VacuumProgress(done, ids.size(), relocator.visited(), relocator.moved(), space.usedBytes());
                if (!goOn.test(progress) && done < ids.size()) {
                    return false;
                }
            } while (relocator.hasMore());
        }
        return true;
    }

    private void slice(int id) {
        state.beginTurn(timeout);
        boolean published = false;
        try {
            Turn turn = new Turn(state);
            turn.relocate(id, relocator, nodesPerSlice);
            turn.publish();
            published = true;
            slices++;
        } finally {
            if (!published) {
                state.rollback();
                space.spareVictims();
            }
            state.endTurn();
        }
    }

    /** Frees what no snapshot sees any more, and returns the bytes of slabs that wait for that. */
    private long end(boolean completed) {
        state.beginTurn(timeout);
        try {
            if (completed) {
                space.reopenChunks();
            } else {
                space.spareVictims();
            }
            return space.victimBytes();
        } finally {
            state.endTurn();
        }
    }
}
