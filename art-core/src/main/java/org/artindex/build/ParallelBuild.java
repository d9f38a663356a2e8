package org.artindex.build;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.artindex.tree.NodeSpace;

/**
 * Sorts and builds the parts of a bucket in several threads, each with a space of its own. The parts' trees have disjoint ranges of
 * keys or, where all pairs have one key, of its rows.
 */
final class ParallelBuild {
    /** Below this a second thread gains less than it costs. */
    private static final long LEAST_BYTES = 8 << 20;

    private static final int GROUPS_PER_THREAD = 8;

    private final NodeSpace space;
    private final PairMemory memory;
    private final BuildControl control;
    private final KeyCheck check;
    private final Runnable progress;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /**
     * Makes a build.
     *
     * @param progress is run now and then in the calling thread
     */
    ParallelBuild(NodeSpace space, PairMemory memory, BuildControl control, KeyCheck check, Runnable progress) {
        this.space = space;
        this.memory = memory;
        this.control = control;
        this.check = check;
        this.progress = progress;
    }

    boolean isWorthwhile(Bucket bucket) {
        return bucket.bytes >= LEAST_BYTES;
    }

    /** Builds the trees of a bucket's parts, in the order of their keys. */
    List<BuiltTree> build(Bucket bucket, int threads) {
        List<List<Bucket>> groups = groups(new PairSorter(memory, control, progress).partition(bucket), threads);
        BuiltTree[] trees = new BuiltTree[groups.size()];
        Arrays.fill(trees, BuiltTree.EMPTY);
        List<NodeSpace> siblings = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            siblings.add(space.adoptableSibling());
        }
        List<Thread> helpers = startHelpers(groups, siblings, trees);
        work(groups, siblings.get(0), trees, progress);
        helpers.forEach(ParallelBuild::join);
        Throwable failed = failure.get();
        if (failed != null) {
            siblings.forEach(NodeSpace::dropFresh);
            rethrow(failed);
        }
        siblings.forEach(space::adopt);
        return Arrays.asList(trees);
    }

    /** Starts a thread for each sibling but the first; those that cannot be had are a failure of the whole build. */
    private List<Thread> startHelpers(List<List<Bucket>> groups, List<NodeSpace> siblings, BuiltTree[] trees) {
        List<Thread> helpers = new ArrayList<>();
        try {
            for (int i = 1; i < siblings.size(); i++) {
                NodeSpace sibling = siblings.get(i);
                Thread helper = new Thread(() -> work(groups, sibling, trees, () -> {}), "art-build-" + i);
                helper.setDaemon(true);
                helper.start();
                helpers.add(helper);
            }
        } catch (OutOfMemoryError noThread) {
            failure.compareAndSet(null, noThread);
        }
        return helpers;
    }

    private void work(List<List<Bucket>> groups, NodeSpace into, BuiltTree[] trees, Runnable afterEach) {
        try {
            PairSorter sorter = new PairSorter(memory, control, afterEach);
            EntryBuilder builder = new EntryBuilder(into, check);
            for (int i = next.getAndIncrement();
                    i < groups.size() && failure.get() == null;
                    i = next.getAndIncrement()) {
                for (Bucket part : groups.get(i)) {
                    sorter.sort(part, builder);
                }
                trees[i] = builder.finish();
            }
        } catch (RuntimeException | Error broken) {
            failure.compareAndSet(null, broken);
        }
    }

    private static void rethrow(Throwable failed) {
        if (failed instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) failed;
    }

    /** Puts neighbouring parts together to groups of about equal size. */
    private static List<List<Bucket>> groups(List<Bucket> parts, int threads) {
        long bytes = parts.stream().mapToLong(part -> part.bytes).sum();
        long groupBytes = bytes / ((long) threads * GROUPS_PER_THREAD) + 1;
        List<List<Bucket>> groups = new ArrayList<>();
        long room = 0;
        for (Bucket part : parts) {
            if (room <= 0) {
                groups.add(new ArrayList<>());
                room = groupBytes;
            }
            groups.get(groups.size() - 1).add(part);
            room -= part.bytes;
        }
        return groups;
    }

    private static void join(Thread helper) {
        boolean interrupted = false;
        while (true) {
            try {
                helper.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
