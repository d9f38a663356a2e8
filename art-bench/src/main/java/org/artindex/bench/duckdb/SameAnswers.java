package org.artindex.bench.duckdb;

import java.util.Map;
import org.artindex.IndexStats;
import org.artindex.bench.ArtIndex;
import org.artindex.bench.KeyColumn;
import org.artindex.bench.RowSum;

/** Makes sure that an index of ours and the table {@code src} of DuckDB say the same, before anything is timed. */
final class SameAnswers {
    private static final int SAMPLES = 100;

    private SameAnswers() {}

    static void check(ArtIndex index, KeyColumn keys, DuckDb duck) {
        IndexStats stats = index.stats();
        compare("entries", duck.number("SELECT count(*) FROM src"), stats.entries());
        compare("keys", duck.number("SELECT count(DISTINCT id) FROM src"), stats.keys());
        long step = Math.max(1, keys.count() / SAMPLES);
        Map<Long, RowSum> sums = duck.rowSums("src", "id", step);
        for (Map.Entry<Long, RowSum> expected : sums.entrySet()) {
            RowSum actual = index.rows(keys.key(expected.getKey().intValue()));
            if (!actual.equals(expected.getValue())) {
                throw new IllegalStateException("rows of the key of row " + expected.getKey() + ": DuckDB says "
                        + expected.getValue() + ", we say " + actual);
            }
        }
    }

    private static void compare(String what, long expected, long actual) {
        if (expected != actual) {
            throw new IllegalStateException(what + ": DuckDB says " + expected + ", we say " + actual);
        }
    }
}
