package org.artindex.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.artindex.storage.CheckReport.Damage;

/**
 * The damage of a file as people want to read it: a line for each place. What cannot be read only because of a damaged block is said in
 * the line of that block.
 */
final class DamageLines {
    private static final Pattern BLOCK = Pattern.compile("\\bblock (\\d+)\\b");
    private static final Pattern READ_THROUGH_BLOCKS =
            Pattern.compile("(index|table) .*|catalog|block table", Pattern.DOTALL);

    private final Map<String, Line> lines = new LinkedHashMap<>();

    /** What is wrong at a place, and what cannot be read for that reason. */
    private record Line(String text, List<String> unreadable) {
        @Override
        public String toString() {
            return unreadable.isEmpty() ? text : text + "; makes " + String.join(", ", unreadable) + " unreadable";
        }
    }

    private DamageLines() {}

    static List<String> of(List<Damage> damages) {
        DamageLines all = new DamageLines();
        // the blocks first: the tables of the file are read, and reported, before them
        damages.stream().filter(damage -> !isReadThroughBlocks(damage)).forEach(all::add);
        damages.stream().filter(DamageLines::isReadThroughBlocks).forEach(all::attach);
        return all.lines.values().stream().map(Line::toString).toList();
    }

    private static boolean isReadThroughBlocks(Damage damage) {
        return READ_THROUGH_BLOCKS.matcher(damage.place()).matches();
    }

    private void add(Damage damage) {
        String text = text(damage);
        lines.putIfAbsent(
                damage.place().startsWith("block ") ? damage.place() : text, new Line(text, new ArrayList<>()));
    }

    private void attach(Damage damage) {
        Matcher block = BLOCK.matcher(damage.what());
        Line cause = block.find() ? lines.get(block.group()) : null;
        if (cause == null) {
            add(damage);
        } else if (!cause.unreadable.contains(damage.place())) {
            cause.unreadable.add(damage.place());
        }
    }

    private static String text(Damage damage) {
        String own = damage.place() + ": ";
        return own + (damage.what().startsWith(own) ? damage.what().substring(own.length()) : damage.what());
    }
}
