package org.artindex.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.artindex.Direction;
import org.artindex.Index;
import org.artindex.RowCursor;
import org.artindex.Snapshot;
import org.artindex.Table;
import org.artindex.support.Oracle;

/** All that the engine must hold at one version: an oracle for each index, and the live rows of the one table. */
final class ModelState {
    final Map<Index, Oracle> indexes = new LinkedHashMap<>();

    /** The keys of each live row, in the order of the table's indexes. */
    final TreeMap<Long, byte[][]> live = new TreeMap<>();

    ModelState copy() {
        ModelState copy = new ModelState();
        indexes.forEach((index, oracle) -> copy.indexes.put(index, oracle.copy()));
        copy.live.putAll(live);
        return copy;
    }

    Oracle oracle(Index index) {
        Oracle oracle = indexes.get(index);
        assertThat(oracle).as(index.name()).isNotNull();
        return oracle;
    }

    /** Asserts that a snapshot shows exactly this. */
    void assertEqualTo(Snapshot snapshot, Table table) {
        assertThat(snapshot.indexes()).containsExactlyElementsOf(indexes.keySet());
        indexes.forEach((index, oracle) -> {
            snapshot.reader(index).verify();
            oracle.assertEqualTo(snapshot.reader(index));
        });
        assertThat(snapshot.rowCount(table)).isEqualTo(live.size());
        assertRows(snapshot.rows(table, Direction.ASCENDING), live.keySet().iterator());
        assertRows(
                snapshot.rows(table, Direction.DESCENDING),
                live.descendingKeySet().iterator());
    }

    private static void assertRows(RowCursor rows, Iterator<Long> expected) {
        while (expected.hasNext()) {
            assertThat(rows.next()).isEqualTo(expected.next());
        }
        assertThat(rows.next()).isEqualTo(RowCursor.END);
    }
}
