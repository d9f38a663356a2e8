package org.artindex.state;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of an engine at one version: the roots of all indexes and the live rows of all tables. Immutable; it is the unit
 * that batches, snapshots and checkpoints act on.
 *
 * @param version grows by one with each published batch or checkpoint
 * @param nextId the id that the next table or index gets; ids are never reused
 * @param tables ascending by id
 * @param indexes ascending by id
 */
public record RootRecord(long version, int nextId, List<TableState> tables, List<IndexState> indexes) {
    public RootRecord {
        tables = List.copyOf(tables);
        indexes = List.copyOf(indexes);
    }

    /** The state of a new engine. */
    public static RootRecord empty() {
        return new RootRecord(0, 1, List.of(), List.of());
    }

    /** The index of an id, {@code null} where there is none in this version. */
    public @Nullable IndexState index(int id) {
        for (IndexState state : indexes) {
            if (state.index().id() == id) {
                return state;
            }
        }
        return null;
    }

    /** The index of a name, {@code null} where there is none in this version. */
    public @Nullable IndexState index(String name) {
        for (IndexState state : indexes) {
            if (state.index().name().equals(name)) {
                return state;
            }
        }
        return null;
    }

    /** The table of an id, {@code null} where there is none in this version. */
    public @Nullable TableState table(int id) {
        for (TableState state : tables) {
            if (state.table().id() == id) {
                return state;
            }
        }
        return null;
    }

    /** The table of a name, {@code null} where there is none in this version. */
    public @Nullable TableState table(String name) {
        for (TableState state : tables) {
            if (state.table().name().equals(name)) {
                return state;
            }
        }
        return null;
    }
}
