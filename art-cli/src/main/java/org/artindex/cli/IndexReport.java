package org.artindex.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.IndexReader;
import org.artindex.IndexStats;
import org.artindex.Snapshot;
import org.artindex.Table;
import org.artindex.key.KeySchema;

/** Tables that say what indexes there are and what they take. */
final class IndexReport {
    private final PrintWriter out;
    private final Snapshot snapshot;

    IndexReport(PrintWriter out, Snapshot snapshot) {
        this.out = out;
        this.snapshot = snapshot;
    }

    /** The tables and their rows. */
    void tables() {
        TextTable table = new TextTable(out, List.of(TextTable.Column.text("table"), TextTable.Column.number("rows")));
        for (Table each : snapshot.tables()) {
            table.add(List.of(Shown.text(each.name()), Shown.count(snapshot.rowCount(each))));
        }
        table.end();
    }

    /** The indexes, their columns and how much is in them; visits no node. */
    void indexes() {
        TextTable table = new TextTable(
                out,
                List.of(
                        TextTable.Column.text("index"),
                        TextTable.Column.text("table"),
                        TextTable.Column.text("columns"),
                        TextTable.Column.text("unique"),
                        TextTable.Column.number("keys"),
                        TextTable.Column.number("entries")));
        for (Index index : snapshot.indexes()) {
            IndexReader reader = snapshot.reader(index);
            table.add(List.of(
                    Shown.text(index.name()),
                    index.table() == null ? "-" : Shown.text(index.table().name()),
                    columns(index),
                    uniqueness(index),
                    Shown.count(reader.keyCount()),
                    Shown.count(reader.entryCount())));
        }
        table.end();
    }

    /** What indexes take; visits every node. */
    void sizes(List<Index> indexes) {
        TextTable table = new TextTable(
                out,
                List.of(
                        TextTable.Column.text("index"),
                        TextTable.Column.text("columns"),
                        TextTable.Column.number("keys"),
                        TextTable.Column.number("entries"),
                        TextTable.Column.number("node bytes"),
                        TextTable.Column.number("bytes/key"),
                        TextTable.Column.number("bytes/entry"),
                        TextTable.Column.number("height")));
        for (Index index : indexes) {
            IndexStats stats = snapshot.reader(index).stats();
            table.add(List.of(
                    Shown.text(index.name()),
                    columns(index) + (isUnique(index) ? " " + index.uniqueness() : ""),
                    Shown.count(stats.keys()),
                    Shown.count(stats.entries()),
                    Shown.count(stats.bytes()),
                    Shown.decimal(stats.bytesPerKey()),
                    Shown.decimal(stats.entries() == 0 ? 0 : (double) stats.bytes() / stats.entries()),
                    String.valueOf(stats.height())));
        }
        table.end();
    }

    /** Of which nodes indexes consist, a column an index. */
    void nodes(List<Index> indexes) {
        List<TextTable.Column> columns = new ArrayList<>(List.of(TextTable.Column.text("node")));
        List<IndexStats> stats = new ArrayList<>();
        List<String> types = new ArrayList<>();
        for (Index index : indexes) {
            columns.add(TextTable.Column.number(Shown.text(index.name())));
            IndexStats each = snapshot.reader(index).stats();
            stats.add(each);
            mergeInto(types, each.nodes().keySet());
        }
        TextTable table = new TextTable(out, columns);
        List<String> inlined = new ArrayList<>(List.of("row in pointer"));
        stats.forEach(each -> inlined.add(Shown.count(each.inlinedRows())));
        table.add(inlined);
        for (String type : types) {
            List<String> cells = new ArrayList<>(List.of(type));
            stats.forEach(each -> cells.add(Shown.count(each.nodes().getOrDefault(type, 0L))));
            table.add(cells);
        }
        table.end();
    }

    /** What an index takes, for programs. */
    Json json(Index index) {
        IndexStats stats = snapshot.reader(index).stats();
        Json nodes = new Json();
        stats.nodes().forEach(nodes::put);
        return new Json()
                .put("index", index.name())
                .put("columns", columns(index))
                .put("unique", isUnique(index))
                .put("keys", stats.keys())
                .put("entries", stats.entries())
                .put("bytes", stats.bytes())
                .put("bytesPerKey", stats.bytesPerKey())
                .put("height", stats.height())
                .put("inlinedRows", stats.inlinedRows())
                .put("nodes", nodes);
    }

    /** Each index names its types in one and the same order, but none names all. */
    private static void mergeInto(List<String> types, Set<String> more) {
        int place = 0;
        for (String type : more) {
            int found = types.indexOf(type);
            if (found < 0) {
                types.add(place, type);
            }
            place = Math.max(place, found) + 1;
        }
    }

    private static boolean isUnique(Index index) {
        return index.uniqueness().isUnique();
    }

    /** In few words, for the usual indexes at least. */
    private static String uniqueness(Index index) {
        if (!isUnique(index)) {
            return "no";
        }
        return index.uniqueness().equals(Uniqueness.UNIQUE)
                ? "yes"
                : index.uniqueness().toString();
    }

    private static String columns(Index index) {
        KeySchema schema = index.schema();
        return schema == null ? "(encoded by the host)" : Shown.text(KeySpec.spell(schema));
    }
}
