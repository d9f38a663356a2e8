package org.artindex.cli;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.artindex.Index;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;
import org.artindex.key.KeySchema;
import org.jspecify.annotations.Nullable;

/** Values of an index's keys as people type and read them. An empty text is NULL, as an empty field is in a CSV. */
final class IndexKeys {
    private final Index index;
    private final KeySchema schema;

    private IndexKeys(Index index, KeySchema schema) {
        this.index = index;
        this.schema = schema;
    }

    /** Of an index whose keys have columns; keys that a host encoded by its own rules cannot be shown. */
    static IndexKeys of(Index index) {
        KeySchema schema = index.schema();
        if (schema == null) {
            throw new CommandFailure(
                    "index " + index.name() + " has no columns: its keys were encoded by the program that made it");
        }
        return new IndexKeys(index, schema);
    }

    KeySchema schema() {
        return schema;
    }

    /** Values of the first columns. */
    @Nullable
    Object[] parse(List<String> texts) {
        @Nullable Object[] values = new @Nullable Object[texts.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = texts.get(i).isEmpty() ? null : parse(i, texts.get(i));
        }
        return values;
    }

    /** A value, not NULL, of a column. */
    Object parse(int place, String text) {
        return ValueText.parse(column(place), text);
    }

    /** A bound of a column: any number where it holds integers, as one is below 1.5 and below 10^20 too. */
    Object parseBound(int place, String text) {
        try {
            return isInteger(column(place).type()) ? new BigDecimal(text) : parse(place, text);
        } catch (NumberFormatException e) {
            return parse(place, text);
        }
    }

    Column column(int place) {
        if (place >= schema.columns().size()) {
            throw new CommandFailure("too many values: " + describe());
        }
        return schema.columns().get(place);
    }

    /** What the index has, for those who have asked it for something else. */
    String describe() {
        return "index " + index.name() + " has the " + (schema.columns().size() == 1 ? "column " : "columns ")
                + KeySpec.spell(schema);
    }

    /** The columns of a table that shows keys. */
    List<TextTable.Column> headings() {
        List<TextTable.Column> headings = new ArrayList<>();
        for (Column column : schema.columns()) {
            headings.add(new TextTable.Column(column.name(), isNumber(column.type())));
        }
        return headings;
    }

    List<String> cells(@Nullable Object[] key) {
        return IntStream.range(0, key.length)
                .mapToObj(i -> Shown.value(schema.columns().get(i).type(), key[i]))
                .toList();
    }

    Json json(@Nullable Object[] key) {
        Json json = new Json();
        for (int i = 0; i < key.length; i++) {
            Column column = schema.columns().get(i);
            json.put(column.name(), column.type(), key[i]);
        }
        return json;
    }

    /** A key in a message. */
    static String show(KeySchema schema, @Nullable Object[] key) {
        return IntStream.range(0, key.length)
                .mapToObj(i -> Shown.value(schema.columns().get(i).type(), key[i]))
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private static boolean isNumber(ColumnType type) {
        return isInteger(type) || type == ColumnType.FLOAT || type == ColumnType.DOUBLE || type == ColumnType.DECIMAL;
    }

    private static boolean isInteger(ColumnType type) {
        return switch (type) {
            case INT8, INT16, INT32, INT64, UINT32 -> true;
            default -> false;
        };
    }
}
