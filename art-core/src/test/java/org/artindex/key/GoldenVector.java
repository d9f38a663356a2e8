package org.artindex.key;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One line of golden-vectors.txt: columns, their values and the key they must have. */
record GoldenVector(KeySchema schema, List<@Nullable Object> values, String hex) {
    private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9a-f]{4})");

    private static final List<GoldenVector> ALL = readAll();
    private static final Map<ColumnType, List<Object>> BY_TYPE = byType();

    static List<GoldenVector> all() {
        return ALL;
    }

    private static List<GoldenVector> readAll() {
        try (InputStream in = GoldenVector.class.getResourceAsStream("golden-vectors.txt")) {
            String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.US_ASCII);
            return text.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(GoldenVector::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The values of one type in the file, which has them in ascending order. */
    static List<Object> valuesOf(ColumnType type) {
        return Objects.requireNonNull(BY_TYPE.get(type));
    }

    private static Map<ColumnType, List<Object>> byType() {
        Map<ColumnType, List<Object>> values = new EnumMap<>(ColumnType.class);
        for (ColumnType type : ColumnType.values()) {
            KeySchema schema = KeySchema.of(Column.asc("c0", type).notNull());
            values.put(
                    type,
                    ALL.stream()
                            .filter(vector -> vector.schema.equals(schema))
                            .map(vector -> Objects.requireNonNull(vector.values.get(0)))
                            .toList());
        }
        return values;
    }

    @Nullable
    Object[] valueArray() {
        return values.toArray();
    }

    private static GoldenVector read(String line) {
        String[] fields = line.split("\t", -1);
        String[] columns = fields[0].split(", ", -1);
        String[] values = fields[1].split(" \\| ", -1);
        Column[] schema = IntStream.range(0, columns.length)
                .mapToObj(i -> column("c" + i, columns[i]))
                .toArray(Column[]::new);
        @Nullable Object[] parsed = new @Nullable Object[values.length];
        for (int i = 0; i < values.length; i++) {
            parsed[i] = value(schema[i].type(), values[i]);
        }
        return new GoldenVector(KeySchema.of(schema), Arrays.asList(parsed), fields[2]);
    }

    private static Column column(String name, String text) {
        String[] words = text.split(" ", 3);
        ColumnType type = ColumnType.valueOf(words[0]);
        Column column = words[1].equals("DESC") ? Column.desc(name, type) : Column.asc(name, type);
        return switch (words[2]) {
            case "NOT NULL" -> column.notNull();
            case "NULLS FIRST" -> column.nullsFirst();
            case "NULLS LAST" -> column.nullsLast();
            default -> throw new IllegalArgumentException(text);
        };
    }

    private static @Nullable Object value(ColumnType type, String text) {
        if (text.equals("NULL")) {
            return null;
        }
        if (type != ColumnType.TEXT) {
            return type.parse(text);
        }
        return ESCAPE.matcher(text.substring(1, text.length() - 1)).replaceAll(match -> {
            char c = (char) HexFormat.fromHexDigits(match.group(1));
            return Matcher.quoteReplacement(String.valueOf(c));
        });
    }
}
