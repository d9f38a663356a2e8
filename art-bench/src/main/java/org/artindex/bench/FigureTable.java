package org.artindex.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A Markdown table of figures, as the documentation has them. On the board each of its lines is a note. */
public final class FigureTable {
    private final String title;
    private final List<String> lines = new ArrayList<>();

    /** Begins a table; its first column names the rows. */
    public FigureTable(String title, String... columns) {
        this.title = title;
        lines.add("| | " + String.join(" | ", columns) + " |");
        lines.add("|---" + "|---:".repeat(columns.length) + "|");
    }

    /** Appends a row. */
    public void row(String name, String... cells) {
        lines.add("| " + name + " | " + String.join(" | ", cells) + " |");
    }

    /** Writes a figure with so many digits after the point. */
    public static String figure(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    /** Prints it. */
    public void print(Scoreboard board) {
        board.note(title);
        lines.forEach(board::note);
    }
}
