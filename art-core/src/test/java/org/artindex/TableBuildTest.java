package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.artindex.Index.Uniqueness;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bulk load leaves what inserting each row would have left, or nothing. */
class TableBuildTest {
    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    private final Random random = new Random(20_261_130);
    private Table table;
    private Oracle byName;
    private Oracle byNumber;

    @BeforeEach
    void createTable() {
        table = db.make(batch -> batch.createTable("table"));
        byName = db.expect(
                db.make(batch -> batch.createIndex(table, "by name", Keys.TEXTS, Uniqueness.NOT_UNIQUE)), new Oracle());
        byNumber = db.expect(
                db.make(batch -> batch.createIndex(table, "by number", Keys.LONGS, Uniqueness.UNIQUE)), new Oracle());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void rowsInAnyOrderAreLiveAndIndexed(int threads) {
        List<Integer> rows = shuffled(50_000);
        try (Batch batch = db.begin();
                TableBuild build = batch.build(
                        table, BuildOptions.DEFAULT.withThreads(threads).withMemoryLimit(3 << 20))) {
            for (int row : rows) {
                add(build, row);
            }
            assertThat(build.finish()).isEqualTo(50_000);
            batch.commit();
        }
        assertLive(50_000);
    }

    @Test
    void rowsAreAddedToThoseThatAreThere() {
        for (int part = 0; part < 3; part++) {
            try (Batch batch = db.begin();
                    TableBuild build = batch.build(table, BuildOptions.DEFAULT)) {
                for (int row = 0; row < 3000; row++) {
                    if (row % 3 == part) {
                        add(build, row);
                    }
                }
                build.finish();
                batch.commit();
            }
            db.verify();
        }
        assertLive(3000);
    }

    @Test
    void aRowMayBeLeftOutOfAnIndex() {
        try (Batch batch = db.begin();
                TableBuild build = batch.build(table, BuildOptions.DEFAULT)) {
            build.add(7, Keys.text("seven"), null);
            byName.put(Keys.text("seven"), 7);
            build.finish();
            batch.commit();
        }
        assertLive(1);
    }

    @Test
    void rowsThatCannotBeInsertedAreRefusedAndTheRestIsLoaded() {
        db.change(batch -> batch.insertRow(table, 5, Keys.text("five"), Keys.of(5)));
        byName.put(Keys.text("five"), 5);
        byNumber.put(Keys.of(5), 5);
        try (Batch batch = db.begin();
                TableBuild build = batch.build(table, BuildOptions.DEFAULT)) {
            assertThatThrownBy(() -> build.add(5, Keys.text("x"), Keys.of(6))).isInstanceOf(RowException.class);
            assertThatThrownBy(() -> build.add(-1, Keys.text("x"), Keys.of(6))).isInstanceOf(RowException.class);
            assertThatThrownBy(() -> build.add(6, Keys.text("x"))).isInstanceOf(RowException.class);
            assertThatThrownBy(() -> build.add(6, Keys.of(6), Keys.text("x"))).isInstanceOf(InvalidKeyException.class);
            add(build, 6);
            assertThat(build.finish()).isEqualTo(1);
            assertThatThrownBy(() -> add(build, 8)).isInstanceOf(ClosedException.class);
            byName.remove(name(8), 8);
            byNumber.remove(Keys.of(8), 8);
            batch.commit();
        }
        assertLive(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 40_000})
    void aRowThatComesTwiceIsRefusedAndTheTableIsAsItWas(int count) {
        try (Batch batch = db.begin()) {
            TableBuild build = batch.build(table, BuildOptions.DEFAULT.withMemoryLimit(1 << 20));
            assertThatThrownBy(() -> {
                        for (int row = count; row > 0; row--) {
                            build.add(row, name(row), Keys.of(row));
                        }
                        build.add(3, name(0), Keys.of(0));
                        build.finish();
                    })
                    .isInstanceOf(RowException.class)
                    .hasMessageContaining("twice");
            batch.commit();
        }
        assertLive(0);
    }

    @Test
    void aDuplicateKeyIsNamedAndTheTableIsAsItWas() {
        try (Batch batch = db.begin()) {
            TableBuild build = batch.build(table, BuildOptions.DEFAULT);
            for (int row : shuffled(1000)) {
                build.add(row, name(row), Keys.of(row == 700 ? 500 : row));
            }
            assertThatThrownBy(build::finish).isInstanceOfSatisfying(DuplicateKeyException.class, duplicate -> {
                assertThat(duplicate.key()).isEqualTo(Keys.of(500));
                assertThat(duplicate.firstRow()).isEqualTo(500);
                assertThat(duplicate.secondRow()).isEqualTo(700);
            });
            batch.commit();
        }
        assertLive(0);
    }

    @Test
    void aLoadCanBeCancelledOrClosedAndTheTableIsAsItWas() {
        try (Batch batch = db.begin()) {
            TableBuild cancelled = batch.build(table, BuildOptions.DEFAULT);
            cancelled.add(1, name(1), Keys.of(1));
            cancelled.cancel();
            assertThatThrownBy(cancelled::finish).isInstanceOf(BuildCancelledException.class);
            try (TableBuild closed = batch.build(table, BuildOptions.DEFAULT)) {
                closed.add(1, name(1), Keys.of(1));
                assertThatThrownBy(batch::commit).isInstanceOf(IllegalStateException.class);
            }
            batch.commit();
        }
        assertLive(0);
    }

    private void add(TableBuild build, int row) {
        byName.put(name(row), row);
        byNumber.put(Keys.of(row), row);
        build.add(row, name(row), Keys.of(row));
    }

    private void assertLive(long rows) {
        try (Snapshot snapshot = db.snapshot()) {
            assertThat(snapshot.rowCount(table)).isEqualTo(rows);
        }
    }

    private List<Integer> shuffled(int count) {
        List<Integer> rows = new ArrayList<>();
        for (int row = 0; row < count; row++) {
            rows.add(row);
        }
        Collections.shuffle(rows, random);
        return rows;
    }

    private static byte[] name(int row) {
        return Keys.text("name " + row % 97);
    }
}
