package org.artindex;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.artindex.build.BuiltTree;
import org.artindex.build.TreeBuild;
import org.artindex.event.BulkBuildEvent;
import org.artindex.event.FlightRecording;
import org.artindex.state.Turn;
import org.jspecify.annotations.Nullable;

/** Builds of trees that begin and end together: what an {@link IndexBuild} and a {@link TableBuild} have in common. */
final class BulkBuild {
    private final Batch batch;
    private final Turn turn;
    private final String what;
    private final @Nullable Table table;
    private final List<TreeBuild> builds;
    private final @Nullable BulkBuildEvent event;
    private boolean ended;

    /**
     * Begins.
     *
     * @param what is built, for messages
     * @param table whose rows must stay as they are meanwhile
     */
    BulkBuild(Batch batch, Turn turn, String what, @Nullable Table table, List<TreeBuild> builds) {
        this.batch = batch;
        this.turn = turn;
        this.what = what;
        this.table = table;
        this.builds = builds;
        this.event = FlightRecording.beginBulkBuild(what);
    }

    @Nullable
    Table table() {
        return table;
    }

    List<TreeBuild> builds() {
        return builds;
    }

    void checkOpen() {
        batch.checkUsable();
        if (ended) {
            throw new ClosedException("the build of " + what + " has ended");
        }
    }

    /**
     * Finishes all builds and has their trees merged.
     *
     * @param merge throws a {@link CatalogException} before it changes anything, and anything else at any time
     */
    long finish(ToLongFunction<List<BuiltTree>> merge) {
        checkOpen();
        List<BuiltTree> trees = finishAll();
        try {
            long result = merge.applyAsLong(trees);
            end("done");
            return result;
        } catch (CatalogException gone) {
            trees.forEach(turn::release);
            end("failed");
            throw gone;
        } catch (Throwable broken) {
            batch.fail();
            end("failed");
            throw broken;
        } finally {
            Reference.reachabilityFence(batch);
        }
    }

    void cancel() {
        builds.forEach(TreeBuild::cancel);
    }

    /** Gives up what was not finished. */
    void close() {
        if (!ended && !builds.get(0).isClosed()) {
            batch.checkMayChange();
            try {
                giveUp("closed");
            } finally {
                Reference.reachabilityFence(batch);
            }
        }
    }

    /** Ends after an error; where that was more than a refusal the batch can only be rolled back, which finds all nodes. */
    void fail(Throwable cause) {
        if (builds.stream().anyMatch(TreeBuild::isBroken)) {
            batch.fail();
        }
        giveUp(cause instanceof BuildCancelledException ? "cancelled" : "failed");
    }

    private List<BuiltTree> finishAll() {
        List<BuiltTree> trees = new ArrayList<>();
        try {
            for (TreeBuild build : builds) {
                trees.add(build.finish());
            }
            return trees;
        } catch (Throwable broken) {
            fail(broken);
            if (!batch.hasFailed()) {
                trees.forEach(turn::release);
            }
            throw broken;
        } finally {
            Reference.reachabilityFence(batch);
        }
    }

    private void giveUp(String outcome) {
        builds.forEach(batch.hasFailed() ? TreeBuild::discard : TreeBuild::close);
        end(outcome);
    }

    private void end(String outcome) {
        ended = true;
        batch.ended(this);
        if (event != null) {
            event.end(
                    builds.get(0).added(),
                    builds.stream().mapToLong(TreeBuild::peakMemory).sum(),
                    outcome);
        }
    }
}
