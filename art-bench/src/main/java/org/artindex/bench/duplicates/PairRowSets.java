package org.artindex.bench.duplicates;

import java.util.Comparator;
import java.util.TreeSet;
import org.artindex.bench.RowSum;

/** A set of the JDK of pairs. */
final class PairRowSets extends RowSets {
    private final TreeSet<Pair> pairs =
            new TreeSet<>(Comparator.comparingLong(Pair::key).thenComparingLong(Pair::row));

    private record Pair(long key, long row) {}

    @Override
    void beginChanges() {}

    @Override
    void add(long key, long row) {
        pairs.add(new Pair(key, row));
    }

    @Override
    void remove(long key, long row) {
        pairs.remove(new Pair(key, row));
    }

    @Override
    void endChanges() {}

    @Override
    RowSum rows(long key) {
        long count = 0;
        long sum = 0;
        for (Pair pair : pairs.subSet(new Pair(key, 0), true, new Pair(key, Long.MAX_VALUE), true)) {
            count++;
            sum += pair.row;
        }
        return new RowSum(count, sum);
    }

    @Override
    boolean contains(long key, long row) {
        return pairs.contains(new Pair(key, row));
    }

    @Override
    public void close() {
        pairs.clear();
    }
}
