package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.artindex.Index.Uniqueness;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.artindex.support.SlotAccounting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A transaction keeps its entries to itself, with row ids of its own, until it merges them into the index. */
class LocalIndexTest {
    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    private final Random random = new Random(20_261_130);

    @Test
    void nobodySeesLocalEntriesBeforeTheyAreMerged() {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        Oracle oracle = db.expect(index, new Oracle());
        try (LocalIndex local = db.engine().local(index)) {
            for (int i = 0; i < 5000; i++) {
                byte[] key = Keys.of(random.nextInt(2000));
                assertThat(local.put(key, RowIds.MAX_ROW_ID + i)).isTrue();
                oracle.put(key, 100 + i);
            }
            assertThat(local.entryCount()).isEqualTo(5000);
            assertThat(local.keyCount()).isEqualTo(oracle.keyCount());
            assertThat(db.stats(index).entries()).isZero();
            try (Batch batch = db.begin()) {
                assertThat(batch.merge(local, row -> row - RowIds.MAX_ROW_ID + 100))
                        .isEqualTo(5000);
                assertThat(db.stats(index).entries()).isZero();
                batch.commit();
            }
        }
    }

    @Test
    void aTransactionReadsAndTakesBackWhatItHasAdded() {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        try (LocalIndex local = db.engine().local(index)) {
            assertThat(local.get(Keys.of(1))).isEqualTo(IndexReader.ABSENT);
            for (long row = 0; row < 100; row++) {
                assertThat(local.put(Keys.of(1), row * 5)).isTrue();
            }
            assertThat(local.put(Keys.of(1), 0)).isFalse();
            assertThat(local.count(Keys.of(1))).isEqualTo(100);
            assertThat(local.contains(Keys.of(1), 495)).isTrue();
            assertThat(local.remove(Keys.of(1), 0)).isTrue();
            assertThat(local.remove(Keys.of(1), 0)).isFalse();
            assertThat(local.get(Keys.of(1))).isEqualTo(5);
            assertThat(local.index()).isEqualTo(index);
        }
    }

    @Test
    void rowsMayBePublishedInAnotherOrder() {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        Oracle oracle = db.expect(index, new Oracle());
        db.change(batch -> batch.put(index, Keys.of(3), 7));
        oracle.put(Keys.of(3), 7);
        try (LocalIndex local = db.engine().local(index);
                Batch batch = db.begin()) {
            for (int i = 0; i < 3000; i++) {
                local.put(Keys.of(i % 40), i);
                oracle.put(Keys.of(i % 40), 5000 - i);
            }
            batch.merge(local, row -> 5000 - row);
            batch.commit();
        }
    }

    @Test
    void localRowIdsAreNeverPublished() {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        db.expect(index, new Oracle());
        try (LocalIndex local = db.engine().local(index);
                Batch batch = db.begin()) {
            local.put(Keys.of(1), 5);
            local.put(Keys.of(2), RowIds.MAX_ROW_ID);
            assertThatThrownBy(() -> batch.merge(local, row -> row)).isInstanceOf(RowException.class);
            assertThatThrownBy(() -> batch.merge(local, row -> -1)).isInstanceOf(RowException.class);
            batch.commit();
        }
        assertThat(RowIds.isLocal(RowIds.MAX_ROW_ID - 1)).isFalse();
        assertThat(RowIds.isLocal(RowIds.MAX_ROW_ID)).isTrue();
        assertThat(RowIds.isLocal(RowIds.MAX_ROW_ID_LOCAL - 1)).isTrue();
        assertThat(RowIds.isLocal(RowIds.MAX_ROW_ID_LOCAL)).isFalse();
    }

    @Test
    void twoRowsForAUniqueKeyAreRefused() {
        Index index = db.index("index", Uniqueness.UNIQUE);
        db.expect(index, new Oracle());
        try (LocalIndex local = db.engine().local(index);
                Batch batch = db.begin()) {
            local.put(Keys.of(1), 5);
            local.put(Keys.of(2), 6);
            local.put(Keys.of(2), 7);
            assertThatThrownBy(() -> batch.merge(local, row -> row)).isInstanceOf(DuplicateKeyException.class);
            batch.commit();
        }
    }

    @Test
    void rowsOfATableMustBeLiveWhenTheyAreMerged() {
        try (Batch batch = db.begin()) {
            Table table = batch.createTable("table");
            Index index = batch.createIndex(table, "index", Keys.LONGS, Uniqueness.UNIQUE);
            db.expect(index, new Oracle()).put(Keys.of(1), 10);
            try (LocalIndex local = db.engine().local(index)) {
                local.put(Keys.of(1), RowIds.MAX_ROW_ID);
                assertThatThrownBy(() -> batch.merge(local, row -> 10)).isInstanceOf(RowException.class);
                batch.insertRow(table, 10, new byte[][] {null});
                batch.merge(local, row -> 10);
            }
            batch.commit();
        }
    }

    @Test
    void aClosedLocalIndexGivesItsMemoryBackAndRefusesWork() {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        long used = db.engine().memoryUsed();
        LocalIndex local = db.engine().local(index);
        for (int i = 0; i < 1000; i++) {
            local.put(Keys.of(random.nextLong()), i);
        }
        assertThat(db.engine().memoryUsed()).isGreaterThan(used);
        local.close();
        local.close();
        assertThat(db.engine().memoryUsed()).isEqualTo(used);
        assertThatThrownBy(() -> local.put(Keys.of(1), 1)).isInstanceOf(ClosedException.class);
        assertThatThrownBy(() -> db.change(batch -> batch.merge(local, row -> row)))
                .isInstanceOf(ClosedException.class);
    }

    @Test
    void whatTheHostThrowsWhilePublishingLeavesTheIndexAndTheBatchAsTheyWere() {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        db.expect(index, new Oracle()).put(Keys.of(9), 9);
        try (LocalIndex local = db.engine().local(index);
                Batch batch = db.begin()) {
            for (int i = 0; i < 100; i++) {
                local.put(Keys.of(i % 50), i);
            }
            assertThatThrownBy(() -> batch.merge(local, row -> {
                        if (row == 70) {
                            throw new UnsupportedOperationException("no id left");
                        }
                        return row;
                    }))
                    .hasMessage("no id left");
            batch.put(index, Keys.of(9), 9);
            batch.commit();
        }
    }

    @Test
    void anotherEnginesEntriesAreRefused() {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        try (Engine other = Engine.inMemory();
                LocalIndex local = other.local(index);
                Batch batch = db.begin()) {
            local.put(Keys.of(1), 1);
            assertThatThrownBy(() -> batch.merge(local, row -> row)).isInstanceOf(CatalogException.class);
        }
    }

    @Test
    void whicheverAllocationOfAMergeFailsTheIndexIsAsItWas() {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        Oracle oracle = db.expect(index, new Oracle());
        db.change(batch -> {
            for (int i = 0; i < 500; i++) {
                batch.put(index, Keys.text("k" + i % 60), i);
                oracle.put(Keys.text("k" + i % 60), i);
            }
        });
        var slots = SlotAccounting.inUse(db.space());
        try (LocalIndex local = db.engine().local(index)) {
            for (int i = 0; i < 800; i++) {
                local.put(Keys.text("k" + i % 120), i * 3L);
            }
            int allocations = 0;
            for (boolean failed = true; failed; allocations++) {
                try (Batch batch = db.begin()) {
                    db.space().failAfter(allocations);
                    batch.merge(local, row -> row);
                    failed = false;
                } catch (MemoryLimitException outOfMemory) {
                    assertThat(allocations).isLessThan(10_000);
                } finally {
                    db.space().failAfter(Long.MAX_VALUE);
                }
                assertThat(SlotAccounting.inUse(db.space())).isEqualTo(slots);
            }
            assertThat(allocations).isGreaterThan(50);
        }
    }

    @Test
    void aLocalIndexOutlivesTheEnginesClose() {
        Engine engine = Engine.inMemory();
        Index index;
        try (Batch batch = engine.begin()) {
            index = batch.createIndex("index", null, Uniqueness.NOT_UNIQUE);
            batch.commit();
        }
        try (LocalIndex local = engine.local(index)) {
            local.put(Keys.of(1), 1);
            engine.close();
            assertThat(local.get(Keys.of(1))).isEqualTo(1);
            assertThatThrownBy(() -> engine.local(index)).isInstanceOf(ClosedException.class);
        }
        assertThat(engine.memoryUsed()).isZero();
        assertThat(List.of(engine.isClosed())).containsExactly(true);
    }
}
