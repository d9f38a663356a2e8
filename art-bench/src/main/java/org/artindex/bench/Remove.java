package org.artindex.bench;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/** Removes all keys one by one in random order; ours in one batch, with no snapshot open, its begin and commit included. */
public class Remove extends Workload {
    /** See {@link Structure#NAMES}. */
    @Param({"art", "TreeMap", "ConcurrentSkipListMap"})
    public String structure;

    private Structure built;

    /** Builds the structure. */
    @Setup(Level.Invocation)
    public void build(BenchmarkParams params) {
        built = newStructure(params);
        Heap.clean();
        built.build();
    }

    /** Throws the structure away. */
    @TearDown(Level.Invocation)
    public void close() {
        built.close();
    }

    /** A key with its row. */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public void remove() {
        CpuTime.of(built::clear);
    }
}
