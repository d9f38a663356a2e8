package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.artindex.Index.Uniqueness;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How a bulk build may end before it is finished, and what may happen to its batch meanwhile. */
class BulkBuildLifeTest {
    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    private final Random random = new Random(20_261_130);

    @Test
    void aBuildThatIsClosedLeavesTheIndexAndTheBatchAsTheyWere() {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        Oracle oracle = db.expect(index, new Oracle());
        try (Batch batch = db.begin()) {
            batch.put(index, Keys.of(1), 1);
            oracle.put(Keys.of(1), 1);
            try (IndexBuild build = batch.build(index, BuildOptions.DEFAULT)) {
                for (int i = 0; i < 10_000; i++) {
                    build.add(Keys.of(i < 5000 ? i : random.nextInt()), i);
                }
            }
            batch.put(index, Keys.of(2), 2);
            oracle.put(Keys.of(2), 2);
            batch.commit();
        }
    }

    @Test
    void aBuildCanBeCancelledWhereverItIs() {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        db.expect(index, new Oracle());
        for (int threads = 1; threads <= 2; threads++) {
            for (long when : new long[] {0, 65_536, 600_000}) {
                IndexBuild[] build = new IndexBuild[1];
                try (Batch batch = db.begin()) {
                    BuildOptions options = BuildOptions.DEFAULT
                            .withThreads(threads)
                            .withProgress((added, done) -> {
                                if (added >= when && when > 0) {
                                    build[0].cancel();
                                }
                            });
                    build[0] = batch.build(index, options);
                    assertThatThrownBy(() -> {
                                if (when == 0) {
                                    build[0].cancel();
                                }
                                for (int i = 0; i < 600_000; i++) {
                                    if (i == 599_999 && when == 600_000) {
                                        build[0].cancel();
                                        build[0].finish();
                                    }
                                    build[0].add(Keys.of(random.nextLong()), i);
                                }
                            })
                            .isInstanceOf(BuildCancelledException.class);
                    batch.commit();
                }
                db.verify();
            }
        }
    }

    @Test
    void aBatchWithAnOpenBuildCannotBeCommittedButRolledBack() {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        try (Batch batch = db.begin()) {
            IndexBuild build = batch.build(index, BuildOptions.DEFAULT);
            for (int i = 0; i < 10_000; i++) {
                build.add(Keys.of(random.nextLong()), i);
            }
            assertThatThrownBy(batch::commit).isInstanceOf(IllegalStateException.class);
            batch.rollback();
            assertThatThrownBy(() -> build.add(Keys.of(1), 1)).isInstanceOf(ClosedException.class);
            build.close();
        }
        db.verify();
    }

    @Test
    void anIndexThatIsDroppedMeanwhileEndsTheBuildAndTheBatchGoesOn() {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        try (Batch batch = db.begin()) {
            IndexBuild build = batch.build(index, BuildOptions.DEFAULT);
            for (int i = 500; i > 0; i--) {
                build.add(Keys.of(i), i);
            }
            batch.drop(index);
            assertThatThrownBy(build::finish).isInstanceOf(CatalogException.class);
            batch.commit();
        }
    }

    @Test
    void rowsOfATableMayNotChangeBesideABuildOverIt() {
        try (Batch batch = db.begin()) {
            Table table = batch.createTable("table");
            Index index = batch.createIndex(table, "index", Keys.LONGS, Uniqueness.NOT_UNIQUE);
            batch.insertRow(table, 1, Keys.of(1));
            try (IndexBuild build = batch.build(index, BuildOptions.DEFAULT)) {
                build.add(Keys.of(2), 1);
                assertThatThrownBy(() -> batch.deleteRow(table, 1, Keys.of(1)))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("table");
                assertThatThrownBy(() -> batch.insertRow(table, 2, Keys.of(1)))
                        .isInstanceOf(IllegalStateException.class);
                assertThatThrownBy(() -> batch.drop(index)).isInstanceOf(IllegalStateException.class);
                assertThatThrownBy(() -> batch.createIndex(table, "x", Keys.LONGS, Uniqueness.NOT_UNIQUE))
                        .isInstanceOf(IllegalStateException.class);
            }
            batch.insertRow(table, 2, Keys.of(1));
            batch.commit();
        }
    }

    @Test
    void aListenerMayNeitherChangeNorEndWhatCallsIt() {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        Oracle oracle = db.expect(index, new Oracle());
        IndexBuild[] build = new IndexBuild[1];
        try (Batch batch = db.begin()) {
            BuildOptions options = BuildOptions.DEFAULT.withProgress((added, built) -> {
                assertThatThrownBy(build[0]::close).isInstanceOf(IllegalStateException.class);
                assertThatThrownBy(batch::rollback).isInstanceOf(IllegalStateException.class);
                assertThatThrownBy(() -> batch.put(index, Keys.of(1), 1)).isInstanceOf(IllegalStateException.class);
                assertThatThrownBy(() -> build[0].add(Keys.of(1), 1)).isInstanceOf(IllegalStateException.class);
            });
            build[0] = batch.build(index, options);
            for (int i = 1000; i > 0; i--) {
                build[0].add(Keys.of(i), i);
                oracle.put(Keys.of(i), i);
            }
            assertThat(build[0].finish()).isEqualTo(1000);
            batch.commit();
        }
    }

    @Test
    void aPredicateMayNeitherBuildNorMerge() {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        db.expect(index, new Oracle()).put(Keys.of(1), 1);
        try (LocalIndex local = db.engine().local(index);
                Batch batch = db.begin()) {
            local.put(Keys.of(1), 2);
            batch.put(index, Keys.of(1), 1);
            IndexBuild open = batch.build(index, BuildOptions.DEFAULT);
            batch.remove(index, Keys.of(1), row -> {
                assertThatThrownBy(() -> batch.merge(local, r -> r)).isInstanceOf(IllegalStateException.class);
                assertThatThrownBy(() -> batch.build(index, BuildOptions.DEFAULT))
                        .isInstanceOf(IllegalStateException.class);
                assertThatThrownBy(open::finish).isInstanceOf(IllegalStateException.class);
                assertThatThrownBy(open::close).isInstanceOf(IllegalStateException.class);
                return false;
            });
            open.close();
            batch.commit();
        }
    }
}
