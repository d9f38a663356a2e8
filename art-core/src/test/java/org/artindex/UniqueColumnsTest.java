package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.function.Consumer;
import org.artindex.Index.Uniqueness;
import org.artindex.Index.Uniqueness.Rule;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;
import org.artindex.key.KeyRange;
import org.artindex.key.KeySchema;
import org.artindex.state.IndexState;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which columns of a unique index are compared, and whether a NULL equals a NULL. */
class UniqueColumnsTest {
    private static final KeySchema PAIRS =
            KeySchema.of(Column.asc("a", ColumnType.TEXT), Column.asc("b", ColumnType.INT32));
    private static final Uniqueness IN_FIRST = Uniqueness.UNIQUE.inFirst(1);
    private static final Uniqueness IN_FIRST_WITH_NULLS = Uniqueness.UNIQUE_NULLS_NOT_DISTINCT.inFirst(1);

    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    @Test
    void aNullEqualsANullWhereNullsAreNotDistinct() {
        Index index = db.index("pairs", PAIRS, Uniqueness.UNIQUE_NULLS_NOT_DISTINCT);
        db.change(batch -> {
            batch.put(index, key("x", null), 1);
            batch.put(index, key(null, null), 3);
            batch.put(index, key(null, 2), 5);
            batch.put(index, key("x", 2), 6);
        });
        for (byte[] key : new byte[][] {key("x", null), key(null, null), key(null, 2), key("x", 2)}) {
            long first = db.get(index, key);
            DuplicateKeyException refused = refused(batch -> batch.put(index, key, 9));
            assertThat(refused.key()).isEqualTo(key);
            assertThat(refused.secondKey()).isEqualTo(key);
            assertThat(refused.firstRow()).isEqualTo(first);
            assertThat(refused.secondRow()).isEqualTo(9);
        }
        assertThat(db.rows(index, KeyRange.all())).containsExactlyInAnyOrder(1L, 3L, 5L, 6L);
    }

    @Test
    void includedColumnsAreNotCompared() {
        Index index = db.index("pairs", PAIRS, IN_FIRST);
        Oracle oracle = db.expect(index, new Oracle());
        db.change(batch -> {
            batch.put(index, key("x", 1), 1);
            batch.put(index, key("xx", 1), 2);
            batch.put(index, key("", 1), 3);
        });
        oracle.put(key("x", 1), 1);
        oracle.put(key("xx", 1), 2);
        oracle.put(key("", 1), 3);

        DuplicateKeyException refused = refused(batch -> batch.put(index, key("x", -7), 4));

        assertThat(refused.indexName()).isEqualTo("pairs");
        assertThat(refused.key()).isEqualTo(key("x", -7));
        assertThat(refused.firstRow()).isEqualTo(4);
        assertThat(refused.secondKey()).isEqualTo(key("x", 1));
        assertThat(refused.secondRow()).isEqualTo(1);
        assertThat(refused)
                .hasMessageContaining("index pairs, unique in the first column")
                .hasMessageContaining("row 4 has key [x, -7] and row 1 has key [x, 1]");
        assertThat(refused(batch -> batch.put(index, key("x", 1), 5)))
                .hasMessageContaining("rows 1 and 5 both have key [x, 1]");
        assertThat(refused(batch -> batch.put(index, key("x", null), 1)).secondKey())
                .as("one row twice")
                .isEqualTo(key("x", null));
    }

    @Test
    void anEntryWithANullAmongTheComparedColumnsExcludesNothingWhereNullsAreDistinct() {
        KeySchema schema = KeySchema.of(
                Column.asc("a", ColumnType.INT32),
                Column.desc("b", ColumnType.TEXT),
                Column.asc("c", ColumnType.INT64).notNull(),
                Column.asc("d", ColumnType.BYTES));
        Index index = db.index("four", schema, Uniqueness.UNIQUE.inFirst(2));
        db.change(batch -> {
            for (int row = 0; row < 3; row++) {
                batch.put(index, schema.encode(1, null, 1, null), row);
                batch.put(index, schema.encode(null, "x", row, null), 10 + row);
            }
            batch.put(index, schema.encode(1, "x", 1, null), 20);
            batch.put(index, schema.encode(2, "x", 1, null), 21);
        });
        DuplicateKeyException refused = refused(batch -> batch.put(index, schema.encode(1, "x", 2, new byte[3]), 22));
        assertThat(refused.firstRow()).isEqualTo(20);
        assertThat(refused.secondRow()).isEqualTo(22);
    }

    @Test
    void aNullInAnIncludedColumnExemptsNothing() {
        Index index = db.index("pairs", PAIRS, IN_FIRST);
        db.change(batch -> batch.put(index, key("x", null), 1));
        refused(batch -> batch.put(index, key("x", null), 2));
        refused(batch -> batch.put(index, key("x", 5), 2));
    }

    @Test
    void nullsInComparedColumnsExcludeEachOtherWhereTheyAreNotDistinct() {
        Index index = db.index("pairs", PAIRS, IN_FIRST_WITH_NULLS);
        db.change(batch -> batch.put(index, key(null, 1), 1));
        DuplicateKeyException refused = refused(batch -> batch.put(index, key(null, 2), 2));
        assertThat(refused).hasMessageContaining("NULLs not distinct").hasMessageContaining("[null, 2]");
    }

    @Test
    void rowsMaySwapTheirComparedColumnsInOneBatch() {
        Index index = db.index("pairs", PAIRS, IN_FIRST);
        Oracle oracle = db.expect(index, new Oracle());
        db.change(batch -> {
            batch.put(index, key("a", 1), 1);
            batch.put(index, key("b", 2), 2);
        });
        db.change(batch -> {
            assertThat(batch.update(index, key("a", 1), key("b", 1), 1)).isTrue();
            assertThat(batch.update(index, key("b", 2), key("a", 2), 2)).isTrue();
        });
        oracle.put(key("b", 1), 1);
        oracle.put(key("a", 2), 2);
    }

    @Test
    void theIncludedColumnsOfARowMayChange() {
        Table table = db.make(batch -> batch.createTable("table"));
        Index index = db.make(batch -> batch.createIndex(table, "pairs", PAIRS, IN_FIRST));
        db.change(batch -> batch.insertRow(table, 1, key("a", 1)));
        db.change(batch -> batch.updateRow(table, 1, new byte[][] {key("a", 1)}, new byte[][] {key("a", 2)}));
        assertThat(db.entries(index, KeyRange.all())).containsExactly(new Oracle.Entry(key("a", 2), 1));
        refused(batch -> batch.insertRow(table, 2, key("a", 3)));
    }

    /** Were all of them walked at each put this would take minutes. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 17, 50_000})
    void manyEntriesMayAgreeOnTheWay(int entries) {
        Index index = db.index("pairs", PAIRS, IN_FIRST);
        db.expect(index, new Oracle()).put(key("x", entries - 1), 1);
        db.change(batch -> {
            for (int i = 0; i < entries; i++) {
                batch.put(index, key("x", i), 1);
            }
            for (int i = 0; i < entries - 1; i++) {
                batch.remove(index, key("x", i), 1);
            }
        });
        refused(batch -> {
            for (int i = 0; i < entries; i++) {
                batch.put(index, key("x", i), 1);
            }
        });
    }

    @Test
    void theFirstInOrderIsNamedWhereTheLastThatWasRepeatedIsMended() {
        Index index = db.index("pairs", PAIRS, IN_FIRST);
        DuplicateKeyException refused = refused(batch -> {
            batch.put(index, key(null, 1), 1);
            batch.put(index, key(null, 2), 2);
            batch.put(index, key("a", 1), 3);
            batch.put(index, key("m", 2), 4);
            batch.put(index, key("m", 1), 5);
            batch.put(index, key("z", 1), 6);
            batch.put(index, key("z", 2), 7);
            batch.remove(index, key("z", 1), 6);
        });
        assertThat(refused.key()).isEqualTo(key("m", 1));
        assertThat(refused.secondKey()).isEqualTo(key("m", 2));
        assertThat(refused.firstRow()).isEqualTo(5);
        assertThat(refused.secondRow()).isEqualTo(4);
    }

    @Test
    void comparingAllColumnsIsComparingTheWholeKey() {
        Index index = db.index("pairs", PAIRS, Uniqueness.UNIQUE.inFirst(2));
        db.change(batch -> {
            batch.put(index, key("x", 1), 1);
            batch.put(index, key("x", 2), 2);
            batch.put(index, key("x", null), 3);
            batch.put(index, key("x", null), 4);
        });
        assertThat(refused(batch -> batch.put(index, key("x", 2), 5)).firstRow())
                .isEqualTo(2);
    }

    @Test
    void encodedKeysOfAnIndexWithoutSchemaHoldNoNull() {
        Index index = db.index("raw", Uniqueness.UNIQUE_NULLS_NOT_DISTINCT);
        db.change(batch -> batch.put(index, Keys.of(1), 1));
        refused(batch -> batch.put(index, Keys.of(1), 2));
    }

    @Test
    void theVerifierFindsEntriesThatExcludeEachOther() {
        Index index = db.index("pairs", PAIRS, Uniqueness.NOT_UNIQUE);
        db.change(batch -> {
            batch.put(index, key("x", 1), 1);
            batch.put(index, key("y", 1), 1);
            batch.put(index, key(null, 1), 1);
            batch.put(index, key(null, 2), 1);
        });
        assertSound(index, Uniqueness.UNIQUE, IN_FIRST, Uniqueness.UNIQUE_NULLS_NOT_DISTINCT);
        assertBroken(index, IN_FIRST_WITH_NULLS);
        db.change(batch -> batch.put(index, key(null, 2), 2));
        assertSound(index, Uniqueness.UNIQUE, IN_FIRST);
        assertBroken(index, Uniqueness.UNIQUE_NULLS_NOT_DISTINCT, IN_FIRST_WITH_NULLS);
        db.change(batch -> batch.put(index, key("x", null), 1));
        assertSound(index, Uniqueness.UNIQUE);
        assertBroken(index, IN_FIRST);
        db.change(batch -> batch.put(index, key("y", 1), 2));
        assertBroken(index, Uniqueness.UNIQUE);
    }

    @Test
    void theVerifierReportsBytesThatAreNoKey() {
        Index index = db.index("pairs", PAIRS, Uniqueness.NOT_UNIQUE);
        db.change(batch -> batch.put(index, new byte[] {99, 98}, 1));
        assertBroken(index, IN_FIRST);
    }

    private void assertSound(Index index, Uniqueness... kinds) {
        for (Uniqueness kind : kinds) {
            as(index, kind).verify(db.space());
        }
    }

    private void assertBroken(Index index, Uniqueness... kinds) {
        for (Uniqueness kind : kinds) {
            assertThatThrownBy(() -> as(index, kind).verify(db.space()))
                    .as("%s", kind)
                    .isInstanceOf(CorruptionException.class)
                    .hasMessageContaining("index pairs");
        }
    }

    private IndexState as(Index index, Uniqueness uniqueness) {
        IndexState state = db.record().index(index.id());
        return new IndexState(
                new Index(index.id(), index.name(), null, PAIRS, uniqueness),
                state.root(),
                state.keys(),
                state.entries());
    }

    @Test
    void moreComparedColumnsThanTheKeyHasAreRefused() {
        try (Batch batch = db.begin()) {
            assertThatThrownBy(() -> batch.createIndex("three", PAIRS, Uniqueness.UNIQUE.inFirst(3)))
                    .isInstanceOf(CatalogException.class)
                    .hasMessageContaining("three cannot be unique in the first 3 columns: its keys have 2 columns");
            assertThatThrownBy(() -> batch.createIndex("raw", null, IN_FIRST)).isInstanceOf(CatalogException.class);
            batch.createIndex("three", PAIRS, IN_FIRST);
            batch.commit();
        }
        assertThatThrownBy(() -> Uniqueness.NOT_UNIQUE.inFirst(1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Uniqueness.UNIQUE.inFirst(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Uniqueness.UNIQUE.inFirst(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Uniqueness(Rule.NULLS_DISTINCT, 1025))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void bytesThatHaveNotTheComparedColumnsAreRefusedBeforeAnythingChanges() {
        Index index = db.index("pairs", PAIRS, IN_FIRST);
        Oracle oracle = db.expect(index, new Oracle());
        byte[] malformed = {99, 98, 97};
        db.change(batch -> {
            batch.put(index, key("x", 1), 1);
            assertThatThrownBy(() -> batch.put(index, malformed, 2)).isInstanceOf(InvalidKeyException.class);
            assertThatThrownBy(() -> batch.putIfAbsent(index, malformed, 2)).isInstanceOf(InvalidKeyException.class);
            assertThatThrownBy(() -> batch.putUnless(index, malformed, 2, row -> false))
                    .isInstanceOf(InvalidKeyException.class);
            assertThatThrownBy(() -> batch.update(index, key("x", 1), malformed, 1))
                    .isInstanceOf(InvalidKeyException.class);
            assertThat(batch.remove(index, malformed, 2)).isFalse();
            assertThat(batch.get(index, malformed)).isEqualTo(IndexReader.ABSENT);
        });
        oracle.put(key("x", 1), 1);
    }

    private static byte[] key(@Nullable String a, @Nullable Integer b) {
        return PAIRS.encode(a, b);
    }

    private DuplicateKeyException refused(Consumer<Batch> changes) {
        Batch batch = db.begin();
        changes.accept(batch);
        DuplicateKeyException refused = catchThrowableOfType(DuplicateKeyException.class, batch::commit);
        assertThat(refused).isNotNull();
        db.verify();
        return refused;
    }
}
