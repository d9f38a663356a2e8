package org.artindex.bench;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/** Walks keys in order; ours in a snapshot. Maps are as built: the collector has not moved their objects. */
@BenchmarkMode(Mode.AverageTime)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class Walk extends Workload {
    /** See {@link Structure#NAMES}. */
    @Param({"art", "TreeMap", "ConcurrentSkipListMap"})
    public String structure;

    private Structure built;

    /** Builds the structure. */
    @Setup
    public void build(BenchmarkParams params) {
        built = newStructure(params);
        Heap.clean();
        built.build();
    }

    /** Throws the structure away. */
    @TearDown
    public void close() {
        built.close();
    }

    /** A range of 100 keys between two bounds, found and read to its end. */
    @Benchmark
    @OperationsPerInvocation(RANGES)
    public void range100() {
        CpuTime.of(() -> built.ranges(RANGES));
    }

    /** One entry of a walk over all. */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public void scan() {
        CpuTime.of(built::scan);
    }
}
