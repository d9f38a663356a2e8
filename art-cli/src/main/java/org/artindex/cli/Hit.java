package org.artindex.cli;

import java.util.List;
import org.artindex.Cursor;
import org.artindex.key.KeySchema;
import org.jspecify.annotations.Nullable;

/** An entry of an index that is shown: the values of its key, its row id, and the row's fields where the CSV is there. */
final class Hit {
    private final @Nullable Object[] key;
    private final long row;
    private List<String> fields = List.of();

    private Hit(@Nullable Object[] key, long row) {
        this.key = key;
        this.row = row;
    }

    /** The entry that a cursor stands on. */
    static Hit at(Cursor cursor, KeySchema schema) {
        return new Hit(schema.decode(cursor.key()), cursor.row());
    }

    @Nullable
    Object[] key() {
        return key;
    }

    long row() {
        return row;
    }

    List<String> fields() {
        return fields;
    }

    void attach(List<String> rowFields) {
        fields = rowFields;
    }
}
