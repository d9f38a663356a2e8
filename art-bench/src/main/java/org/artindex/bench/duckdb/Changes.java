package org.artindex.bench.duckdb;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.artindex.Index.Uniqueness;
import org.artindex.bench.ArtIndex;
import org.artindex.bench.CpuTime;
import org.artindex.bench.FigureTable;
import org.artindex.bench.Gate;
import org.artindex.bench.KeyColumn;
import org.artindex.bench.Rounds;
import org.artindex.bench.Scale;
import org.artindex.bench.Scoreboard;
import org.artindex.key.ColumnType;

/**
 * Insert, delete and the check of a constraint: ours in chunks of {@link ArtIndex#CHUNK} rows in one batch, DuckDB's the
 * statement less the same statement on a table without an index.
 */
final class Changes {
    private static final int ROWS = 10_000_000;
    private static final String OURS = "art";
    private static final String PEER = "DuckDB";
    private static final String TIME = "time";
    private static final double TIME_LIMIT = 0.35;
    private static final double BYTES_LIMIT = 1.05;
    private static final int WARM_UPS = 1;
    private static final int ROUNDS = 5;

    private final Scale scale;
    private final int rows;
    private final Scoreboard board;
    private final FigureTable table = new FigureTable(
            "changes, one thread", "rows", "art ns/row", "DuckDB ns/row", "ratio", "art B/row", "DuckDB B/row");

    Changes(Scale scale, Scoreboard board) {
        this.scale = scale;
        this.rows = scale.of(ROWS);
        this.board = board;
    }

    void measure() {
        try (DuckDb duck = new DuckDb()) {
            Creation.load(Creation.FOUR_TIMES, rows).forEach(duck::run);
            KeyColumn keys = duck.keys("src", "id", ColumnType.INT64);
            insert("insert-art", duck, keys, Uniqueness.NOT_UNIQUE, "(id BIGINT)", "CREATE INDEX idx ON art(id)");
            delete(duck, keys);
        }
        try (DuckDb duck = new DuckDb()) {
            Creation.load(Creation.SHUFFLED, rows).forEach(duck::run);
            KeyColumn keys = duck.keys("src", "id", ColumnType.INT64);
            insert("insert-art-pk", duck, keys, Uniqueness.UNIQUE, "(id BIGINT PRIMARY KEY)");
            insert(
                    "insert-art-unique",
                    duck,
                    keys,
                    Uniqueness.UNIQUE,
                    "(id BIGINT)",
                    "CREATE UNIQUE INDEX idx ON art(id)");
            checkConstraint(duck, keys);
        }
        table.print(board);
    }

    private void insert(
            String name, DuckDb duck, KeyColumn keys, Uniqueness uniqueness, String columns, String... index) {
        long[] bytes = new long[2];
        Rounds rounds = rounds(
                () -> {
                    try (ArtIndex art = new ArtIndex(uniqueness)) {
                        long time = CpuTime.of(() -> art.putAll(keys));
                        bytes[0] = art.bytes(scale);
                        return time;
                    }
                },
                () -> {
                    duck.run("CREATE TABLE bare (id BIGINT)", "CREATE TABLE art " + columns);
                    duck.run(index);
                    long bare = duck.time("INSERT INTO bare SELECT id FROM src");
                    long time = duck.time("INSERT INTO art SELECT id FROM src");
                    bytes[1] = duck.indexBytes();
                    duck.run("DROP TABLE art", "DROP TABLE bare");
                    return time - bare;
                },
                rows);
        judge(name, rows, rounds, bytes);
    }

    private void delete(DuckDb duck, KeyColumn keys) {
        String where = " WHERE id < " + rows / 2;
        int[] doomed = duck.rows("src", where);
        Rounds rounds = rounds(
                () -> {
                    try (ArtIndex art = new ArtIndex(Uniqueness.NOT_UNIQUE)) {
                        art.build(keys, 1);
                        return CpuTime.of(() -> expect(doomed.length, art.removeAll(keys, doomed)));
                    }
                },
                () -> {
                    duck.run("CREATE TABLE bare AS SELECT id FROM src", "CREATE TABLE art AS SELECT id FROM src");
                    duck.run("CREATE INDEX idx ON art USING ART(id)");
                    long bare = duck.time("DELETE FROM bare" + where);
                    long time = duck.time("DELETE FROM art" + where);
                    duck.run("DROP TABLE art", "DROP TABLE bare");
                    return time - bare;
                },
                doomed.length);
        judge("delete-art", doomed.length, rounds);
    }

    /** Every key is there already, so nothing is inserted, and nothing need be made anew for a round. */
    private void checkConstraint(DuckDb duck, KeyColumn keys) {
        duck.run("CREATE TABLE art AS SELECT id FROM src", "ALTER TABLE art ADD PRIMARY KEY (id)");
        try (ArtIndex art = new ArtIndex(Uniqueness.UNIQUE)) {
            art.build(keys, 1);
            Rounds rounds = rounds(
                    () -> CpuTime.of(() -> expect(0, art.putAllIfAbsent(keys, rows))),
                    () -> duck.time("INSERT INTO art SELECT id FROM src ON CONFLICT DO NOTHING"),
                    rows);
            expect(rows, duck.number("SELECT count(*) FROM art"));
            judge("constraint-check", rows, rounds);
        }
        duck.run("DROP TABLE art");
    }

    private static Rounds rounds(Supplier<Long> ours, Supplier<Long> theirs, int count) {
        return Rounds.alternate(
                List.of(
                        new Rounds.Jitted(OURS, () -> Map.of(TIME, (double) ours.get() / count)),
                        new Rounds.Compiled(PEER, () -> Map.of(TIME, (double) theirs.get() / count))),
                WARM_UPS,
                ROUNDS);
    }

    private void judge(String name, int count, Rounds rounds, long... bytes) {
        String label = name + '.' + Scale.label(count);
        double[] ours = rounds.of(OURS, TIME);
        double[] theirs = rounds.of(PEER, TIME);
        Gate.Ratio time = new Gate.Ratio("K.time." + label, TIME_LIMIT, ours, PEER, theirs);
        board.judge(time);
        String ourBytes = "";
        String theirBytes = "";
        if (bytes.length > 0) {
            double held = (double) bytes[0] / count;
            double peers = (double) bytes[1] / count;
            board.judge(Gate.Bytes.against("K.bytes." + label, BYTES_LIMIT, held, PEER, peers));
            ourBytes = FigureTable.figure(held, 2);
            theirBytes = FigureTable.figure(peers, 2);
        }
        table.row(
                name,
                Scale.label(count),
                FigureTable.figure(Rounds.median(ours), 0),
                FigureTable.figure(Rounds.median(theirs), 0),
                FigureTable.figure(time.ratio(), 2),
                ourBytes,
                theirBytes);
    }

    private static void expect(long expected, long actual) {
        if (expected != actual) {
            throw new IllegalStateException("expected " + expected + " rows, got " + actual);
        }
    }
}
