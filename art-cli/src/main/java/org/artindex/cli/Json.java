package org.artindex.cli;

import java.math.BigDecimal;
import java.util.Locale;
import org.artindex.key.ColumnType;
import org.jspecify.annotations.Nullable;

/** One JSON object on one line, written member by member. */
final class Json {
    private final StringBuilder line = new StringBuilder("{");
    private boolean first = true;

    Json put(String name, String text) {
        quote(name(name), text);
        return this;
    }

    Json put(String name, long number) {
        name(name).append(number);
        return this;
    }

    Json put(String name, double number) {
        // 12.5 and 9, not 12.500000000000002 or 9.0
        name(name)
                .append(new BigDecimal(String.format(Locale.ROOT, "%.2f", number))
                        .stripTrailingZeros()
                        .toPlainString());
        return this;
    }

    Json put(String name, boolean truth) {
        name(name).append(truth);
        return this;
    }

    Json put(String name, Json object) {
        name(name).append(object);
        return this;
    }

    Json put(String name, Iterable<Json> objects) {
        name(name).append('[');
        String comma = "";
        for (Json object : objects) {
            line.append(comma).append(object);
            comma = ",";
        }
        line.append(']');
        return this;
    }

    /** A value of a key: numbers and truth values as such, all others as text; decimals too, which readers would round. */
    Json put(String name, ColumnType type, @Nullable Object value) {
        if (value == null) {
            name(name).append("null");
            return this;
        }
        String text = type.format(value);
        boolean bare = switch (type) {
            case BOOLEAN, INT8, INT16, INT32, INT64, UINT32 -> true;
            case FLOAT, DOUBLE -> Double.isFinite(((Number) value).doubleValue());
            default -> false;
        };
        if (bare) {
            name(name).append(text);
        } else {
            quote(name(name), text);
        }
        return this;
    }

    @Override
    public String toString() {
        return line + "}";
    }

    private StringBuilder name(String name) {
        if (!first) {
            line.append(',');
        }
        first = false;
        return quote(line, name).append(':');
    }

    private static StringBuilder quote(StringBuilder line, String text) {
        line.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> line.append("\\\"");
                case '\\' -> line.append("\\\\");
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                case '\t' -> line.append("\\t");
                default -> {
                    if (Character.isISOControl(c)) {
                        line.append(String.format("\\u%04x", (int) c));
                    } else {
                        line.append(c);
                    }
                }
            }
        }
        return line.append('"');
    }
}
