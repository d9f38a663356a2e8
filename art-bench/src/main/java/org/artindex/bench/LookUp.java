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

/** Looks up keys in random order; ours in a snapshot. Maps are as built: the collector has not moved their objects. */
@BenchmarkMode(Mode.AverageTime)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class LookUp extends Workload {
    /** See {@link Structure#NAMES}. */
    @Param({"art", "art-schema", "TreeMap", "ConcurrentSkipListMap"})
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

    /** A key that is there. */
    @Benchmark
    @OperationsPerInvocation(LOOK_UPS)
    public void hit() {
        CpuTime.of(() -> built.hits(LOOK_UPS));
    }

    /** A key that is not there. */
    @Benchmark
    @OperationsPerInvocation(LOOK_UPS)
    public void miss() {
        CpuTime.of(() -> built.misses(LOOK_UPS));
    }
}
