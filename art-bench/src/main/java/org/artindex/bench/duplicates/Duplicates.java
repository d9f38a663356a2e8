package org.artindex.bench.duplicates;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.artindex.bench.FigureTable;
import org.artindex.bench.Gate;
import org.artindex.bench.Heap;
import org.artindex.bench.Rounds;
import org.artindex.bench.Scale;
import org.artindex.bench.Scoreboard;
import org.artindex.bench.duckdb.DuckDb;

/** Group D: few keys with many rows. */
public final class Duplicates {
    private static final int ROWS = 1_000_000;
    private static final int KEYS = 1000;
    private static final int MANY_ROWS = 10_000_000;
    private static final int FEW_KEYS = 100;
    private static final int WARM_UPS = 2;
    private static final int ROUNDS = 7;
    private static final String DUCK = "DuckDB ART";
    private static final String[] OPERATIONS = {"insert", "rows", "contains", "delete"};

    private final Scale scale;
    private final Scoreboard board;

    /** Makes a run of this group. */
    public Duplicates(Scale scale, Scoreboard board) {
        this.scale = scale;
        this.board = board;
    }

    /** Measures and judges. */
    public void measure() {
        measureThousandKeys();
        bytesOfHundredKeys();
    }

    private void measureThousandKeys() {
        int count = scale.of(ROWS);
        RowData data = RowData.modulo(KEYS, count);
        String set = "mod-1000." + Scale.label(count);
        List<Rounds.Contender> turns = new ArrayList<>();
        for (RowSets.Kind kind : RowSets.Kind.values()) {
            turns.add(new Turn(kind, data, data.sums()));
        }
        double[] duckBytes = new double[1];
        turns.add(new Rounds.Compiled(DUCK, () -> duckDb(count, duckBytes)));
        Rounds rounds = Rounds.alternate(turns, WARM_UPS, ROUNDS);
        ratio(rounds, "insert", set, 0.5, DUCK);
        ratio(rounds, "rows", set, 1.0, RowSets.Kind.ROARING.label());
        boolean slabs = scale == Scale.FULL;
        judgeBytes(set, 3.0, data, slabs);
        judgeTiers(data, set);
        FigureTable table =
                new FigureTable("rows of " + KEYS + " keys, ns a row", "insert", "rows", "contains", "delete", "B/row");
        for (RowSets.Kind kind : RowSets.Kind.values()) {
            tableRow(table, rounds, kind.label(), bytesPerRow(kind, data));
        }
        tableRow(table, rounds, DUCK, duckBytes[0]);
        table.print(board);
    }

    private void bytesOfHundredKeys() {
        int count = scale.of(MANY_ROWS);
        RowData data = RowData.random(FEW_KEYS, count);
        judgeBytes("random-100." + Scale.label(count), 2.5, data, scale == Scale.FULL);
    }

    private void ratio(Rounds rounds, String operation, String set, double limit, String peer) {
        board.judge(new Gate.Ratio(
                "D." + operation + '.' + set,
                limit,
                rounds.of(RowSets.Kind.ART.label(), operation),
                peer,
                rounds.of(peer, operation)));
    }

    /** At less than the full scale nodes are judged: a slab of a kind that is hardly used weighs ten times as much a row. */
    private void judgeBytes(String set, double limit, RowData data, boolean slabs) {
        try (ArtRowSets art = new ArtRowSets();
                RowSets roaring = RowSets.Kind.ROARING.make()) {
            Turn.fill(art, data);
            double nodes = (double) art.nodeBytes() / data.rows();
            double whole = (double) art.offHeapBytes() / data.rows();
            double peer = (double) heapBytes(roaring, data) / data.rows();
            String detail = "nodes=" + FigureTable.figure(nodes, 2) + " slabs=" + FigureTable.figure(whole, 2) + " "
                    + RowSets.Kind.ROARING.label() + "=" + FigureTable.figure(peer, 2);
            board.judge(new Gate.Bytes("D.bytes." + set, limit, slabs ? whole : nodes, detail));
        }
    }

    /** A chain of leaves would be walked from its beginning: so many rows must stand behind gates. */
    private void judgeTiers(RowData data, String set) {
        try (ArtRowSets art = new ArtRowSets()) {
            Turn.fill(art, data);
            long leaves = art.nodes().getOrDefault("LEAF", 0L);
            board.judge(new Gate.Bytes("D.leaves." + set, 0, leaves, "nodes=" + art.nodes()));
        }
    }

    private static double bytesPerRow(RowSets.Kind kind, RowData data) {
        try (RowSets sets = kind.make()) {
            return (double) heapBytes(sets, data) / data.rows();
        }
    }

    private static long heapBytes(RowSets sets, RowData data) {
        long before = Heap.used();
        Turn.fill(sets, data);
        sets.compact();
        return Heap.used() - before + sets.offHeapBytes();
    }

    /** Inserts through SQL, less the same without an index. */
    private static Map<String, Double> duckDb(int count, double[] bytes) {
        try (DuckDb duck = new DuckDb()) {
            duck.run("CREATE TABLE src AS SELECT range % " + KEYS + " AS id FROM range(" + count + ")");
            duck.run("CREATE TABLE bare (id BIGINT)", "CREATE TABLE art (id BIGINT)", "CREATE INDEX idx ON art(id)");
            long bare = duck.time("INSERT INTO bare SELECT id FROM src");
            long time = duck.time("INSERT INTO art SELECT id FROM src");
            bytes[0] = (double) duck.indexBytes() / count;
            return Map.of("insert", (double) (time - bare) / count);
        }
    }

    private static void tableRow(FigureTable table, Rounds rounds, String name, double bytes) {
        List<String> cells = new ArrayList<>();
        for (String operation : OPERATIONS) {
            cells.add(
                    rounds.has(name, operation)
                            ? FigureTable.figure(Rounds.median(rounds.of(name, operation)), 1)
                            : "");
        }
        cells.add(FigureTable.figure(bytes, 1));
        table.row(name, cells.toArray(String[]::new));
    }
}
