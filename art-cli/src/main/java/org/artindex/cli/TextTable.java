package org.artindex.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows in aligned columns under a heading. The first rows decide how wide the columns are, so that a long result is printed
 * as it comes.
 */
final class TextTable {
    private static final int ROWS_HELD = 1000;
    private static final String GAP = "  ";

    private final PrintWriter out;
    private final List<Column> columns;
    private final List<List<String>> held = new ArrayList<>();
    private int[] widths = {};

    /** A heading, and whether its cells are numbers, which stand to the right. */
    record Column(String heading, boolean number) {
        static Column text(String heading) {
            return new Column(heading, false);
        }

        static Column number(String heading) {
            return new Column(heading, true);
        }
    }

    TextTable(PrintWriter out, List<Column> columns) {
        this.out = out;
        this.columns = columns;
    }

    /** Adds a row. Says whether anybody still reads. */
    boolean add(List<String> cells) {
        held.add(cells);
        if (held.size() < ROWS_HELD) {
            return true;
        }
        printHeld();
        return !out.checkError();
    }

    /** Prints what is left; a table without rows prints nothing, not even its heading. */
    void end() {
        printHeld();
    }

    private void printHeld() {
        if (held.isEmpty()) {
            return;
        }
        if (widths.length == 0) {
            List<String> headings = columns.stream().map(Column::heading).toList();
            widths = new int[columns.size()];
            widen(headings);
            held.forEach(this::widen);
            print(headings);
        }
        held.forEach(this::print);
        held.clear();
    }

    private void widen(List<String> cells) {
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(widths[i], width(cells.get(i)));
        }
    }

    private void print(List<String> cells) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = cells.get(i);
            String padding = " ".repeat(Math.max(0, widths[i] - width(cell)));
            line.append(i == 0 ? "" : GAP);
            line.append(columns.get(i).number() ? padding + cell : cell + padding);
        }
        out.println(line.toString().stripTrailing());
    }

    /** Columns of a terminal that a text takes. */
    private static int width(String text) {
        return text.codePoints().map(TextTable::width).sum();
    }

    private static int width(int codePoint) {
        int type = Character.getType(codePoint);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        if (codePoint < 0x1100) {
            return 1;
        }
        return switch (Character.UnicodeScript.of(codePoint)) {
            case HAN, HIRAGANA, KATAKANA, HANGUL -> 2;
            default -> 1;
        };
    }
}
