package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.artindex.Index.Uniqueness;
import org.artindex.key.KeyRange;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.artindex.support.SlotAccounting;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Truncation empties an index or a table, which stay; who reads an older state goes on seeing it. */
class TruncateTest {
    private static final int ROWS = 5000;

    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    private Table table;
    private Index numbers;
    private Index colours;
    private Index lone;
    private final Oracle numberOracle = new Oracle();
    private final Oracle colourOracle = new Oracle();
    private final Oracle loneOracle = new Oracle();

    @BeforeEach
    void fill() {
        table = db.make(batch -> batch.createTable("table"));
        numbers = db.make(batch -> batch.createIndex(table, "numbers", Keys.LONGS, Uniqueness.UNIQUE));
        colours = db.make(batch -> batch.createIndex(table, "colours", Keys.TEXTS, Uniqueness.NOT_UNIQUE));
        lone = db.index("lone", Uniqueness.NOT_UNIQUE);
        db.expect(numbers, numberOracle);
        db.expect(colours, colourOracle);
        db.expect(lone, loneOracle);
        db.change(batch -> {
            insertAll(batch);
            for (int i = 0; i < 100; i++) {
                batch.put(lone, Keys.of(i % 7), i);
                loneOracle.put(Keys.of(i % 7), i);
            }
        });
    }

    private void insertAll(Batch batch) {
        for (long row = 0; row < ROWS; row++) {
            byte[] colour = Keys.text("colour " + row % 3);
            assertThat(batch.insertRow(table, row, Keys.of(row), colour)).isTrue();
            numberOracle.put(Keys.of(row), row);
            colourOracle.put(colour, row);
        }
    }

    @Test
    void anIndexLosesAllEntriesAndNothingElseChanges() {
        db.change(batch -> {
            batch.truncate(colours);
            assertThat(batch.get(colours, Keys.text("colour 1"))).isEqualTo(IndexReader.ABSENT);
            assertThat(batch.isLive(table, 4)).isTrue();
        });
        colourOracle.clear();
        db.verify();
        assertThat(db.stats(colours).bytes()).isZero();
        try (Snapshot snapshot = db.snapshot()) {
            assertThat(snapshot.rowCount(table)).isEqualTo(ROWS);
            assertThat(snapshot.indexes()).containsExactly(numbers, colours, lone);
        }
        db.change(batch -> batch.put(colours, Keys.text("new"), 4));
        colourOracle.put(Keys.text("new"), 4);
    }

    @Test
    void aTableLosesItsRowsAndAllEntriesOfItsIndexes() {
        db.change(batch -> {
            batch.truncate(table);
            assertThat(batch.isLive(table, 4)).isFalse();
            assertThat(batch.indexesOf(table)).containsExactly(numbers, colours);
        });
        numberOracle.clear();
        colourOracle.clear();
        db.verify();
        try (Snapshot snapshot = db.snapshot()) {
            assertThat(snapshot.rowCount(table)).isZero();
        }
        db.change(this::insertAll);
    }

    @Test
    void whatIsPutAfterwardsInTheSameBatchStays() {
        db.change(batch -> {
            batch.put(lone, Keys.of(1000), 1);
            batch.truncate(lone);
            batch.put(lone, Keys.of(5), 77);
            batch.truncate(table);
            insertAll(batch);
            batch.truncate(table);
            batch.insertRow(table, 9, Keys.of(9), Keys.text("red"));
        });
        loneOracle.clear();
        loneOracle.put(Keys.of(5), 77);
        numberOracle.clear();
        numberOracle.put(Keys.of(9), 9);
        colourOracle.clear();
        colourOracle.put(Keys.text("red"), 9);
    }

    @Test
    void anOlderSnapshotGoesOnSeeingEverything() {
        Oracle numbersBefore = numberOracle.copy();
        Oracle coloursBefore = colourOracle.copy();
        try (Snapshot before = db.snapshot()) {
            db.change(batch -> {
                batch.truncate(table);
                batch.truncate(lone);
            });
            db.change(batch -> batch.insertRow(table, 9, Keys.of(9), Keys.text("red")));
            numbersBefore.assertEqualTo(before.reader(numbers));
            coloursBefore.assertEqualTo(before.reader(colours));
            loneOracle.assertEqualTo(before.reader(lone));
            assertThat(before.rowCount(table)).isEqualTo(ROWS);
        }
        numberOracle.clear();
        numberOracle.put(Keys.of(9), 9);
        colourOracle.clear();
        colourOracle.put(Keys.text("red"), 9);
        loneOracle.clear();
    }

    @Test
    void aRollbackBringsEverythingBack() {
        Map<String, Long> slots = SlotAccounting.inUse(db.space());
        try (Batch batch = db.begin()) {
            batch.put(lone, Keys.of(1000), 1);
            batch.truncate(lone);
            batch.truncate(table);
            insertAll(batch);
            batch.rollback();
        }
        assertThat(SlotAccounting.inUse(db.space())).isEqualTo(slots);
        db.verify();
    }

    @Test
    void aDuplicateThatIsTruncatedIsNone() {
        db.change(batch -> {
            batch.put(numbers, Keys.of(1), 2);
            batch.put(numbers, Keys.of(2), 1);
            batch.truncate(numbers);
            batch.put(numbers, Keys.of(1), 2);
        });
        numberOracle.clear();
        numberOracle.put(Keys.of(1), 2);
        Batch batch = db.begin();
        batch.put(numbers, Keys.of(1), 1);
        assertThatThrownBy(batch::commit).isInstanceOf(DuplicateKeyException.class);
    }

    @Test
    void truncatingWhatIsEmptyPublishesNothing() {
        Index empty = db.index("empty", Uniqueness.NOT_UNIQUE);
        Table none = db.make(batch -> batch.createTable("none"));
        long version = db.record().version();
        db.change(batch -> {
            batch.truncate(empty);
            batch.truncate(none);
        });
        assertThat(db.record().version()).isEqualTo(version);
        assertThat(db.rows(empty, KeyRange.all())).isEmpty();
    }

    @Test
    void whatIsDroppedCannotBeTruncated() {
        db.change(batch -> {
            batch.drop(lone);
            batch.drop(table);
            assertThatThrownBy(() -> batch.truncate(lone)).isInstanceOf(CatalogException.class);
            assertThatThrownBy(() -> batch.truncate(numbers)).isInstanceOf(CatalogException.class);
            assertThatThrownBy(() -> batch.truncate(table)).isInstanceOf(CatalogException.class);
        });
    }
}
