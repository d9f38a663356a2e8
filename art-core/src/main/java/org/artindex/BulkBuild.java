package org.artindex;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.artindex.build.BuiltTree;
import org.artindex.build.TreeBuild;
import org.artindex.event.BulkBuildEvent;
import org.artindex.event.FlightRecording;
import org.artindex.state.BuildWork;
import org.jspecify.annotations.Nullable;

/** Builds of trees that begin and end together: what an {@link IndexBuild} and a {@link TableBuild} have in common. */
final class BulkBuild {
    private final BatchLife life;
    private final BuildWork work;
    private final String what;
    private final List<TreeBuild> builds;
    private final @Nullable BulkBuildEvent event;
    private boolean ended;

    /**
     * Begins; the batch cannot be committed before it ends.
     *
     * @param what is built, for messages
     * @param table whose rows must stay as they are meanwhile
     */
    BulkBuild(BatchLife life, BuildWork work, String what, @Nullable Table table, List<TreeBuild> builds) {
        this.life = life;
        this.work = work;
        this.what = what;
        this.builds = builds;
        this.event = FlightRecording.beginBulkBuild(what);
        life.openBuilds().add(table, builds);
    }

    void checkOpen() {
        life.turnToChange();
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
            trees.forEach(work::release);
            end("failed");
            throw gone;
        } catch (Throwable broken) {
            life.fail();
            end("failed");
            throw broken;
        } finally {
            Reference.reachabilityFence(life);
        }
    }

    void cancel() {
        builds.forEach(TreeBuild::cancel);
    }

    /** Ends what was not finished. */
    void close() {
        if (!ended && !builds.get(0).isClosed()) {
            life.checkMayEnd();
            try {
                close("closed");
            } finally {
                Reference.reachabilityFence(life);
            }
        }
    }

    /** Ends after an error; where that was more than a refusal the batch can only be rolled back, which finds all nodes. */
    void fail(Throwable cause) {
        if (builds.stream().anyMatch(TreeBuild::isBroken)) {
            life.fail();
        }
        close(cause instanceof BuildCancelledException ? "cancelled" : "failed");
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
            if (!life.hasFailed()) {
                trees.forEach(work::release);
            }
            throw broken;
        } finally {
            Reference.reachabilityFence(life);
        }
    }

    private void close(String outcome) {
        builds.forEach(life.hasFailed() ? TreeBuild::rollback : TreeBuild::close);
        end(outcome);
    }

    private void end(String outcome) {
        ended = true;
        life.openBuilds().remove(builds);
        if (event != null) {
            event.end(
                    builds.get(0).added(),
                    builds.stream().mapToLong(TreeBuild::peakMemory).sum(),
                    outcome);
        }
    }
}
