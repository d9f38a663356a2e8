package org.artindex.bench.duckdb;

import org.artindex.bench.Scale;
import org.artindex.bench.Scoreboard;

/** Group K: the workloads of DuckDB's own index benchmarks, the same data on both sides. */
public final class DuckDbWorkloads {
    private DuckDbWorkloads() {}

    /** Measures and judges all of them. */
    public static void measure(Scale scale, Scoreboard board) {
        try (DuckDb duck = new DuckDb()) {
            board.note("DuckDB " + duck.version() + " through JDBC, one thread");
        }
        new Inlining(board).measure();
        new Creations(scale, board).measure();
        new Changes(scale, board).measure();
    }
}
