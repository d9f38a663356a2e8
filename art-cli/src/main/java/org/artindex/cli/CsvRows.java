package org.artindex.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.artindex.InvalidKeyException;
import org.artindex.key.Column;
import org.artindex.key.KeySchema;
import org.jspecify.annotations.Nullable;

/** Finds rows in a CSV by their numbers. */
final class CsvRows {
    private CsvRows() {}

    /** The fields of rows, read in one pass that ends with the last one wanted. */
    static Map<Long, List<String>> read(CsvFile csv, Iterable<Long> rows) {
        Map<Long, List<String>> found = new TreeMap<>();
        rows.forEach(row -> found.put(row, List.of()));
        for (var entry : found.entrySet()) {
            while (csv.row() < entry.getKey()) {
                if (!csv.next()) {
                    throw new CommandFailure(csv.name() + ": no row " + entry.getKey() + ", it has only "
                            + (csv.row() + 1) + "; the index was made of another CSV");
                }
            }
            entry.setValue(csv.fields());
        }
        return found;
    }

    /**
     * Gives hits their rows.
     *
     * @throws CommandFailure where a row does not have the key that the index has for it: it was made of another CSV
     */
    static void attach(List<Hit> hits, CsvFile csv, KeySchema schema) {
        int[] places = schema.columns().stream()
                .mapToInt(column -> csv.column(column.name()))
                .toArray();
        Map<Long, List<String>> rows = read(csv, hits.stream().map(Hit::row).toList());
        for (Hit hit : hits) {
            List<String> fields = Objects.requireNonNull(rows.get(hit.row()));
            for (int i = 0; i < places.length; i++) {
                Column column = schema.columns().get(i);
                if (!isSame(column, hit.key()[i], fields.get(places[i]))) {
                    throw new CommandFailure(csv.name() + ": row " + hit.row() + " has not the key "
                            + IndexKeys.show(schema, hit.key()) + "; the index was made of another CSV");
                }
            }
            hit.attach(fields);
        }
    }

    /** Compares as keys, since 1.50 and 1.5 are one value. */
    private static boolean isSame(Column column, @Nullable Object value, String field) {
        if (field.isEmpty() || value == null) {
            return field.isEmpty() && value == null;
        }
        KeySchema alone = KeySchema.of(column);
        try {
            return Arrays.equals(alone.encode(value), alone.encode(column.type().parse(field)));
        } catch (InvalidKeyException e) {
            return false;
        }
    }
}
