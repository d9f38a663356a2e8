package org.artindex.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
import org.artindex.Batch;
import org.artindex.CorruptionException;
import org.artindex.DuplicateKeyException;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.Snapshot;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;
import org.artindex.key.KeySchema;
import org.artindex.state.IndexState;
import org.artindex.state.RootRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The catalog keeps which entries of an index exclude each other. */
class CatalogTest {
    private static final KeySchema SCHEMA =
            KeySchema.of(Column.asc("a", ColumnType.TEXT), Column.asc("b", ColumnType.INT32));
    private static final int RULE_AT = 24 + 12;
    private static final int COLUMNS_AT = 24 + 14;

    static Stream<Uniqueness> kinds() {
        return Stream.of(
                Uniqueness.NOT_UNIQUE,
                Uniqueness.UNIQUE,
                Uniqueness.UNIQUE_NULLS_NOT_DISTINCT,
                Uniqueness.UNIQUE.inFirst(1),
                Uniqueness.UNIQUE.inFirst(2),
                Uniqueness.UNIQUE_NULLS_NOT_DISTINCT.inFirst(1));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void eachKindOfUniquenessIsReadAsItWasWritten(Uniqueness kind) {
        RootRecord record = recordOf(kind);
        assertThat(Catalog.decode(Catalog.encode(record), "simulated")).isEqualTo(record);
    }

    @ParameterizedTest
    @CsvSource({"3, 0", "-1, 0", "1, 3", "1, 1025", "1, -1", "0, 1"})
    void aKindThatThereIsNotIsReported(short rule, short columns) {
        ByteBuffer bytes = Catalog.encode(recordOf(Uniqueness.UNIQUE));
        bytes.putShort(RULE_AT, rule).putShort(COLUMNS_AT, columns);
        assertThatThrownBy(() -> Catalog.decode(bytes, "simulated"))
                .isInstanceOf(CorruptionException.class)
                .hasMessageContaining("simulated, catalog");
    }

    @Test
    void aReopenedStoreGoesOnRefusingWhatItRefused() {
        SimulatedDisk disk = SimulatedDisk.formatted(4096);
        try (Store store = Stores.open(disk)) {
            try (Batch batch = store.engine().begin()) {
                Index index = batch.createIndex("a", SCHEMA, Uniqueness.UNIQUE_NULLS_NOT_DISTINCT.inFirst(1));
                batch.put(index, index.key(null, 1), 1);
                batch.put(index, index.key("x", 1), 2);
                batch.commit();
            }
            store.checkpoint();
        }
        Stores.assertClean(disk);
        try (Store store = Stores.open(disk);
                Snapshot snapshot = store.engine().snapshot()) {
            Index index = snapshot.index("a");
            for (Object first : new Object[] {null, "x"}) {
                Batch batch = store.engine().begin();
                batch.put(index, index.key(first, 2), 3);
                assertThatThrownBy(batch::commit).isInstanceOf(DuplicateKeyException.class);
            }
        }
    }

    private static RootRecord recordOf(Uniqueness kind) {
        Index index = new Index(1, "a", null, SCHEMA, kind);
        return new RootRecord(5, 2, List.of(), List.of(IndexState.empty(index)));
    }
}
