package org.artindex.bench.duplicates;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.artindex.bench.CpuTime;
import org.artindex.bench.FigureTable;
import org.artindex.bench.Rounds;
import org.artindex.bench.RowSum;
import org.artindex.bench.Scale;
import org.artindex.bench.Scoreboard;

/**
 * Group C: where the limit between chains of leaves and gates belongs: what both cost for sets of the same size. Which form a set has is
 * read from the nodes. A small set behind a gate is had from a larger one: the way back to a chain is lower than the way there.
 */
public final class ChainLimit {
    private static final int KEYS = 10_000;
    private static final int LARGEST = 64;
    private static final int[] SIZES = {2, 4, 8, 9, 12, 16, 17, 20, 24, 32, LARGEST};
    private static final int WARM_UPS = 1;
    private static final int ROUNDS = 3;

    private final int keys;
    private final Scoreboard board;

    /** How the row ids of a key lie, each in so many windows of 4096. */
    enum Layout {
        /** One after the other. */
        CLUSTERED {
            @Override
            long row(int keys, int key, int i) {
                return (long) key * LARGEST + i;
            }
        },
        /** Every thousandth: four share a window. */
        EVERY_THOUSANDTH {
            @Override
            long row(int keys, int key, int i) {
                return (key / 1000 * (long) LARGEST + i) * 1000 + key % 1000;
            }
        },
        /** Each in a window of its own. */
        SCATTERED {
            @Override
            long row(int keys, int key, int i) {
                return (long) i * KEYS + key;
            }
        };

        abstract long row(int keys, int key, int i);
    }

    /** Makes a run of this group. */
    public ChainLimit(Scale scale, Scoreboard board) {
        this.keys = scale.of(KEYS);
        this.board = board;
    }

    /** Measures; there is nothing to judge. */
    public void measure() {
        for (int i = 0; i < ROUNDS; i++) {
            run(Layout.CLUSTERED, SIZES[0], SIZES[0]);
            run(Layout.SCATTERED, LARGEST, LARGEST);
        }
        for (Layout layout : Layout.values()) {
            FigureTable table = new FigureTable(
                    "sets of few rows, " + layout + ", " + keys + " keys",
                    "form",
                    "B/row",
                    "fill ns/row",
                    "add and remove ns",
                    "read ns/row",
                    "contains ns");
            for (int size : SIZES) {
                if (isGate(layout, size, size)) {
                    row(table, "gate", layout, size, size);
                } else {
                    row(table, "chain", layout, size, size);
                    if (isGate(layout, size, LARGEST)) {
                        row(table, "gate", layout, size, LARGEST);
                    }
                }
            }
            table.print(board);
        }
    }

    private void row(FigureTable table, String form, Layout layout, int size, int grownTo) {
        Rounds rounds =
                Rounds.alternate(List.of(new Rounds.Jitted(form, () -> run(layout, size, grownTo))), WARM_UPS, ROUNDS);
        table.row(
                String.valueOf(size),
                form,
                FigureTable.figure(bytes(layout, size, grownTo), 1),
                grownTo == size ? FigureTable.figure(Rounds.median(rounds.of(form, "fill")), 0) : "",
                FigureTable.figure(Rounds.median(rounds.of(form, "change")), 0),
                FigureTable.figure(Rounds.median(rounds.of(form, "read")), 1),
                FigureTable.figure(Rounds.median(rounds.of(form, "contains")), 0));
    }

    private Map<String, Double> run(Layout layout, int size, int grownTo) {
        Map<String, Double> figures = new LinkedHashMap<>();
        try (ArtRowSets sets = new ArtRowSets()) {
            double rows = (double) keys * size;
            figures.put("fill", CpuTime.of(() -> fill(sets, layout, grownTo)) / rows);
            shrink(sets, layout, grownTo, size);
            figures.put("read", CpuTime.of(() -> read(sets, layout, size)) / rows);
            figures.put("contains", CpuTime.of(() -> ask(sets, layout, size)) / (double) keys);
            figures.put("change", CpuTime.of(() -> change(sets, layout, size)) / (double) keys);
        }
        return figures;
    }

    private boolean isGate(Layout layout, int size, int grownTo) {
        try (ArtRowSets sets = new ArtRowSets()) {
            fill(sets, layout, grownTo);
            shrink(sets, layout, grownTo, size);
            return sets.nodes().containsKey("GATE");
        }
    }

    /** Bytes of the sets without the tree of the keys, a row. */
    private double bytes(Layout layout, int size, int grownTo) {
        try (ArtRowSets sets = new ArtRowSets();
                ArtRowSets keysAlone = new ArtRowSets()) {
            fill(sets, layout, grownTo);
            shrink(sets, layout, grownTo, size);
            fill(keysAlone, layout, 1);
            return (sets.nodeBytes() - keysAlone.nodeBytes()) / ((double) keys * size);
        }
    }

    /** Rows come as they do to a table: not all of a key at once. */
    private void fill(ArtRowSets sets, Layout layout, int size) {
        sets.beginChanges();
        for (int i = 0; i < size; i++) {
            for (int key = 0; key < keys; key++) {
                sets.add(key, layout.row(keys, key, i));
            }
        }
        sets.endChanges();
    }

    private void shrink(ArtRowSets sets, Layout layout, int from, int to) {
        sets.beginChanges();
        for (int i = from - 1; i >= to; i--) {
            for (int key = 0; key < keys; key++) {
                sets.remove(key, layout.row(keys, key, i));
            }
        }
        sets.endChanges();
    }

    private void read(ArtRowSets sets, Layout layout, int size) {
        for (int key = 0; key < keys; key++) {
            RowSum rows = sets.rows(key);
            if (rows.count() != size) {
                throw new IllegalStateException(
                        layout + ": key " + key + " has " + rows.count() + " rows, not " + size);
            }
        }
    }

    private void ask(ArtRowSets sets, Layout layout, int size) {
        for (int key = 0; key < keys; key++) {
            if (!sets.contains(key, layout.row(keys, key, size / 2))) {
                throw new IllegalStateException(layout + ": key " + key + " lacks a row");
            }
        }
    }

    /** Removes a row from the middle and adds it again. Only a gate that is one row above the way back changes its form by it. */
    private void change(ArtRowSets sets, Layout layout, int size) {
        sets.beginChanges();
        for (int key = 0; key < keys; key++) {
            long row = layout.row(keys, key, size / 2);
            sets.remove(key, row);
            sets.add(key, row);
        }
        sets.endChanges();
    }
}
