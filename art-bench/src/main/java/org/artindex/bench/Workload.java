package org.artindex.bench;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * What the benchmarks share: a million keys of a kind, and how they are timed. One invocation does an operation very often; the
 * young generation takes all of it, so that the collector does not move a map while it is measured.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 4)
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xms4g", "-Xmx4g", "-Xmn3g"})
public abstract class Workload {
    static final int COUNT = 1_000_000;
    static final int LOOK_UPS = 250_000;
    static final int RANGES = COUNT / KeySet.RANGE;

    /** One of {@link KeySet#NAMES}. */
    @Param({"random", "sequential", "short-strings", "long-strings"})
    public String keys;

    private @Nullable KeySet set;

    /**
     * The structure that the parameter {@code structure} names, without keys. The first call makes the keys too, and all their
     * encodings that are not part of what is timed.
     */
    final Structure newStructure(BenchmarkParams params) {
        if (set == null) {
            set = KeySet.of(keys, COUNT);
        }
        return set.structure(params.getParam("structure"));
    }
}
