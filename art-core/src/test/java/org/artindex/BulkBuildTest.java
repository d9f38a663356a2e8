package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.artindex.Index.Uniqueness;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;
import org.artindex.key.KeyRange;
import org.artindex.key.KeySchema;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.artindex.support.SlotAccounting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bulk build leaves what putting each pair would have left, or nothing. */
class BulkBuildTest {
    private static final long LARGEST_ROW_ID = (1L << 56) - 1;
    private static final BuildOptions LITTLE_MEMORY = BuildOptions.DEFAULT.withMemoryLimit(1 << 20);

    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    private final Random random = new Random(20_261_130);

    @Test
    void ascendingPairsMakeTheTreeThatPutsMake() {
        Index built = build(BuildOptions.DEFAULT, LongStream.range(0, 70_000).mapToObj(n -> entry(Keys.of(n), n)));
        Index put = db.index("put", Uniqueness.NOT_UNIQUE);
        db.change(batch -> LongStream.range(0, 70_000).forEach(n -> batch.put(put, Keys.of(n), n)));
        assertThat(db.stats(built)).isEqualTo(db.stats(put));
    }

    @Test
    void pairsInRandomOrderMakeATreeOfTheSameNodesAsAscendingOnes() {
        List<Oracle.Entry> entries = new ArrayList<>(random.longs(100_000)
                .mapToObj(n -> entry(Keys.of(n), n & 0xFFFF))
                .toList());
        Index shuffled = build(BuildOptions.DEFAULT, entries.stream());
        entries.sort((a, b) -> java.util.Arrays.compareUnsigned(a.key(), b.key()));
        try (Batch batch = db.begin()) {
            Index sorted = batch.createIndex("sorted", null, Uniqueness.NOT_UNIQUE);
            addAll(batch, sorted, BuildOptions.DEFAULT, entries);
            batch.commit();
            assertThat(db.stats(shuffled)).isEqualTo(db.stats(sorted));
            assertThat(db.entries(shuffled, KeyRange.all())).isEqualTo(db.entries(sorted, KeyRange.all()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void manyPairsAreBuiltByAnyNumberOfThreads(int threads) {
        // Over 8 MiB of pairs, so that more threads than one are worth it; keys of some 16 first bytes, some heavy.
        build(
                BuildOptions.DEFAULT.withThreads(threads),
                IntStream.range(0, 400_000)
                        .mapToObj(i -> entry(
                                Keys.text("key " + Integer.toString(random.nextInt(1 + i / 4), 16)),
                                random.nextInt(1 << 20))));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aBuildWithLittleMemoryWorksInRounds(int threads) {
        build(
                LITTLE_MEMORY.withThreads(threads),
                IntStream.range(0, 150_000)
                        .mapToObj(i -> entry(Keys.of(random.nextInt(40_000)), random.nextLong() & LARGEST_ROW_ID)));
    }

    @Test
    void oneKeyHasManyRowsInAnyOrder() {
        List<Oracle.Entry> entries = new ArrayList<>();
        for (int i = 0; i < 90_000; i++) {
            entries.add(entry(Keys.of(1), i * 3L));
            entries.add(entry(Keys.of(2), (random.nextLong() & LARGEST_ROW_ID)));
        }
        for (int i = 0; i < 3 * 4096; i++) {
            entries.add(entry(Keys.of(3), 4096 + i));
        }
        Collections.shuffle(entries, random);
        Index index = build(BuildOptions.DEFAULT, entries.stream());
        assertThat(db.stats(index).nodes()).containsKeys("GATE", "BITMAP");
    }

    @Test
    void keysOfAllSizesAndSharedPrefixesAreSorted() {
        List<Oracle.Entry> entries = new ArrayList<>();
        String prefix = "p".repeat(300);
        for (int i = 0; i < 3000; i++) {
            String digits = Integer.toString(random.nextInt(1 << 20), 7);
            entries.add(entry(Keys.text(digits), i));
            entries.add(entry(Keys.text(prefix + digits), i));
            entries.add(entry(Keys.text(prefix.substring(random.nextInt(300)) + "q"), random.nextInt(9)));
        }
        build(BuildOptions.DEFAULT, entries.stream());
    }

    @Test
    void keysAsLongAsTheyMayBeAreBuiltWithoutDeepRecursion() throws InterruptedException {
        List<Oracle.Entry> entries = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            entries.add(entry(Keys.concat(Keys.repeated('a', i * 250), new byte[1]), i));
        }
        Collections.shuffle(entries, random);
        Throwable[] failure = new Throwable[1];
        Thread small = new Thread(
                null,
                () -> {
                    try {
                        build(BuildOptions.DEFAULT, entries.stream());
                    } catch (Throwable broken) {
                        failure[0] = broken;
                    }
                },
                "small stack",
                256 << 10);
        small.start();
        small.join();
        assertThat(failure[0]).isNull();
    }

    @Test
    void aBuildIsAddedToWhatTheIndexHas() {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        Oracle oracle = db.expect(index, new Oracle());
        for (int round = 0; round < 4; round++) {
            List<Oracle.Entry> entries = IntStream.range(0, 5000)
                    .mapToObj(i -> entry(Keys.of(random.nextInt(3000) * 77L), random.nextInt(300)))
                    .toList();
            long before = oracle.entryCount();
            entries.forEach(entry -> oracle.put(entry.key(), entry.row()));
            try (Snapshot snapshot = db.snapshot();
                    Batch batch = db.begin()) {
                long old = snapshot.reader(index).entryCount();
                assertThat(addAll(batch, index, BuildOptions.DEFAULT, entries)).isEqualTo(oracle.entryCount() - before);
                batch.commit();
                assertThat(snapshot.reader(index).entryCount()).isEqualTo(old);
                snapshot.reader(index).verify();
            }
            db.verify();
        }
    }

    @Test
    void aBuildOfNothingChangesNothing() {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        try (Batch batch = db.begin()) {
            long version = db.record().version();
            assertThat(addAll(batch, index, BuildOptions.DEFAULT, List.of())).isZero();
            batch.commit();
            assertThat(db.record().version()).isEqualTo(version);
        }
    }

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
            addAll(batch, index, BuildOptions.DEFAULT, List.of(entry(Keys.of(7), 2), entry(Keys.of(6), 3)));
            assertThatThrownBy(batch::commit).isInstanceOf(DuplicateKeyException.class);
        }
        db.verify();
        try (Batch batch = db.begin()) {
            addAll(batch, index, BuildOptions.DEFAULT, List.of(entry(Keys.of(7), 2), entry(Keys.of(6), 3)));
            batch.remove(index, Keys.of(7), 2);
            batch.remove(index, Keys.of(6), 3);
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
    void waitingPairsOfAnyDistributionStayWithinTheBound() {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        db.expect(index, new Oracle());
        for (int skew = 0; skew < 2; skew++) {
            try (Batch batch = db.begin()) {
                IndexBuild build = batch.build(index, BuildOptions.DEFAULT.withMemoryLimit(16 << 20));
                for (int i = 0; i < 1_200_000; i++) {
                    build.add(Keys.of(skew == 0 ? random.nextLong() : random.nextLong() >>> random.nextInt(64)), i);
                }
                assertThat(build.peakMemory()).isLessThan((16L << 20) * 5 / 4);
                build.close();
            }
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
    void withAnyLimitOfMemoryABuildSucceedsOrTheBatchIsLost() {
        for (int limit = 1; limit < 24; limit++) {
            Oracle oracle = new Oracle();
            try (CheckedEngine bounded = new CheckedEngine(limit * 100_000L)) {
                Index index = bounded.index("index", Uniqueness.NOT_UNIQUE);
                bounded.expect(index, oracle);
                List<Oracle.Entry> entries = new ArrayList<>();
                for (int i = 0; i < 30_000; i++) {
                    entries.add(entry(Keys.of(random.nextInt(700) * 77L), random.nextInt(1 << 20)));
                }
                try (Batch batch = bounded.begin()) {
                    addAll(batch, index, LITTLE_MEMORY, entries);
                    batch.commit();
                    entries.forEach(entry -> oracle.put(entry.key(), entry.row()));
                } catch (MemoryLimitException full) {
                    assertThat(limit).isLessThan(23);
                }
                bounded.verify();
                // to delete all of it one by one takes more memory than the build
                bounded.abandon();
            }
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
    void whicheverAllocationFailsTheIndexIsAsItWas() {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        Oracle oracle = db.expect(index, new Oracle());
        db.change(batch -> {
            for (int i = 0; i < 500; i++) {
                batch.put(index, Keys.text("k" + i % 300), i);
                oracle.put(Keys.text("k" + i % 300), i);
            }
        });
        var slots = SlotAccounting.inUse(db.space());
        long allocations = 0;
        for (boolean failed = true; failed; allocations += 1 + allocations / 16) {
            try (Batch batch = db.begin()) {
                IndexBuild build = batch.build(index, BuildOptions.DEFAULT);
                db.space().failAfter(allocations);
                try {
                    for (int i = 0; i < 900; i++) {
                        build.add(Keys.text("k" + (i < 300 ? 100_000 + i : i * 37 % 301)), i);
                    }
                    build.finish();
                    failed = false;
                } catch (MemoryLimitException outOfMemory) {
                    assertThatThrownBy(batch::commit).isInstanceOf(IllegalStateException.class);
                } finally {
                    db.space().failAfter(Long.MAX_VALUE);
                }
            }
            assertThat(SlotAccounting.inUse(db.space())).isEqualTo(slots);
        }
        assertThat(allocations).isGreaterThan(100);
    }

    private Index build(BuildOptions options, java.util.stream.Stream<Oracle.Entry> entries) {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        Oracle oracle = db.expect(index, new Oracle());
        List<Oracle.Entry> all = entries.toList();
        all.forEach(entry -> oracle.put(entry.key(), entry.row()));
        try (Batch batch = db.begin()) {
            assertThat(addAll(batch, index, options, all)).isEqualTo(oracle.entryCount());
            batch.commit();
        }
        return index;
    }

    private static long addAll(Batch batch, Index index, BuildOptions options, List<Oracle.Entry> entries) {
        try (IndexBuild build = batch.build(index, options)) {
            entries.forEach(entry -> build.add(entry.key(), entry.row()));
            return build.finish();
        }
    }

    private static Oracle.Entry entry(byte[] key, long row) {
        return new Oracle.Entry(key, row);
    }
}
