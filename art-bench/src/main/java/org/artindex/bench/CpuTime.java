package org.artindex.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Time that a thread spent on a processor: on a machine that others use too it is less than what the clock shows, and repeats
 * better. As a profiler of JMH it reports what the operations of an iteration took.
 */
public final class CpuTime implements InternalProfiler {
    /** The name of the result. */
    static final String LABEL = "cpu.time";

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static final AtomicLong SPENT = new AtomicLong();
    private static final AtomicLong RUNS = new AtomicLong();

    /** Runs an operation and returns the nanoseconds it took; the profiler sees them too. */
    public static long of(Runnable operation) {
        long start = THREADS.getCurrentThreadCpuTime();
        operation.run();
        long nanos = THREADS.getCurrentThreadCpuTime() - start;
        SPENT.addAndGet(nanos);
        RUNS.incrementAndGet();
        return nanos;
    }

    @Override
    public String getDescription() {
        return "time of the processor spent on the operations";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        SPENT.set(0);
        RUNS.set(0);
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double operations = (double) RUNS.get() * benchmark.getOpsPerInvocation();
        return List.of(new ScalarResult(LABEL, SPENT.get() / operations, "ns/op", AggregationPolicy.AVG));
    }
}
