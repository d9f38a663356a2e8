package org.artindex.bench.duplicates;

import java.util.LinkedHashMap;
import java.util.Map;
import org.artindex.bench.CpuTime;
import org.artindex.bench.Heap;
import org.artindex.bench.Rounds;
import org.artindex.bench.RowSum;

/**
 * One structure's turn in a round: fill it, read and ask it, empty it. What it says is checked.
 *
 * @param kind the structure
 * @param data its rows
 * @param sums what there must be under each key
 */
record Turn(RowSets.Kind kind, RowData data, Map<Long, RowSum> sums) implements Rounds.Contender {
    /** Of every so many rows one is asked for, and one that is not there. */
    private static final int ASK_EVERY = 4;

    private static final int SLICE = 1000;

    @Override
    public String name() {
        return kind.label();
    }

    @Override
    public Map<String, Double> run() {
        Map<String, Double> figures = new LinkedHashMap<>();
        Heap.clean();
        try (RowSets sets = kind.make()) {
            int rows = data.rows();
            figures.put("insert", time(() -> fill(sets, data), rows));
            figures.put("rows", time(() -> read(sets), rows));
            figures.put("contains", time(() -> ask(sets), 2 * (rows / ASK_EVERY)));
            figures.put("delete", time(() -> empty(sets), rows));
            for (long key : data.keys()) {
                expect(RowSum.NONE, sets.rows(key), "of key " + key + " after all were removed");
            }
        }
        return figures;
    }

    /** Adds all rows in their order. */
    static void fill(RowSets sets, RowData data) {
        sets.beginChanges();
        for (int from = 0; from < data.rows(); from += SLICE) {
            add(sets, data, from, Math.min(data.rows(), from + SLICE));
        }
        sets.endChanges();
    }

    private static void add(RowSets sets, RowData data, int from, int to) {
        for (int row = from; row < to; row++) {
            sets.add(data.key(row), row);
        }
    }

    private void read(RowSets sets) {
        for (long key : data.keys()) {
            expect(sums.getOrDefault(key, RowSum.NONE), sets.rows(key), "of key " + key);
        }
    }

    private void ask(RowSets sets) {
        int asked = data.rows() / ASK_EVERY;
        for (int from = 0; from < asked; from += SLICE) {
            ask(sets, from, Math.min(asked, from + SLICE));
        }
    }

    /** The rows are asked for in an order without locality. */
    private void ask(RowSets sets, int from, int to) {
        for (int i = from; i < to; i++) {
            int row = (int) (i * 7_368_787L % data.rows());
            long key = data.key(row);
            if (!sets.contains(key, row) || sets.contains(key, data.rows() + (long) row)) {
                throw new IllegalStateException(kind.label() + " is wrong about row " + row + " of key " + key);
            }
        }
    }

    private void empty(RowSets sets) {
        sets.beginChanges();
        for (int from = 0; from < data.rows(); from += SLICE) {
            remove(sets, from, Math.min(data.rows(), from + SLICE));
        }
        sets.endChanges();
    }

    private void remove(RowSets sets, int from, int to) {
        for (int i = from; i < to; i++) {
            int row = (int) (i * 7_368_787L % data.rows());
            sets.remove(data.key(row), row);
        }
    }

    private void expect(RowSum expected, RowSum actual, String where) {
        if (!expected.equals(actual)) {
            throw new IllegalStateException(
                    kind.label() + " has " + actual + " rows " + where + ", expected " + expected);
        }
    }

    private static double time(Runnable operation, int count) {
        return (double) CpuTime.of(operation) / count;
    }
}
