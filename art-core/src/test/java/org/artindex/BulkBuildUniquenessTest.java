package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.artindex.Index.Uniqueness;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;
import org.artindex.key.KeySchema;
import org.artindex.support.Builds;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bulk build of a unique index names two rows of one key, in the build or at commit. */
class BulkBuildUniquenessTest {
    private static final BuildOptions LITTLE_MEMORY = BuildOptions.DEFAULT.withMemoryLimit(1 << 20);

    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aDuplicateIsNamedAndTheBatchGoesOnWithoutTheBuild(int threads) {
        Index index = db.index("index", Uniqueness.UNIQUE);
        Oracle oracle = db.expect(index, new Oracle());
        int count = threads == 1 ? 20_000 : 600_000;
        try (Batch batch = db.begin()) {
            IndexBuild build = batch.build(index, BuildOptions.DEFAULT.withThreads(threads));
            for (int i = 0; i < count; i++) {
                build.add(Keys.of((long) i * 48_271 % 1_000_003), i);
            }
            build.add(Keys.of(48_271L * 77 % 1_000_003), count);
            assertThatThrownBy(build::finish).isInstanceOfSatisfying(DuplicateKeyException.class, duplicate -> {
                assertThat(duplicate.key()).isEqualTo(Keys.of(48_271L * 77 % 1_000_003));
                assertThat(duplicate.firstRow()).isEqualTo(77);
                assertThat(duplicate.secondRow()).isEqualTo(count);
            });
            batch.put(index, Keys.of(5), 5);
            oracle.put(Keys.of(5), 5);
            batch.commit();
        }
    }

    @Test
    void aDuplicateAcrossRoundsIsNamed() {
        Index index = db.index("index", Uniqueness.UNIQUE);
        try (Batch batch = db.begin()) {
            IndexBuild build = batch.build(index, LITTLE_MEMORY);
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 100_000; i++) {
                            build.add(Keys.of((long) i * 48_271 % 65_537), i);
                        }
                        build.finish();
                    })
                    .isInstanceOfSatisfying(
                            DuplicateKeyException.class,
                            duplicate -> assertThat(duplicate.secondRow()).isEqualTo(duplicate.firstRow() + 65_537));
            batch.commit();
        }
        assertThat(db.stats(index).entries()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 100_000})
    void keysThatDifferInIncludedColumnsOnlyAreRefused(int count) {
        KeySchema schema = KeySchema.of(
                Column.asc("a", ColumnType.INT64),
                Column.asc("b", ColumnType.TEXT).notNull());
        Index index = db.index("index", schema, Uniqueness.UNIQUE.inFirst(1));
        Oracle oracle = db.expect(index, new Oracle());
        for (boolean empty : new boolean[] {true, false}) {
            try (Batch batch = db.begin()) {
                assertThatThrownBy(() -> {
                            IndexBuild build = batch.build(index, LITTLE_MEMORY);
                            build.add(index.key(7L, "other"), 1_000_000);
                            for (long i = count; i > 0; i--) {
                                build.add(index.key(i, "included"), i);
                                build.add(index.key(null, "included" + i), i);
                            }
                            build.finish();
                            batch.commit();
                        })
                        .isInstanceOfSatisfying(DuplicateKeyException.class, duplicate -> {
                            assertThat(duplicate.key()).isEqualTo(index.key(7L, "included"));
                            assertThat(duplicate.firstRow()).isEqualTo(7);
                            assertThat(duplicate.secondRow()).isEqualTo(1_000_000);
                        });
            }
            if (empty) {
                db.change(batch -> batch.put(index, index.key(7L, "included"), 7));
                oracle.put(index.key(7L, "included"), 7);
            }
            db.verify();
        }
    }

    @Test
    void aRowThatAUniqueIndexHasAlreadyIsJudgedAtCommit() {
        Index index = db.index("index", Uniqueness.UNIQUE);
        db.expect(index, new Oracle()).put(Keys.of(7), 1);
        db.change(batch -> batch.put(index, Keys.of(7), 1));
        try (Batch batch = db.begin()) {
            Builds.addAll(
                    batch,
                    index,
                    BuildOptions.DEFAULT,
                    List.of(Builds.entry(Keys.of(7), 2), Builds.entry(Keys.of(6), 3)));
            assertThatThrownBy(batch::commit).isInstanceOf(DuplicateKeyException.class);
        }
        db.verify();
        try (Batch batch = db.begin()) {
            Builds.addAll(
                    batch,
                    index,
                    BuildOptions.DEFAULT,
                    List.of(Builds.entry(Keys.of(7), 2), Builds.entry(Keys.of(6), 3)));
            batch.remove(index, Keys.of(7), 2);
            batch.remove(index, Keys.of(6), 3);
            batch.commit();
        }
    }
}
