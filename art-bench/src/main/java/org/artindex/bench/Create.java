package org.artindex.bench;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/** Inserts keys one by one; ours in one batch, its begin and commit included. */
public class Create extends Workload {
    /** See {@link Structure#NAMES}. */
    @Param({"art", "art-schema", "TreeMap", "ConcurrentSkipListMap"})
    public String structure;

    private Structure fresh;

    /** Makes an empty structure. */
    @Setup(Level.Invocation)
    public void open(BenchmarkParams params) {
        fresh = newStructure(params);
        Heap.clean();
    }

    /** Throws the structure away. */
    @TearDown(Level.Invocation)
    public void close() {
        fresh.close();
    }

    /** A key with its row. */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public void create() {
        CpuTime.of(fresh::build);
    }
}
