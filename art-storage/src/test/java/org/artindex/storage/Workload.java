package org.artindex.storage;

import java.util.ArrayList;
import java.util.List;
import org.artindex.Batch;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.Snapshot;
import org.artindex.Table;

/** A scripted life of a store: several checkpoints that grow, change, shrink and drop, each after one batch. */
final class Workload {
    private static final int STEPS = 6;

    /** The contents that checkpoints acknowledged, the state before the first one included. */
    final List<Content> acknowledged = new ArrayList<>();

    /** The content of the checkpoint that was under way last, or was acknowledged last. */
    Content attempted = Content.empty();

    Workload() {
        acknowledged.add(Content.empty());
    }

    Content lastAcknowledged() {
        return acknowledged.get(acknowledged.size() - 1);
    }

    /** Runs all steps; ends early with whatever the disk throws. */
    void run(Store store) {
        for (int step = 0; step < STEPS; step++) {
            try (Batch batch = store.engine().begin()) {
                change(batch, store, step);
                batch.commit();
            }
            attempted = Content.of(store.engine());
            store.checkpoint();
            acknowledged.add(attempted);
        }
    }

    private static void change(Batch batch, Store store, int step) {
        if (step == 0 || step == STEPS - 1) {
            Table table = batch.createTable("t");
            batch.createIndex(table, "a", null, Uniqueness.NOT_UNIQUE);
            batch.createIndex(table, "b", null, Uniqueness.NOT_UNIQUE);
            insert(batch, table, 0, 60 - 10 * step);
            return;
        }
        try (Snapshot snapshot = store.engine().snapshot()) {
            Table table = snapshot.table("t");
            switch (step) {
                case 1 -> insert(batch, table, 60, 200);
                case 2 -> {
                    for (long row = 0; row < 150; row += 2) {
                        batch.deleteRow(table, row, Stores.key(row * 77), Stores.key(row % 3));
                    }
                }
                case 3 -> {
                    Index lone = batch.createIndex("lone", null, Uniqueness.UNIQUE);
                    batch.put(lone, new byte[300], 5);
                    batch.drop(snapshot.index("b"));
                }
                default -> batch.drop(table);
            }
        }
    }

    private static void insert(Batch batch, Table table, long from, long to) {
        for (long row = from; row < to; row++) {
            batch.insertRow(table, row, Stores.key(row * 77), Stores.key(row % 3));
        }
    }
}
