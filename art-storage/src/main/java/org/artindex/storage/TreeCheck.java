package org.artindex.storage;

import java.util.HashSet;
import java.util.Set;
import org.artindex.CorruptionException;
import org.artindex.Direction;
import org.artindex.postings.PostingCursor;
import org.artindex.postings.Postings;
import org.artindex.postings.SetVerifier;
import org.artindex.state.IndexState;
import org.artindex.state.TableState;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.TreeVerifier;
import org.jspecify.annotations.Nullable;

/** Checks the trees of a file: where their pointers lead, then what their nodes hold, then that their rows are live. */
final class TreeCheck {
    private final NodeSpace space;
    private final StructureCheck structure;
    private final CheckReport report;
    private final Set<Integer> wholeTables = new HashSet<>();

    TreeCheck(NodeSpace space, StructureCheck structure, CheckReport report) {
        this.space = space;
        this.structure = structure;
        this.report = report;
    }

    void checkTable(TableState table) {
        boolean isWhole = passes("table " + table.table().name(), () -> {
            structure.check(table.live());
            if (table.live() != 0) {
                new SetVerifier(space).verify(table.live());
            }
        });
        if (isWhole) {
            wholeTables.add(table.table().id());
        }
    }

    void checkIndex(IndexState index, @Nullable TableState table) {
        report.countIndex();
        String place = "index " + index.index().name();
        boolean isWhole = passes(place, () -> {
            structure.check(index.root());
            index.verify(space);
        });
        if (isWhole) {
            report.countContent(index.keys(), index.entries());
            if (table != null && wholeTables.contains(table.table().id())) {
                passes(place, () -> checkRows(index, table, place));
            }
        }
    }

    /** The index is whole, so what is wrong here was put in, or left, by the host. */
    private void checkRows(IndexState index, TableState table, String place) {
        PostingCursor rows = new PostingCursor(space);
        long[] dead = {0, 0};
        TreeVerifier keys = new TreeVerifier(space, (value, keyLength) -> {
            rows.open(value, Direction.ASCENDING);
            for (long row = rows.next(); row != PostingCursor.END; row = rows.next()) {
                if (!Postings.contains(space, table.live(), row)) {
                    dead[0]++;
                    dead[1] = row;
                }
            }
        });
        keys.verify(index.root());
        if (dead[0] > 0) {
            report.damage(
                    place,
                    dead[0] + " entries have rows that are not live in table "
                            + table.table().name() + ", such as row " + dead[1]
                            + ": the file is whole, but the host did not give all keys of a row to deleteRow;"
                            + " remove the entries or make the index anew");
        }
    }

    /** Runs a check; whatever it throws is damage, for nothing that a file holds may end the whole check. */
    private boolean passes(String place, Runnable check) {
        try {
            check.run();
            return true;
        } catch (RuntimeException | AssertionError e) {
            report.damage(place, e instanceof CorruptionException ? String.valueOf(e.getMessage()) : e.toString());
            return false;
        }
    }
}
