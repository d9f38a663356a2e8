package org.artindex.bench.duckdb;

import java.util.List;
import java.util.Map;
import org.artindex.Index;
import org.artindex.bench.ArtIndex;
import org.artindex.bench.CpuTime;
import org.artindex.bench.FigureTable;
import org.artindex.bench.Gate;
import org.artindex.bench.KeyColumn;
import org.artindex.bench.Rounds;
import org.artindex.bench.Scale;
import org.artindex.bench.Scoreboard;

/** Index creation: ours a bulk build with one thread, DuckDB's the statement alone, its reading and sorting of the column included. */
final class Creations {
    private static final String OURS = "art";
    private static final String PEER = "DuckDB";
    private static final String TIME = "time";
    private static final int WARM_UPS = 1;
    private static final int ROUNDS = 5;

    private final Scale scale;
    private final Scoreboard board;
    private final FigureTable table = new FigureTable(
            "index creation, one thread",
            "rows",
            "art ns/row",
            "DuckDB ns/row",
            "ratio",
            "art B/row",
            "DuckDB B/row",
            "ratio");

    Creations(Scale scale, Scoreboard board) {
        this.scale = scale;
        this.board = board;
    }

    void measure() {
        for (Creation creation : Creation.all(scale)) {
            measure(creation);
        }
        table.print(board);
    }

    void measure(Creation creation) {
        try (DuckDb duck = new DuckDb()) {
            creation.load().forEach(duck::run);
            KeyColumn keys = duck.keys("src", "id", creation.type());
            long[] bytes = new long[2];
            try (ArtIndex index = build(creation, keys)) {
                SameAnswers.check(index, keys, duck);
                bytes[0] = index.bytes(scale);
            }
            Rounds rounds = Rounds.alternate(
                    List.of(
                            new Rounds.Jitted(OURS, () -> ours(creation, keys)),
                            new Rounds.Compiled(PEER, () -> theirs(creation, duck, bytes))),
                    WARM_UPS,
                    ROUNDS);
            judge(creation, rounds, bytes);
        }
    }

    private void judge(Creation creation, Rounds rounds, long[] bytes) {
        double[] ours = rounds.of(OURS, TIME);
        double[] theirs = rounds.of(PEER, TIME);
        Gate.Ratio time = new Gate.Ratio("K.time." + creation.label(), creation.timeLimit(), ours, PEER, theirs);
        board.judge(time);
        double ourBytes = (double) bytes[0] / creation.rows();
        double theirBytes = (double) bytes[1] / creation.rows();
        board.judge(
                Gate.Bytes.against("K.bytes." + creation.label(), creation.bytesLimit(), ourBytes, PEER, theirBytes));
        table.row(
                creation.name(),
                Scale.label(creation.rows()),
                FigureTable.figure(Rounds.median(ours), 0),
                FigureTable.figure(Rounds.median(theirs), 0),
                FigureTable.figure(time.ratio(), 2),
                FigureTable.figure(ourBytes, 2),
                FigureTable.figure(theirBytes, 2),
                FigureTable.figure(ourBytes / theirBytes, 2));
    }

    private static Map<String, Double> ours(Creation creation, KeyColumn keys) {
        try (ArtIndex index = newIndex(creation)) {
            return Map.of(TIME, (double) CpuTime.of(() -> index.build(keys, 1)) / creation.rows());
        }
    }

    /** Makes a table for each round: a primary key cannot be dropped. */
    private static Map<String, Double> theirs(Creation creation, DuckDb duck, long[] bytes) {
        duck.run("CREATE TABLE art AS SELECT id FROM src");
        long time = duck.time(creation.create());
        bytes[1] = duck.indexBytes();
        duck.run("DROP TABLE art");
        return Map.of(TIME, (double) time / creation.rows());
    }

    private static ArtIndex build(Creation creation, KeyColumn keys) {
        ArtIndex index = newIndex(creation);
        index.build(keys, 1);
        return index;
    }

    private static ArtIndex newIndex(Creation creation) {
        return new ArtIndex(creation.unique() ? Index.Uniqueness.UNIQUE : Index.Uniqueness.NOT_UNIQUE);
    }
}
