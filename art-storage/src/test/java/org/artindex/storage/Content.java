package org.artindex.storage;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.artindex.Cursor;
import org.artindex.Direction;
import org.artindex.Engine;
import org.artindex.Index;
import org.artindex.IndexReader;
import org.artindex.RowCursor;
import org.artindex.Snapshot;
import org.artindex.Table;
import org.artindex.key.KeyRange;

/**
 * Everything that a state holds, in plain collections: the oracle that stores are compared with.
 *
 * @param indexes by name: keys in hex (whose order is that of the bytes) to row ids
 * @param tables by name: live row ids
 */
record Content(Map<String, TreeMap<String, TreeSet<Long>>> indexes, Map<String, TreeSet<Long>> tables) {
    static Content empty() {
        return new Content(new TreeMap<>(), new TreeMap<>());
    }

    /** Reads all, and verifies every index on the way. */
    static Content of(Engine engine) {
        try (Snapshot snapshot = engine.snapshot()) {
            return of(snapshot);
        }
    }

    static Content of(Snapshot snapshot) {
        Content content = empty();
        for (Index index : snapshot.indexes()) {
            IndexReader reader = snapshot.reader(index);
            reader.verify();
            content.indexes.put(index.name(), entries(reader));
        }
        for (Table table : snapshot.tables()) {
            TreeSet<Long> rows = new TreeSet<>();
            RowCursor cursor = snapshot.rows(table, Direction.ASCENDING);
            for (long row = cursor.next(); row != RowCursor.END; row = cursor.next()) {
                rows.add(row);
            }
            content.tables.put(table.name(), rows);
        }
        return content;
    }

    Content copy() {
        Content copy = empty();
        indexes.forEach((name, entries) -> {
            TreeMap<String, TreeSet<Long>> copied = new TreeMap<>();
            entries.forEach((key, rows) -> copied.put(key, new TreeSet<>(rows)));
            copy.indexes.put(name, copied);
        });
        tables.forEach((name, rows) -> copy.tables.put(name, new TreeSet<>(rows)));
        return copy;
    }

    boolean put(String index, byte[] key, long row) {
        return entries(index).computeIfAbsent(hex(key), k -> new TreeSet<>()).add(row);
    }

    boolean remove(String index, byte[] key, long row) {
        TreeSet<Long> rows = entries(index).get(hex(key));
        if (rows == null || !rows.remove(row)) {
            return false;
        }
        if (rows.isEmpty()) {
            entries(index).remove(hex(key));
        }
        return true;
    }

    TreeMap<String, TreeSet<Long>> entries(String index) {
        return indexes.computeIfAbsent(index, name -> new TreeMap<>());
    }

    TreeSet<Long> rows(String table) {
        return tables.computeIfAbsent(table, name -> new TreeSet<>());
    }

    static String hex(byte[] key) {
        return HexFormat.of().formatHex(key);
    }

    private static TreeMap<String, TreeSet<Long>> entries(IndexReader reader) {
        TreeMap<String, TreeSet<Long>> entries = new TreeMap<>();
        Cursor cursor = reader.cursor(KeyRange.all());
        while (cursor.next()) {
            String key = hex(Arrays.copyOf(cursor.keyBuffer(), cursor.keyLength()));
            entries.computeIfAbsent(key, k -> new TreeSet<>()).add(cursor.row());
        }
        return entries;
    }
}
