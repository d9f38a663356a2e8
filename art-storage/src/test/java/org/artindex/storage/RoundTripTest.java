package org.artindex.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.UUID;
import org.artindex.Batch;
import org.artindex.Engine;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.IndexReader;
import org.artindex.Snapshot;
import org.artindex.Table;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;
import org.artindex.key.KeySchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoundTripTest {
    private static final Object[] VALUES = {
        true,
        (byte) -5,
        (short) 300,
        70_000,
        1L << 40,
        4_000_000_000L,
        1.5f,
        -2.25,
        new BigDecimal("12.345"),
        "Zürich",
        new byte[] {1, 0, 2},
        new UUID(1, 2),
        LocalDate.of(2024, 2, 29),
        LocalTime.of(23, 59, 58, 7),
        Instant.ofEpochSecond(1_700_000_000L, 5)
    };

    @TempDir
    Path directory;

    @Test
    void indexesOfEveryColumnTypeComeBackWithTheirSchemas() {
        Path file = directory.resolve("types.art");
        KeySchema[] schemas = new KeySchema[VALUES.length];
        try (Store store = Store.create(file)) {
            try (Batch batch = store.engine().begin()) {
                Table table = batch.createTable("rows");
                for (int i = 0; i < VALUES.length; i++) {
                    ColumnType type = ColumnType.of(i + 1);
                    schemas[i] = KeySchema.of(
                            i % 2 == 0
                                    ? Column.asc("c", type)
                                    : Column.desc("c", type).nullsFirst(),
                            Column.asc("second", ColumnType.TEXT));
                    batch.createIndex(table, "i" + i, schemas[i], Uniqueness.NOT_UNIQUE);
                }
                byte[][] keys = new byte[VALUES.length][];
                for (long row = 1; row <= 40; row++) {
                    for (int i = 0; i < VALUES.length; i++) {
                        keys[i] = schemas[i].encode(row % 3 == 0 ? null : VALUES[i], "x" + row % 7);
                    }
                    batch.insertRow(table, row, keys);
                }
                batch.commit();
            }
            assertThat(store.checkpoint().hasWritten()).isTrue();
        }
        try (Store store = Store.openReadOnly(file);
                Snapshot snapshot = store.engine().snapshot()) {
            assertThat(snapshot.rowCount(snapshot.table("rows"))).isEqualTo(40);
            for (int i = 0; i < VALUES.length; i++) {
                Index index = snapshot.index("i" + i);
                assertThat(index.schema()).isEqualTo(schemas[i]);
                assertThat(index.table()).isEqualTo(snapshot.table("rows"));
                IndexReader reader = snapshot.reader(index);
                reader.verify();
                assertThat(reader.entryCount()).isEqualTo(40);
                assertThat(reader.contains(index.key(VALUES[i], "x1"), 1)).isTrue();
                assertThat(reader.contains(index.key(null, "x3"), 3)).isTrue();
            }
        }
        assertThat(StoreCheck.run(file).damages()).isEmpty();
    }

    @Test
    void theStateIsTheSameBeforeAndAfterACheckpointAndAfterReopening() {
        Path file = directory.resolve("state.art");
        Content before;
        try (Store store = Store.create(file)) {
            fill(store.engine());
            before = Content.of(store.engine());
            store.checkpoint();
            assertThat(Content.of(store.engine())).isEqualTo(before);
            assertThat(store.stats().memoryBytes()).isZero();
        }
        try (Store store = Store.open(file)) {
            assertThat(Content.of(store.engine())).isEqualTo(before);
            assertThat(store.hasChanges()).isFalse();
            assertThat(store.checkpoint().hasWritten()).isFalse();
        }
        assertThat(StoreCheck.run(file).damages()).isEmpty();
    }

    @Test
    void changesAfterTheLastCheckpointAreGoneWhenTheStoreIsClosed() {
        Path file = directory.resolve("gone.art");
        Content kept;
        try (Store store = Store.create(file)) {
            fill(store.engine());
            store.checkpoint();
            kept = Content.of(store.engine());
            try (Batch batch = store.engine().begin()) {
                batch.createTable("late");
                batch.commit();
            }
            assertThat(store.hasChanges()).isTrue();
        }
        try (Store store = Store.open(file)) {
            assertThat(Content.of(store.engine())).isEqualTo(kept);
        }
    }

    @Test
    void aNewStoreIsEmptyAndAnEmptyStateCanBeWritten() {
        Path file = directory.resolve("empty.art");
        Store.create(file).close();
        assertThat(StoreCheck.run(file).damages()).isEmpty();
        try (Store store = Store.open(file)) {
            assertThat(Content.of(store.engine())).isEqualTo(Content.empty());
            try (Batch batch = store.engine().begin()) {
                batch.createIndex("lone", null, Uniqueness.UNIQUE);
                batch.commit();
            }
            store.checkpoint();
        }
        try (Store store = Store.open(file);
                Snapshot snapshot = store.engine().snapshot()) {
            assertThat(snapshot.index("lone").schema()).isNull();
            assertThat(snapshot.index("lone").uniqueness()).isEqualTo(Uniqueness.UNIQUE);
        }
    }

    @Test
    void anOpenedStoreGoesOnWithVersionsAndIds() {
        Path file = directory.resolve("ids.art");
        long version;
        Index dropped;
        try (Store store = Store.create(file)) {
            try (Batch batch = store.engine().begin()) {
                dropped = batch.createIndex("a", null, Uniqueness.NOT_UNIQUE);
                batch.drop(dropped);
                batch.commit();
            }
            store.checkpoint();
            try (Snapshot snapshot = store.engine().snapshot()) {
                version = snapshot.version();
            }
        }
        try (Store store = Store.open(file)) {
            try (Snapshot snapshot = store.engine().snapshot()) {
                assertThat(snapshot.version()).isEqualTo(version);
            }
            try (Batch batch = store.engine().begin()) {
                assertThat(batch.createIndex("a", null, Uniqueness.NOT_UNIQUE).id())
                        .isGreaterThan(dropped.id());
            }
        }
    }

    private static void fill(Engine engine) {
        try (Batch batch = engine.begin()) {
            Table table = batch.createTable("t");
            Index many = batch.createIndex(table, "many", null, Uniqueness.NOT_UNIQUE);
            Index few = batch.createIndex(table, "few", null, Uniqueness.NOT_UNIQUE);
            batch.createIndex(table, "none", null, Uniqueness.UNIQUE);
            for (long row : new long[] {0, 1L << 31, 1L << 32, (1L << 56) - 1}) {
                batch.insertRow(table, row, Stores.key(row), Stores.key(7), null);
            }
            for (long row = 10; row < 20_000; row++) {
                batch.insertRow(table, row, Stores.key(row * 0x9E3779B97F4A7C15L), Stores.key(row % 5), null);
            }
            assertThat(batch.contains(many, Stores.key(1L << 32), 1L << 32)).isTrue();
            assertThat(batch.contains(few, Stores.key(7), (1L << 56) - 1)).isTrue();
            batch.commit();
        }
    }
}
