package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.artindex.Index.Uniqueness;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;
import org.artindex.key.KeyRange;
import org.artindex.key.KeySchema;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad input is a typed error and changes nothing: what the batch did before and does after it stands. */
class BadInputTest {
    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    private Table table;
    private Index lone;
    private Index first;
    private Index second;
    private Oracle loneOracle;
    private Oracle firstOracle;
    private Oracle secondOracle;

    @BeforeEach
    void fill() {
        table = db.make(batch -> batch.createTable("table"));
        lone = db.index("lone", Uniqueness.NOT_UNIQUE);
        first = db.make(batch -> batch.createIndex(table, "first", null, Uniqueness.UNIQUE));
        second = db.make(batch -> batch.createIndex(table, "second", Keys.TEXTS, Uniqueness.NOT_UNIQUE));
        loneOracle = db.expect(lone, new Oracle());
        firstOracle = db.expect(first, new Oracle());
        secondOracle = db.expect(second, new Oracle());
        db.change(batch -> {
            batch.put(lone, Keys.text("abc"), 1);
            loneOracle.put(Keys.text("abc"), 1);
            batch.put(lone, new byte[] {'x', 1, 2, 3}, 1);
            loneOracle.put(new byte[] {'x', 1, 2, 3}, 1);
            for (int row = 1; row <= 3; row++) {
                batch.insertRow(table, row, Keys.of(row), Keys.text("row"));
                firstOracle.put(Keys.of(row), row);
                secondOracle.put(Keys.text("row"), row);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, 1L << 56, Long.MAX_VALUE})
    void rowIdsOutOfRange(long row) {
        refused(RowException.class, batch -> batch.put(lone, Keys.text("new"), row));
        refused(RowException.class, batch -> batch.put(lone, Keys.text("abc"), row));
        refused(RowException.class, batch -> batch.putIfAbsent(lone, Keys.text("new"), row));
        refused(RowException.class, batch -> batch.putIfAbsent(lone, Keys.text("abc"), row));
        refused(
                RowException.class,
                batch -> batch.putUnless(lone, Keys.text("abc"), row, BadInputTest::mustNotBeAsked));
        refused(RowException.class, batch -> batch.replace(lone, Keys.text("abc"), 1, row));
        refused(RowException.class, batch -> batch.update(lone, Keys.text("abc"), Keys.text("new"), row));
        refused(RowException.class, batch -> batch.insertRow(table, row, Keys.of(9), Keys.text("row")));
        db.change(batch -> {
            assertThat(batch.remove(lone, Keys.text("abc"), row)).isFalse();
            assertThat(batch.replace(lone, Keys.text("abc"), row, 1)).isFalse();
            assertThat(batch.contains(lone, Keys.text("abc"), row)).isFalse();
            assertThat(batch.isLive(table, row)).isFalse();
            assertThat(batch.deleteRow(table, row, Keys.of(9), Keys.text("row")))
                    .isFalse();
        });
    }

    @Test
    void keysThatAreTooLong() {
        byte[] tooLong = new byte[KeySchema.MAX_KEY_LENGTH + 1];
        refused(KeyTooLongException.class, batch -> batch.put(lone, tooLong, 5));
        refused(KeyTooLongException.class, batch -> batch.putIfAbsent(lone, tooLong, 5));
        refused(KeyTooLongException.class, batch -> batch.putUnless(lone, tooLong, 5, BadInputTest::mustNotBeAsked));
        refused(KeyTooLongException.class, batch -> batch.replace(lone, tooLong, 5, 6));
        refused(KeyTooLongException.class, batch -> batch.update(lone, Keys.text("abc"), tooLong, 1));
        refused(KeyTooLongException.class, batch -> batch.insertRow(table, 9, Keys.of(9), tooLong));
        refused(
                KeyTooLongException.class,
                batch -> batch.updateRow(table, 1, keys(Keys.of(1), Keys.text("row")), keys(Keys.of(9), tooLong)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "ab", "abc", "abc\0\0", "abc\0x", "x\1", "x\1\2", "x\1\2\3\4", "x\1\2\3\0"})
    void keysThatBeginWithAnotherKeyOrTheOtherWayRound(String key) {
        byte[] bytes = key.getBytes(StandardCharsets.ISO_8859_1);
        refused(InvalidKeyException.class, batch -> batch.put(lone, bytes, 5));
        refused(InvalidKeyException.class, batch -> batch.putIfAbsent(lone, bytes, 5));
        refused(InvalidKeyException.class, batch -> batch.putUnless(lone, bytes, 5, BadInputTest::mustNotBeAsked));
        refused(InvalidKeyException.class, batch -> batch.update(lone, Keys.text("abc"), bytes, 1));
        db.change(batch -> {
            assertThat(batch.remove(lone, bytes, 1)).isFalse();
            assertThat(batch.remove(lone, bytes, BadInputTest::mustNotBeAsked)).isZero();
            assertThat(batch.replace(lone, bytes, 1, 2)).isFalse();
            assertThat(batch.update(lone, bytes, Keys.text("new"), 1)).isFalse();
        });
    }

    @Test
    void aKeyThatIsRefusedTakesTheOtherKeysOfItsRowAlong() {
        byte[] prefixOfAnother = new byte[] {Keys.of(1)[0]};
        Index third = db.make(batch -> batch.createIndex(table, "third", null, Uniqueness.NOT_UNIQUE));
        db.change(batch -> batch.put(third, Keys.text("third"), 1));
        byte[] row = Keys.text("row");
        refused(InvalidKeyException.class, batch -> batch.insertRow(table, 9, Keys.of(9), row, Keys.text("third\0")));
        refused(InvalidKeyException.class, batch -> batch.insertRow(table, 9, prefixOfAnother, row, null));
        refused(
                InvalidKeyException.class,
                batch -> batch.updateRow(
                        table, 2, keys(Keys.of(2), row, null), keys(Keys.of(2), Keys.text("other"), new byte[0])));
        refused(
                InvalidKeyException.class,
                batch -> batch.updateRow(table, 2, keys(Keys.of(2), row, null), keys(Keys.of(7), row, new byte[0])));
        assertThat(db.rows(third, KeyRange.all())).containsExactly(1L);
    }

    @Test
    void theWrongNumberOfKeys() {
        refused(RowException.class, batch -> batch.insertRow(table, 9, Keys.of(9)));
        refused(RowException.class, batch -> batch.insertRow(table, 9));
        refused(RowException.class, batch -> batch.insertRow(table, 9, Keys.of(9), Keys.text("row"), Keys.of(1)));
        refused(RowException.class, batch -> batch.deleteRow(table, 1, Keys.of(1)));
        refused(
                RowException.class,
                batch -> batch.updateRow(table, 1, keys(Keys.of(1)), keys(Keys.of(1), Keys.text("row"))));
        refused(
                RowException.class,
                batch -> batch.updateRow(table, 1, keys(Keys.of(1), Keys.text("row")), keys(Keys.of(1))));
    }

    @Test
    @SuppressWarnings("NullAway")
    void nothingWhereThereMustBeSomething() {
        refused(NullPointerException.class, batch -> batch.put(null, Keys.text("a"), 1));
        refused(NullPointerException.class, batch -> batch.put(lone, null, 1));
        refused(NullPointerException.class, batch -> batch.putIfAbsent(null, Keys.text("abc"), 1));
        refused(NullPointerException.class, batch -> batch.putIfAbsent(lone, null, 1));
        refused(NullPointerException.class, batch -> batch.putUnless(null, Keys.text("abc"), 1, row -> true));
        refused(NullPointerException.class, batch -> batch.putUnless(lone, null, 1, row -> true));
        refused(NullPointerException.class, batch -> batch.putUnless(lone, Keys.text("abc"), 1, null));
        refused(NullPointerException.class, batch -> batch.remove(lone, Keys.text("abc"), null));
        refused(NullPointerException.class, batch -> batch.remove(lone, null, row -> true));
        refused(NullPointerException.class, batch -> batch.remove(null, Keys.text("abc"), row -> true));
        refused(NullPointerException.class, batch -> batch.replace(lone, null, 1, 2));
        refused(NullPointerException.class, batch -> batch.replace(null, Keys.text("abc"), 1, 2));
        refused(NullPointerException.class, batch -> batch.update(lone, null, Keys.text("abc"), 1));
        refused(NullPointerException.class, batch -> batch.update(lone, Keys.text("abc"), null, 1));
        refused(NullPointerException.class, batch -> batch.update(null, Keys.text("abc"), Keys.text("new"), 1));
        refused(NullPointerException.class, batch -> batch.truncate((Index) null));
        refused(NullPointerException.class, batch -> batch.truncate((Table) null));
        refused(NullPointerException.class, batch -> batch.insertRow(table, 9, (byte[][]) null));
        refused(NullPointerException.class, batch -> batch.deleteRow(null, 1, Keys.of(1), Keys.text("row")));
        refused(NullPointerException.class, batch -> batch.updateRow(table, 1, null, keys(Keys.of(1), null)));
    }

    @Test
    void keysOfARowThatHaveNotTheShapeOfTheirIndex() {
        byte[] row = Keys.text("row");
        refused(InvalidKeyException.class, batch -> batch.insertRow(table, 9, row, Keys.of(9)));
        refused(InvalidKeyException.class, batch -> batch.insertRow(table, 9, Keys.of(9), Keys.concat(row, row)));
        refused(InvalidKeyException.class, batch -> batch.insertRow(table, 9, Keys.of(9), new byte[0]));
        refused(
                InvalidKeyException.class,
                batch -> batch.updateRow(table, 1, keys(Keys.of(1), row), keys(row, Keys.of(1))));
    }

    @Test
    void oldKeysThatAreWrong() {
        byte[] row = Keys.text("row");
        refused(RowException.class, batch -> batch.deleteRow(table, 1, Keys.of(2), row));
        refused(RowException.class, batch -> batch.deleteRow(table, 1, Keys.of(1), Keys.text("other")));
        refused(
                RowException.class,
                batch -> batch.updateRow(table, 1, keys(Keys.of(1), Keys.text("no")), keys(Keys.of(9), row)));
        refused(RowException.class, batch -> batch.updateRow(table, 1, keys(Keys.of(3), row), keys(Keys.of(9), row)));
    }

    @Test
    void anEntryOfARowThatIsNotLive() {
        refused(RowException.class, batch -> batch.put(first, Keys.of(9), 9));
        db.change(batch -> assertThat(batch.deleteRow(table, 3, Keys.of(3), Keys.text("row")))
                .isTrue());
        firstOracle.remove(Keys.of(3), 3);
        secondOracle.remove(Keys.text("row"), 3);
        refused(RowException.class, batch -> batch.put(first, Keys.of(9), 3));
    }

    @Test
    void indexesAndTablesThatAreDroppedOrRolledBack() {
        Index dropped = db.index("dropped", Uniqueness.NOT_UNIQUE);
        Table droppedTable = db.make(batch -> batch.createTable("dropped"));
        db.change(batch -> {
            batch.drop(dropped);
            batch.drop(droppedTable);
        });
        Batch undone = db.begin();
        Index unborn = undone.createIndex("again", null, Uniqueness.UNIQUE);
        Table unbornTable = undone.createTable("again");
        undone.rollback();
        Index successor = db.index("again", Keys.LONGS, Uniqueness.NOT_UNIQUE);
        Table successorTable = db.make(batch -> batch.createTable("again too"));
        assertThat(successor).isNotEqualTo(unborn);
        assertThat(successorTable).isNotEqualTo(unbornTable);
        for (Index gone : List.of(dropped, unborn)) {
            refusedIndex(gone);
        }
        for (Table gone : List.of(droppedTable, unbornTable)) {
            refused(CatalogException.class, batch -> batch.insertRow(gone, 1));
            refused(CatalogException.class, batch -> batch.drop(gone));
            refused(CatalogException.class, batch -> batch.truncate(gone));
            refused(CatalogException.class, batch -> batch.isLive(gone, 1));
            refused(CatalogException.class, batch -> batch.createIndex(gone, "x", Keys.LONGS, Uniqueness.UNIQUE));
            try (Snapshot snapshot = db.snapshot()) {
                assertThatThrownBy(() -> snapshot.rowCount(gone)).isInstanceOf(CatalogException.class);
            }
        }
    }

    @Test
    void indexesOfAnotherEngineEvenWithTheSameIdAndName() {
        try (CheckedEngine other = new CheckedEngine()) {
            Table otherTable = other.make(batch -> batch.createTable("table"));
            other.index("fill", Uniqueness.UNIQUE);
            Index foreign = other.index("first", Uniqueness.NOT_UNIQUE);
            assertThat(foreign.id()).isEqualTo(first.id());
            assertThat(foreign.table()).isNull();
            refusedIndex(foreign);
            assertThat(otherTable).isEqualTo(table);
        }
        refusedIndex(new Index(-1, "lone", null, null, Uniqueness.NOT_UNIQUE));
        refusedIndex(new Index(9999, "lone", null, null, Uniqueness.NOT_UNIQUE));
    }

    @Test
    void namesThatAreTakenOrNone() {
        refused(CatalogException.class, batch -> batch.createTable("table"));
        refused(CatalogException.class, batch -> batch.createIndex("lone", null, Uniqueness.UNIQUE));
        refused(CatalogException.class, batch -> batch.createIndex(table, "lone", Keys.LONGS, Uniqueness.UNIQUE));
        refused(CatalogException.class, batch -> batch.createTable(""));
        refused(CatalogException.class, batch -> batch.createIndex("n".repeat(256), null, Uniqueness.UNIQUE));
        try (Snapshot snapshot = db.snapshot()) {
            assertThatThrownBy(() -> snapshot.index("nowhere")).isInstanceOf(CatalogException.class);
            assertThatThrownBy(() -> snapshot.table("nowhere")).isInstanceOf(CatalogException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 5, 300})
    void aLengthThatIsNoPartOfTheKeysArray(int length) {
        byte[] key = Keys.text("new");
        refused(IndexOutOfBoundsException.class, batch -> batch.put(lone, key, length, 5));
        refused(IndexOutOfBoundsException.class, batch -> batch.remove(lone, key, length, 5));
        refused(IndexOutOfBoundsException.class, batch -> batch.putIfAbsent(lone, key, length, 5));
        refused(IndexOutOfBoundsException.class, batch -> batch.putUnless(lone, key, length, 5, row -> false));
        try (Snapshot snapshot = db.snapshot()) {
            assertThatThrownBy(() -> snapshot.reader(lone).get(key, length))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void aLengthPastTheArrayInTheMiddleOfASharedPrefixLeavesThePrefixWhole() {
        byte[] forksInside = {'x', 1, 9};
        refused(IndexOutOfBoundsException.class, batch -> batch.put(lone, forksInside, 5, 5));
        assertThat(db.get(lone, new byte[] {'x', 1, 2, 3})).isEqualTo(1);
    }

    /** The first put of such a key may pass, since keys are not decoded on the way; a refusal must change nothing. */
    @Test
    void keysThatTheSchemaDidNotMakeAreRefusedWholeOrTaken() {
        KeySchema nullable = KeySchema.of(Column.asc("a", ColumnType.INT64), Column.asc("b", ColumnType.INT64));
        Index index = db.index("unique", nullable, Uniqueness.UNIQUE);
        byte[] malformed = {99, 98, 97};
        for (long row = 0; row < 3; row++) {
            long id = row;
            try (Batch batch = db.begin()) {
                try {
                    batch.put(index, malformed, id);
                } catch (InvalidKeyException refused) {
                    assertThat(batch.contains(index, malformed, id)).isFalse();
                }
                batch.commit();
            } catch (DuplicateKeyException refused) {
                assertThat(refused.key()).isEqualTo(malformed);
            }
            db.verify();
        }
    }

    @Test
    void aRepeatedKeyThatTheSchemaCannotDecodeIsStillADuplicate() {
        Index index = db.index("unique", Keys.LONGS, Uniqueness.UNIQUE);
        Batch batch = db.begin();
        byte[] malformed = {1, 2, 3};
        batch.put(index, malformed, 1);
        batch.put(index, malformed, 2);
        assertThatThrownBy(batch::commit).isInstanceOf(DuplicateKeyException.class);
    }

    private static boolean mustNotBeAsked(long row) {
        throw new AssertionError("asked for row " + row);
    }

    private void refusedIndex(Index index) {
        refused(CatalogException.class, batch -> batch.put(index, Keys.text("new"), 1));
        refused(CatalogException.class, batch -> batch.remove(index, Keys.text("new"), 1));
        refused(CatalogException.class, batch -> batch.putIfAbsent(index, Keys.text("new"), 1));
        refused(CatalogException.class, batch -> batch.putUnless(index, Keys.text("new"), 1, row -> false));
        refused(CatalogException.class, batch -> batch.remove(index, Keys.text("new"), row -> false));
        refused(CatalogException.class, batch -> batch.replace(index, Keys.text("new"), 1, 1));
        refused(CatalogException.class, batch -> batch.update(index, Keys.text("new"), Keys.text("new"), 1));
        refused(CatalogException.class, batch -> batch.truncate(index));
        refused(CatalogException.class, batch -> batch.get(index, Keys.text("new")));
        refused(CatalogException.class, batch -> batch.contains(index, Keys.text("new"), 1));
        refused(CatalogException.class, batch -> batch.drop(index));
        try (Snapshot snapshot = db.snapshot()) {
            assertThatThrownBy(() -> snapshot.reader(index)).isInstanceOf(CatalogException.class);
        }
    }

    /** The change is refused in the middle of a batch whose other changes are kept. */
    private void refused(Class<? extends RuntimeException> type, Consumer<Batch> change) {
        try (Batch batch = db.begin()) {
            long row = loneOracle.entryCount();
            batch.put(lone, Keys.text("before " + row), row);
            loneOracle.put(Keys.text("before " + row), row);
            assertThatThrownBy(() -> change.accept(batch)).isInstanceOf(type);
            batch.put(lone, Keys.text("after " + row), row);
            loneOracle.put(Keys.text("after " + row), row);
            batch.commit();
        }
        db.verify();
    }

    private static byte[][] keys(byte[]... keys) {
        return keys;
    }
}
