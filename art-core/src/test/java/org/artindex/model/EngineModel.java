package org.artindex.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.artindex.Batch;
import org.artindex.DuplicateKeyException;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.Snapshot;
import org.artindex.Table;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Oracle;
import org.jspecify.annotations.Nullable;

/** An engine beside a plain model of it; both are changed in step and must stay equal, in every snapshot for ever. */
final class EngineModel implements AutoCloseable {
    /** A snapshot and what it must show as long as it is open. */
    record Frozen(Snapshot snapshot, ModelState state) {}

    final CheckedEngine db = new CheckedEngine();
    final List<Frozen> snapshots = new ArrayList<>();
    final Table table;

    /** Two lone indexes, one of them unique; two of the table, one of them unique. */
    final Index lone;

    final Index unique;
    final Index byColour;
    final Index byName;

    /** Lone indexes over pairs of columns, unique in each way. */
    final List<Index> pairs;

    /** An index that comes and goes. */
    @Nullable
    Index extra;

    private @Nullable Batch batch;
    private @Nullable Index extraBefore;
    private ModelState committed = new ModelState();
    private ModelState working = committed;

    EngineModel() {
        try (Batch setup = db.begin()) {
            table = setup.createTable("cities");
            lone = setup.createIndex("lone", null, Uniqueness.NOT_UNIQUE);
            unique = setup.createIndex("unique", null, Uniqueness.UNIQUE);
            byColour = setup.createIndex(table, "by colour", ModelKeys.SCHEMA, Uniqueness.NOT_UNIQUE);
            byName = setup.createIndex(table, "by name", ModelKeys.SCHEMA, Uniqueness.UNIQUE);
            pairs = Stream.of(
                            Uniqueness.UNIQUE,
                            Uniqueness.UNIQUE_NULLS_NOT_DISTINCT,
                            Uniqueness.UNIQUE.inFirst(1),
                            Uniqueness.UNIQUE_NULLS_NOT_DISTINCT.inFirst(1))
                    .map(kind -> setup.createIndex("pairs " + kind, ModelKeys.PAIRS, kind))
                    .toList();
            setup.commit();
        }
        for (Index index : List.of(lone, unique, byColour, byName)) {
            committed.indexes.put(index, new Oracle());
        }
        pairs.forEach(index -> committed.indexes.put(index, new Oracle()));
    }

    /** The batch under way, begun if there is none. */
    Batch batch() {
        Batch open = batch;
        if (open == null) {
            open = db.begin();
            batch = open;
            working = committed.copy();
            extraBefore = extra;
        }
        return open;
    }

    /** What the batch under way must lead to; what is committed, outside of one. */
    ModelState working() {
        return working;
    }

    ModelState committed() {
        return committed;
    }

    /** Any lone index; its keys are what {@link ModelKeys#fitting} makes of any bytes. */
    Index any(int choice) {
        int kind = choice % 10;
        return kind < pairs.size() ? pairs.get(kind) : anyLone(choice / 10);
    }

    /** The lone indexes without a schema. */
    Index anyLone(int choice) {
        Index other = extra;
        return switch (choice % 3) {
            case 0 -> lone;
            case 1 -> unique;
            default -> other == null ? lone : other;
        };
    }

    void put(Index index, byte[] key, long row) {
        Batch open = batch();
        assertThat(open.put(index, key, row)).isEqualTo(working.oracle(index).put(key, row));
    }

    void remove(Index index, byte[] key, long row) {
        Batch open = batch();
        assertThat(open.remove(index, key, row)).isEqualTo(working.oracle(index).remove(key, row));
    }

    void commit() {
        Batch open = batch;
        if (open == null) {
            return;
        }
        batch = null;
        if (working.indexes.entrySet().stream()
                .anyMatch(entry ->
                        !Violations.of(entry.getKey(), entry.getValue()).isEmpty())) {
            DuplicateKeyException refused = catchThrowableOfType(DuplicateKeyException.class, open::commit);
            assertThat(refused).as("two rows have one key").isNotNull();
            assertNamesViolation(refused);
            undo();
        } else {
            open.commit();
            committed = working;
        }
    }

    void rollback() {
        Batch open = batch;
        if (open != null) {
            batch = null;
            open.rollback();
            undo();
        }
    }

    void openSnapshot() {
        snapshots.add(new Frozen(db.snapshot(), committed.copy()));
    }

    void closeSnapshot(int choice) {
        snapshots.remove(choice % snapshots.size()).snapshot().close();
    }

    /** Proves everything, then deletes everything. */
    @Override
    public void close() {
        rollback();
        openSnapshot();
        for (Frozen frozen : snapshots) {
            frozen.state().assertEqualTo(frozen.snapshot(), table);
        }
        snapshots.forEach(frozen -> frozen.snapshot().close());
        committed.indexes.forEach(db::expect);
        db.close();
    }

    /** Gives the memory of a model back that has failed. */
    void abandon() {
        db.abandon();
        if (batch != null) {
            batch.close();
        }
        snapshots.forEach(frozen -> frozen.snapshot().close());
        db.close();
    }

    private void undo() {
        working = committed;
        extra = extraBefore;
    }

    private void assertNamesViolation(DuplicateKeyException refused) {
        Index index = working.indexes.keySet().stream()
                .filter(each -> each.name().equals(refused.indexName()))
                .findFirst()
                .orElseThrow();
        List<Oracle.Entry> named = List.of(
                new Oracle.Entry(refused.key(), refused.firstRow()),
                new Oracle.Entry(refused.secondKey(), refused.secondRow()));
        assertThat(Violations.of(index, working.oracle(index)))
                .extracting(entries -> entries.subList(0, 2))
                .contains(named);
    }
}
