package org.artindex.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Shows entries: as aligned columns of the key, or of the CSV's row where it is there, or as a JSON object a line. */
final class HitPrinter {
    private static final int LINES_A_CHECK = 1000;

    private final PrintWriter out;
    private final IndexKeys keys;
    private final List<String> heading;
    private final boolean json;
    private final TextTable table;
    private long shown;

    /** With the heading of the CSV, or without any where there is none. */
    HitPrinter(PrintWriter out, IndexKeys keys, List<String> heading, boolean json) {
        this.out = out;
        this.keys = keys;
        this.heading = heading;
        this.json = json;
        List<TextTable.Column> columns = new ArrayList<>(
                heading.isEmpty()
                        ? keys.headings()
                        : heading.stream().map(TextTable.Column::text).toList());
        columns.add(TextTable.Column.number("row"));
        this.table = new TextTable(out, columns);
    }

    /** Shows an entry. Says whether anybody still reads. */
    boolean add(Hit hit) {
        shown++;
        if (json) {
            out.println(object(hit));
            return shown % LINES_A_CHECK != 0 || !out.checkError();
        }
        List<String> cells = new ArrayList<>(
                heading.isEmpty()
                        ? keys.cells(hit.key())
                        : hit.fields().stream().map(Shown::text).toList());
        cells.add(String.valueOf(hit.row()));
        return table.add(cells);
    }

    /**
     * Ends the output; people are told how much it was and whether there is more.
     *
     * @param hint what helps those who see nothing
     */
    void end(boolean more, String hint) {
        if (json) {
            return;
        }
        table.end();
        if (more) {
            out.println(Shown.count(shown, "entry", "entries") + " shown; --limit shows more, --count counts all");
        } else {
            out.println(shown == 0 ? "no entries; " + hint : Shown.count(shown, "entry", "entries"));
        }
    }

    private Json object(Hit hit) {
        Json object = new Json().put("key", keys.json(hit.key())).put("row", hit.row());
        if (!heading.isEmpty()) {
            Json fields = new Json();
            for (int i = 0; i < heading.size(); i++) {
                fields.put(heading.get(i), hit.fields().get(i));
            }
            object.put("csv", fields);
        }
        return object;
    }
}
