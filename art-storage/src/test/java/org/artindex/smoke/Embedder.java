package org.artindex.smoke;

import java.nio.file.Path;
import org.artindex.Batch;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.Snapshot;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;
import org.artindex.key.KeySchema;
import org.artindex.storage.Store;

/** A program that embeds the engine, seeing only what its modules export. */
final class Embedder {
    private Embedder() {}

    public static void main(String[] arguments) {
        Path file = Path.of(arguments[0]);
        KeySchema schema = KeySchema.of(Column.asc("name", ColumnType.TEXT));
        try (Store store = Store.create(file)) {
            try (Batch batch = store.engine().begin()) {
                Index index = batch.createIndex("names", schema, Uniqueness.UNIQUE);
                batch.put(index, index.key("Saint-Malo"), 7);
                batch.commit();
            }
            store.checkpoint();
        }
        try (Store store = Store.openReadOnly(file);
                Snapshot snapshot = store.engine().snapshot()) {
            Index index = snapshot.index("names");
            System.out.println(Store.class.getModule().getName() + " "
                    + snapshot.reader(index).get(index.key("Saint-Malo")));
        }
    }
}
