package org.artindex.cli;

import java.time.Duration;
import java.util.Locale;
import org.artindex.key.ColumnType;
import org.jspecify.annotations.Nullable;

/** How values, sizes and times look in what a person reads. */
final class Shown {
    static final String NULL = "NULL";

    private static final double KIBI = 1024;

    private Shown() {}

    /** A value of a key. */
    static String value(ColumnType type, @Nullable Object value) {
        return value == null ? NULL : text(type.format(value));
    }

    /** Text on one line. Control characters are escaped: data must not steer a terminal. */
    static String text(String text) {
        if (text.chars().noneMatch(Character::isISOControl)) {
            return text;
        }
        StringBuilder shown = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\n' -> shown.append("\\n");
                case '\r' -> shown.append("\\r");
                case '\t' -> shown.append("\\t");
                default -> {
                    if (Character.isISOControl(c)) {
                        shown.append(String.format("\\u%04x", (int) c));
                    } else {
                        shown.append(c);
                    }
                }
            }
        }
        return shown.toString();
    }

    static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** A count with its noun. */
    static String count(long count, String one, String many) {
        return count(count) + " " + (count == 1 ? one : many);
    }

    static String bytes(long bytes) {
        if (bytes < KIBI) {
            return bytes + " B";
        }
        String unit = bytes < KIBI * KIBI ? " KiB" : " MiB";
        double number = bytes < KIBI * KIBI ? bytes / KIBI : bytes / KIBI / KIBI;
        return decimal(number).replaceFirst("\\.0$", "") + unit;
    }

    static String decimal(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }

    static String time(Duration time) {
        double millis = time.toNanos() / 1e6;
        if (millis < 1) {
            return String.format(Locale.ROOT, "%.3f ms", millis);
        }
        return millis < 1000
                ? String.format(Locale.ROOT, "%.1f ms", millis)
                : String.format(Locale.ROOT, "%.2f s", millis / 1000);
    }
}
