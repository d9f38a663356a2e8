package org.artindex.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.artindex.Direction;
import org.artindex.Index;
import org.artindex.Index.Uniqueness.Rule;
import org.artindex.key.KeyRange;
import org.artindex.key.KeySchema;
import org.artindex.support.Oracle;
import org.jspecify.annotations.Nullable;

/** What of an index breaks its uniqueness, told from decoded values. */
final class Violations {
    private Violations() {}

    /** The groups of entries that exclude each other, each in the order of the index. */
    static List<List<Oracle.Entry>> of(Index index, Oracle oracle) {
        if (!index.uniqueness().isUnique()) {
            return List.of();
        }
        Map<List<@Nullable Object>, List<Oracle.Entry>> groups = new LinkedHashMap<>();
        for (Oracle.Entry entry : oracle.entries(KeyRange.all(), Direction.ASCENDING)) {
            List<@Nullable Object> compared = compared(index, entry.key());
            if (index.uniqueness().rule() == Rule.NULLS_NOT_DISTINCT
                    || compared.stream().noneMatch(Objects::isNull)) {
                groups.computeIfAbsent(compared, key -> new ArrayList<>()).add(entry);
            }
        }
        return groups.values().stream().filter(entries -> entries.size() > 1).toList();
    }

    private static List<@Nullable Object> compared(Index index, byte[] key) {
        KeySchema schema = index.schema();
        if (schema == null) {
            return Arrays.asList(Arrays.toString(key));
        }
        int columns = index.uniqueness().columns();
        @Nullable Object[] values = schema.decode(key);
        List<@Nullable Object> compared = new ArrayList<>();
        for (Object value : columns == 0 ? values : Arrays.copyOf(values, columns)) {
            compared.add(value instanceof byte[] bytes ? Arrays.toString(bytes) : value);
        }
        return compared;
    }
}
