package org.artindex.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.artindex.Batch;
import org.artindex.Direction;
import org.artindex.Engine;
import org.artindex.EngineOptions;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.IndexReader;
import org.artindex.IndexStats;
import org.artindex.Snapshot;
import org.artindex.key.KeyRange;
import org.artindex.key.KeySchema;
import org.artindex.memory.Arena;
import org.artindex.memory.BlockTable;
import org.artindex.postings.SetVerifier;
import org.artindex.state.EngineState;
import org.artindex.state.OpenSnapshots;
import org.artindex.state.RootRecord;
import org.artindex.state.TableState;
import org.artindex.state.Version;
import org.artindex.tree.NodeSpace;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * An engine in memory that is verified when a test ends: every index and live set is whole and holds what its oracle says, and
 * slots in use are those that can be reached; then all entries are deleted and everything is dropped, after which not one slot,
 * slab or byte may be left.
 *
 * <p>A field annotated {@code @RegisterExtension} does so after each test; a property uses it in a try statement.
 */
public final class CheckedEngine implements AutoCloseable, AfterEachCallback {
    private static final long DELETED_ONE_BY_ONE = 30_000;

    private final NodeSpace space;
    private final EngineState state;
    private final Engine engine;
    private final Map<Integer, Oracle> oracles = new HashMap<>();
    private boolean abandoned;

    public CheckedEngine() {
        this(Long.MAX_VALUE);
    }

    public CheckedEngine(long memoryLimit) {
        this(memoryLimit, EngineOptions.defaults());
    }

    public CheckedEngine(EngineOptions options) {
        this(options.memoryLimit(), options);
    }

    private CheckedEngine(long memoryLimit, EngineOptions options) {
        space = new NodeSpace(new Arena(memoryLimit), BlockTable.none());
        state = new EngineState(space, RootRecord.empty(), options);
        engine = Engine.over(state);
    }

    public Engine engine() {
        return engine;
    }

    public EngineState state() {
        return state;
    }

    public NodeSpace space() {
        return space;
    }

    public OpenSnapshots openSnapshots() {
        return state.openSnapshots();
    }

    /** The record that is visible now. */
    public RootRecord record() {
        Version version = state.pin();
        try {
            return version.record();
        } finally {
            state.unpin(version);
        }
    }

    public Batch begin() {
        return engine.begin();
    }

    public Snapshot snapshot() {
        return engine.snapshot();
    }

    /** Makes changes in a batch of their own and commits it. */
    public void change(Consumer<Batch> changes) {
        make(batch -> {
            changes.accept(batch);
            return true;
        });
    }

    /** Makes something in a batch of its own and commits it. */
    public <T> T make(Function<Batch, T> changes) {
        try (Batch batch = engine.begin()) {
            T made = changes.apply(batch);
            batch.commit();
            return made;
        }
    }

    /** Reads an index in a snapshot of its own. */
    public <T> T read(Index index, Function<IndexReader, T> question) {
        try (Snapshot snapshot = engine.snapshot()) {
            return question.apply(snapshot.reader(index));
        }
    }

    /** The entries of a range that are visible now, ascending. */
    public List<Oracle.Entry> entries(Index index, KeyRange range) {
        return read(index, reader -> Oracle.collect(reader.cursor(range)));
    }

    /** The rows of a range that are visible now, in the order of their keys. */
    public List<Long> rows(Index index, KeyRange range) {
        return entries(index, range).stream().map(Oracle.Entry::row).toList();
    }

    public long count(Index index, KeyRange range) {
        return read(index, reader -> reader.count(range));
    }

    /** The smallest row of a key that is visible now. */
    public long get(Index index, byte[] key) {
        return read(index, reader -> reader.get(key));
    }

    public IndexStats stats(Index index) {
        return read(index, IndexReader::stats);
    }

    /** Creates an index without schema and table. */
    public Index index(String name, Uniqueness uniqueness) {
        return index(name, null, uniqueness);
    }

    public Index index(String name, @Nullable KeySchema schema, Uniqueness uniqueness) {
        return make(batch -> batch.createIndex(name, schema, uniqueness));
    }

    /** Says what an index must hold whenever this engine is verified. */
    public Oracle expect(Index index, Oracle oracle) {
        oracles.put(index.id(), oracle);
        return oracle;
    }

    /** Gives the writer's turn a chance to free what closed snapshots held. */
    public void takeEmptyTurn() {
        engine.begin().close();
    }

    /** Proves everything that holds while neither batch nor snapshot are open. */
    public void verify() {
        takeEmptyTurn();
        verifyContent();
        SlotAccounting.assertExact(space, record());
        assertThat(openSnapshots().pinnedBytes()).as("bytes pinned").isZero();
    }

    /** Proves what holds at any time outside of a batch. */
    public void verifyContent() {
        try (Snapshot snapshot = engine.snapshot()) {
            for (Index index : snapshot.indexes()) {
                IndexReader reader = snapshot.reader(index);
                reader.verify();
                Oracle oracle = oracles.get(index.id());
                if (oracle != null) {
                    oracle.assertEqualTo(reader);
                }
            }
            for (TableState table : record().tables()) {
                if (table.live() != 0) {
                    SetVerifier sets = new SetVerifier(space);
                    sets.verify(table.live());
                    assertThat(sets.rows()).isEqualTo(snapshot.rowCount(table.table()));
                }
            }
        }
    }

    /** Removes all entries of an index, one by one, smallest first. */
    public void deleteAll(Index index) {
        List<Oracle.Entry> entries = entries(index, KeyRange.all());
        change(batch -> {
            for (Oracle.Entry entry : entries) {
                assertThat(batch.remove(index, entry.key(), entry.row())).isTrue();
            }
        });
        oracles.remove(index.id());
        assertThat(stats(index).entries()).isZero();
    }

    /** For tests that damage the engine: its end is not checked. */
    public void abandon() {
        abandoned = true;
    }

    @Override
    public void close() {
        if (!abandoned && !engine.isClosed()) {
            verify();
            try (Snapshot snapshot = engine.snapshot()) {
                for (Index index : snapshot.indexes()) {
                    if (snapshot.reader(index).entryCount() <= DELETED_ONE_BY_ONE) {
                        deleteAll(index);
                    }
                }
            }
            verify();
            change(batch -> {
                RootRecord record = record();
                record.tables().forEach(table -> batch.drop(table.table()));
                record.indexes().stream()
                        .filter(index -> index.index().table() == null)
                        .forEach(index -> batch.drop(index.index()));
            });
            takeEmptyTurn();
            SlotAccounting.assertNone(space);
        }
        engine.close();
        if (!abandoned) {
            assertThat(engine.memoryUsed()).as("bytes in use after close").isZero();
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (context.getExecutionException().isPresent()) {
            abandon();
        }
        close();
    }

    /** The rows of a key, up or down. */
    public static List<Long> rows(IndexReader reader, byte[] key, Direction direction) {
        List<Long> rows = new ArrayList<>();
        var cursor = reader.rows(key, direction);
        for (long row = cursor.next(); row >= 0; row = cursor.next()) {
            rows.add(row);
        }
        return rows;
    }
}
