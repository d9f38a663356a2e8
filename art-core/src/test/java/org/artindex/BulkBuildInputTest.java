package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.artindex.Index.Uniqueness;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A bulk build refuses bad pairs, and builds the others or nothing. */
class BulkBuildInputTest {
    private static final long LARGEST_ROW_ID = (1L << 56) - 1;

    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    @Test
    void badPairsAreRefusedAndTheRestIsBuilt() {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        Oracle oracle = db.expect(index, new Oracle());
        try (Batch batch = db.begin();
                IndexBuild build = batch.build(index, BuildOptions.DEFAULT)) {
            build.add(Keys.of(3), 1);
            assertThatThrownBy(() -> build.add(Keys.of(4), -1)).isInstanceOf(RowException.class);
            assertThatThrownBy(() -> build.add(Keys.of(4), LARGEST_ROW_ID + 1)).isInstanceOf(RowException.class);
            assertThatThrownBy(() -> build.add(new byte[131_041], 1)).isInstanceOf(KeyTooLongException.class);
            assertThatThrownBy(() -> build.add(new byte[4], 5, 1)).isInstanceOf(IndexOutOfBoundsException.class);
            build.add(Keys.of(5), LARGEST_ROW_ID);
            oracle.put(Keys.of(3), 1);
            oracle.put(Keys.of(5), LARGEST_ROW_ID);
            assertThat(build.finish()).isEqualTo(2);
            assertThatThrownBy(() -> build.add(Keys.of(4), 1)).isInstanceOf(ClosedException.class);
            assertThatThrownBy(build::finish).isInstanceOf(ClosedException.class);
            batch.commit();
        }
    }

    @Test
    void keysThatAreNotPrefixFreeAreRefusedWhereverTheyMeet() {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        db.expect(index, new Oracle()).put(Keys.hex("41 42"), 1);
        db.change(batch -> batch.put(index, Keys.hex("41 42"), 1));
        String[][] orders = {{"41", "41 43"}, {"41 43", "41"}, {"43", "41 42 43"}, {"42 00", "42", "42 01"}};
        for (String[] order : orders) {
            try (Batch batch = db.begin()) {
                IndexBuild build = batch.build(index, BuildOptions.DEFAULT);
                assertThatThrownBy(() -> {
                            for (String key : order) {
                                build.add(Keys.hex(key), 1);
                            }
                            build.finish();
                        })
                        .isInstanceOf(InvalidKeyException.class);
            }
            db.verify();
        }
    }

    @Test
    void keysThatOnlyTheirRowsTellApartAreRefusedToo() {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        db.expect(index, new Oracle());
        try (Batch batch = db.begin();
                IndexBuild build = batch.build(index, BuildOptions.DEFAULT)) {
            assertThatThrownBy(() -> {
                        build.add(Keys.hex("62"), 1);
                        build.add(Keys.hex("61 00 01"), 2);
                        build.add(Keys.hex("61"), 5L << 48);
                        build.finish();
                    })
                    .isInstanceOf(InvalidKeyException.class);
        }
        try (Batch batch = db.begin();
                IndexBuild build = batch.build(index, BuildOptions.DEFAULT)) {
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 70_000; i++) {
                            build.add(Keys.hex("05"), 7);
                        }
                        build.add(Keys.concat(Keys.hex("05"), Keys.hex("00 00 00 00 00 00 00 07")), 6);
                        build.finish();
                    })
                    .isInstanceOf(InvalidKeyException.class);
        }
    }

    @Test
    void rowsOfATableMustBeLive() {
        try (Batch batch = db.begin()) {
            Table table = batch.createTable("table");
            for (int row = 0; row < 100; row++) {
                batch.insertRow(table, row);
            }
            Index index = batch.createIndex(table, "index", Keys.LONGS, Uniqueness.UNIQUE);
            Oracle oracle = db.expect(index, new Oracle());
            try (IndexBuild build = batch.build(index, BuildOptions.DEFAULT)) {
                for (int row = 99; row >= 0; row--) {
                    build.add(Keys.of(row), row);
                    oracle.put(Keys.of(row), row);
                }
                assertThatThrownBy(() -> build.add(Keys.of(100), 100))
                        .isInstanceOf(RowException.class)
                        .hasMessageContaining("not live");
                build.finish();
            }
            batch.commit();
        }
    }
}
