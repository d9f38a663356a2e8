package org.artindex.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;
import org.artindex.key.KeySchema;

/**
 * An index as the command line names it: {@code NAME=COLUMN[:TYPE][:desc][:notnull],...}. A backslash takes the meaning from
 * the character behind it, for headings with a comma or colon.
 *
 * @param name the name of the index
 * @param schema its columns, named as the CSV names them
 * @param unique whether a key may stand in one row only
 */
record KeySpec(String name, KeySchema schema, boolean unique) {
    /** Types as other systems call them. */
    private static final Map<String, String> SIMILAR = Map.ofEntries(
            Map.entry("string", "text"),
            Map.entry("str", "text"),
            Map.entry("varchar", "text"),
            Map.entry("byte", "int8"),
            Map.entry("short", "int16"),
            Map.entry("smallint", "int16"),
            Map.entry("int", "int32"),
            Map.entry("integer", "int32"),
            Map.entry("long", "int64"),
            Map.entry("bigint", "int64"),
            Map.entry("uint", "uint32"),
            Map.entry("bool", "boolean"),
            Map.entry("real", "float"),
            Map.entry("number", "decimal"),
            Map.entry("numeric", "decimal"),
            Map.entry("binary", "bytes"),
            Map.entry("blob", "bytes"),
            Map.entry("datetime", "timestamp"));

    /** Reads what stands behind {@code --key}. */
    static KeySpec parse(String text, boolean unique) {
        int equals = text.indexOf('=');
        if (equals < 1) {
            throw new CommandFailure("--key " + text + ": expected NAME=COLUMN[:TYPE][:desc][:notnull],...");
        }
        List<Column> columns = new ArrayList<>();
        for (String column : split(text.substring(equals + 1), ',')) {
            columns.add(column(text, column));
        }
        try {
            return new KeySpec(text.substring(0, equals), KeySchema.of(columns.toArray(Column[]::new)), unique);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure("--key " + text + ": " + e.getMessage(), e);
        }
    }

    private static Column column(String key, String text) {
        List<String> parts = split(text, ':');
        String name = unescape(parts.get(0));
        if (name.isEmpty()) {
            throw new CommandFailure("--key " + key + ": a column without a name");
        }
        ColumnType type = ColumnType.TEXT;
        boolean descending = false;
        boolean notNull = false;
        for (String part : parts.subList(1, parts.size())) {
            switch (part.toLowerCase(Locale.ROOT)) {
                case "asc" -> descending = false;
                case "desc" -> descending = true;
                case "notnull" -> notNull = true;
                default -> type = type(key, part);
            }
        }
        Column column = descending ? Column.desc(name, type) : Column.asc(name, type);
        return notNull ? column.notNull() : column;
    }

    private static ColumnType type(String key, String name) {
        for (ColumnType type : ColumnType.values()) {
            if (type.name().equalsIgnoreCase(name)) {
                return type;
            }
        }
        String similar = SIMILAR.get(name.toLowerCase(Locale.ROOT));
        throw new CommandFailure("--key " + key + ": no type '" + name + "'"
                + (similar == null ? "; there are " : ", did you mean " + similar + "? There are ")
                + Arrays.stream(ColumnType.values()).map(KeySpec::nameOf).collect(Collectors.joining(", ")));
    }

    /** A type as the command line spells it. */
    static String nameOf(ColumnType type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    /** A column as the command line spells it. */
    static String spell(Column column) {
        return escape(column.name())
                + (column.type() == ColumnType.TEXT ? "" : ":" + nameOf(column.type()))
                + (column.order() == Column.Order.DESC ? ":desc" : "")
                + (column.isNullable() ? "" : ":notnull");
    }

    /** The columns of a schema as the command line spells them. */
    static String spell(KeySchema schema) {
        return schema.columns().stream().map(KeySpec::spell).collect(Collectors.joining(","));
    }

    private static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == separator) {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts;
    }

    private static String unescape(String text) {
        return text.replaceAll("\\\\(.)", "$1");
    }

    private static String escape(String text) {
        return text.replaceAll("[\\\\,:]", "\\\\$0");
    }
}
