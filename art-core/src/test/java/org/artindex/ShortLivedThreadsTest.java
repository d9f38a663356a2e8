package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.artindex.Index.Uniqueness;
import org.artindex.key.KeyRange;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Threads, snapshots and versions come and go and leave nothing behind. */
@Timeout(240)
class ShortLivedThreadsTest {
    /** A version with its record takes some 200 bytes of heap, so this is less than a third of those that come and go here. */
    private static final long HEAP_NOISE = 2L << 20;

    private static final int MANY = 30_000;
    private static final int KEYS = 500;

    /** Each type of node in use has a slab that is partly used. */
    private static final long PARTLY_USED_SLABS = 6L << 18;

    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    private Index index;
    private long batches;

    @BeforeEach
    void fill() {
        index = db.index("lone", Uniqueness.NOT_UNIQUE);
        db.change(batch -> {
            for (int i = 0; i < KEYS; i++) {
                batch.put(index, Keys.of(i * 31L), 0);
            }
        });
    }

    @Test
    void manyPlatformThreadsLeaveNothingBehind() throws InterruptedException {
        runThreads(Boolean.getBoolean("art.deep") ? 100_000 : 6_000, task -> {
            Thread thread = new Thread(task);
            thread.start();
            return thread;
        });
    }

    @Test
    void aHundredThousandVirtualThreadsLeaveNothingBehind() throws InterruptedException {
        Method start = startOfVirtualThreads();
        assumeTrue(start != null, "virtual threads need JDK 21");
        runThreads(100_000, task -> {
            try {
                return (Thread) start.invoke(null, task);
            } catch (IllegalAccessException | InvocationTargetException e) {
                throw new AssertionError(e);
            }
        });
    }

    private static Method startOfVirtualThreads() {
        try {
            return Runtime.version().feature() < 21
                    ? null
                    : Thread.class.getMethod("startVirtualThread", Runnable.class);
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }

    private void runThreads(int count, Function<Runnable, Thread> start) throws InterruptedException {
        AtomicInteger right = new AtomicInteger();
        Queue<Thread> running = new ArrayDeque<>();
        long slabs = 0;
        long heap = 0;
        for (int i = 0; i < count; i++) {
            if (i == count / 4) {
                slabs = db.engine().memoryUsed();
                heap = usedHeap();
            }
            running.add(start.apply(() -> readOnce(right)));
            while (running.size() > 50) {
                running.remove().join();
            }
            if (i % 10 == 0) {
                changeOne();
            }
        }
        for (Thread thread : running) {
            thread.join();
        }
        assertThat(right).hasValue(count);
        assertNothingIsLeft(slabs, heap);
    }

    private void readOnce(AtomicInteger right) {
        try (Snapshot snapshot = db.snapshot()) {
            if (snapshot.reader(index).count(KeyRange.all()) == KEYS) {
                right.incrementAndGet();
            }
        }
    }

    @Test
    void closedSnapshotsThatTheHostKeepsHoldNoVersion() {
        List<Snapshot> kept = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            kept.add(db.snapshot());
            changeOne();
        }
        kept.forEach(Snapshot::close);
        long slabs = db.engine().memoryUsed();
        long heap = usedHeap();
        for (int i = 0; i < MANY; i++) {
            changeOne();
        }
        assertNothingIsLeft(slabs, heap);
        assertThat(kept).hasSize(100);
    }

    @Test
    void anOpenSnapshotHoldsNoVersionButItsOwn() {
        try (Snapshot open = db.snapshot()) {
            long slabs = db.engine().memoryUsed();
            for (int i = 0; i < 2 * KEYS; i++) {
                changeOne();
            }
            long heap = usedHeap();
            for (int i = 0; i < MANY; i++) {
                changeOne();
            }
            assertThat(db.engine().memoryUsed()).isLessThanOrEqualTo(2 * slabs + PARTLY_USED_SLABS);
            assertThat(db.openSnapshots().pinnedBytes()).isLessThanOrEqualTo(slabs);
            assertThat(usedHeap() - heap).as("growth of the heap").isLessThan(HEAP_NOISE);
            assertThat(open.reader(index).count(KeyRange.all())).isEqualTo(KEYS);
        }
    }

    private void assertNothingIsLeft(long slabs, long heap) {
        db.takeEmptyTurn();
        assertThat(db.openSnapshots().count()).isZero();
        assertThat(db.openSnapshots().pinnedBytes()).isZero();
        assertThat(db.engine().memoryUsed()).isLessThanOrEqualTo(slabs);
        assertThat(usedHeap() - heap).as("growth of the heap").isLessThan(HEAP_NOISE);
    }

    /** Gives one key another row. */
    private void changeOne() {
        byte[] key = Keys.of(batches % KEYS * 31);
        long row = batches / KEYS;
        db.change(batch -> {
            batch.put(index, key, row + 1);
            batch.remove(index, key, row);
        });
        batches++;
    }

    private static long usedHeap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
