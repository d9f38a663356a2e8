package org.artindex.bench.duckdb;

import org.artindex.Index;
import org.artindex.IndexStats;
import org.artindex.bench.ArtIndex;
import org.artindex.bench.FigureTable;
import org.artindex.bench.Gate;
import org.artindex.bench.KeyColumn;
import org.artindex.bench.Scoreboard;
import org.artindex.key.ColumnType;

/**
 * The memory of indexes over 100,000 rows, and what it would be if a key with one row had a leaf for it, as every key has with
 * several, instead of the row in the pointer.
 */
final class Inlining {
    private static final int ROWS = 100_000;
    private static final int LEAF_BYTES = 48;
    private static final int SLAB_BYTES = 256 << 10;
    private static final double MEGABYTE = 1e6;
    private static final double KILOBYTE = 1e3;

    /** Less than all of it, if only by one block. */
    private static final double BELOW = 0.999;

    private final Scoreboard board;
    private final FigureTable table =
            new FigureTable("memory of 100,000 rows, MB", "art", "art without inlining", "DuckDB", "inlined rows");

    Inlining(Scoreboard board) {
        this.board = board;
    }

    void measure() {
        measure("short-strings", ColumnType.TEXT, Creation.SHORT_STRINGS);
        measure("long-strings", ColumnType.TEXT, Creation.LONG_STRINGS);
        measure("m", ColumnType.INT64, "SELECT (range * 9876983769044::INT128 % 10000000)::INT64 AS id FROM range($n)");
        measure("250x400", ColumnType.INT32, "SELECT (range % 250)::INT AS id FROM range($n)");
        table.print(board);
    }

    private void measure(String name, ColumnType type, String select) {
        try (DuckDb duck = new DuckDb();
                ArtIndex index = new ArtIndex(Index.Uniqueness.NOT_UNIQUE)) {
            Creation.load(select, ROWS).forEach(duck::run);
            KeyColumn keys = duck.keys("src", "id", type);
            index.build(keys, 1);
            SameAnswers.check(index, keys, duck);
            duck.run("CREATE INDEX idx ON src USING ART(id)");
            IndexStats stats = index.stats();
            long ours = index.bytes();
            long theirs = duck.indexBytes();
            board.judge(Gate.Bytes.against(
                    "K.kilobytes." + name + ".100k", BELOW, ours / KILOBYTE, "DuckDB", theirs / KILOBYTE));
            table.row(
                    name,
                    FigureTable.figure(ours / MEGABYTE, 2),
                    FigureTable.figure((ours + leaves(stats.inlinedRows())) / MEGABYTE, 2),
                    FigureTable.figure(theirs / MEGABYTE, 2),
                    String.valueOf(stats.inlinedRows()));
        }
    }

    /** Bytes of leaves, in whole slabs. */
    private static long leaves(long count) {
        return (count * LEAF_BYTES + SLAB_BYTES - 1) / SLAB_BYTES * SLAB_BYTES;
    }
}
