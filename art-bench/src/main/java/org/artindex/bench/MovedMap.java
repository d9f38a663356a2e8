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

/** The look-ups and walks of maps whose objects the collector has moved once, as it does to maps that live long. */
@BenchmarkMode(Mode.AverageTime)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class MovedMap extends Workload {
    /** See {@link Structure#NAMES}; ours is not on the heap. */
    @Param({"TreeMap", "ConcurrentSkipListMap"})
    public String structure;

    private Structure built;

    /** Builds the structure and has it moved. */
    @Setup
    public void build(BenchmarkParams params) {
        built = newStructure(params);
        Heap.clean();
        built.build();
        Heap.moveObjects();
    }

    /** Throws the structure away. */
    @TearDown
    public void close() {
        built.close();
    }

    /** A key that is there. */
    @Benchmark
    @OperationsPerInvocation(LOOK_UPS)
    public void movedHit() {
        CpuTime.of(() -> built.hits(LOOK_UPS));
    }

    /** A range of 100 keys between two bounds, found and read to its end. */
    @Benchmark
    @OperationsPerInvocation(RANGES)
    public void movedRange100() {
        CpuTime.of(() -> built.ranges(RANGES));
    }

    /** One entry of a walk over all. */
    @Benchmark
    @OperationsPerInvocation(COUNT)
    public void movedScan() {
        CpuTime.of(built::scan);
    }
}
