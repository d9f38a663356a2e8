package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.artindex.Index.Uniqueness;
import org.artindex.key.KeyRange;
import org.artindex.support.Builds;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bulk build leaves what putting each pair would have left. */
class BulkBuildContentTest {
    private static final long LARGEST_ROW_ID = (1L << 56) - 1;

    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    private final Random random = new Random(20_261_130);

    @Test
    void ascendingPairsMakeTheTreeThatPutsMake() {
        Index built = Builds.build(
                db, BuildOptions.DEFAULT, LongStream.range(0, 70_000).mapToObj(n -> Builds.entry(Keys.of(n), n)));
        Index put = db.index("put", Uniqueness.NOT_UNIQUE);
        db.change(batch -> LongStream.range(0, 70_000).forEach(n -> batch.put(put, Keys.of(n), n)));
        assertThat(db.stats(built)).isEqualTo(db.stats(put));
    }

    @Test
    void pairsInRandomOrderMakeATreeOfTheSameNodesAsAscendingOnes() {
        List<Oracle.Entry> entries = new ArrayList<>(random.longs(100_000)
                .mapToObj(n -> Builds.entry(Keys.of(n), n & 0xFFFF))
                .toList());
        Index shuffled = Builds.build(db, BuildOptions.DEFAULT, entries.stream());
        entries.sort((a, b) -> java.util.Arrays.compareUnsigned(a.key(), b.key()));
        try (Batch batch = db.begin()) {
            Index sorted = batch.createIndex("sorted", null, Uniqueness.NOT_UNIQUE);
            Builds.addAll(batch, sorted, BuildOptions.DEFAULT, entries);
            batch.commit();
            assertThat(db.stats(shuffled)).isEqualTo(db.stats(sorted));
            assertThat(db.entries(shuffled, KeyRange.all())).isEqualTo(db.entries(sorted, KeyRange.all()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void manyPairsAreBuiltByAnyNumberOfThreads(int threads) {
        // Over 8 MiB of pairs, so that more threads than one are worth it; keys of some 16 first bytes, some heavy.
        Builds.build(
                db,
                BuildOptions.DEFAULT.withThreads(threads),
                IntStream.range(0, 400_000)
                        .mapToObj(i -> Builds.entry(
                                Keys.text("key " + Integer.toString(random.nextInt(1 + i / 4), 16)),
                                random.nextInt(1 << 20))));
    }

    @Test
    void oneKeyHasManyRowsInAnyOrder() {
        List<Oracle.Entry> entries = new ArrayList<>();
        for (int i = 0; i < 90_000; i++) {
            entries.add(Builds.entry(Keys.of(1), i * 3L));
            entries.add(Builds.entry(Keys.of(2), (random.nextLong() & LARGEST_ROW_ID)));
        }
        for (int i = 0; i < 3 * 4096; i++) {
            entries.add(Builds.entry(Keys.of(3), 4096 + i));
        }
        Collections.shuffle(entries, random);
        Index index = Builds.build(db, BuildOptions.DEFAULT, entries.stream());
        assertThat(db.stats(index).nodes()).containsKeys("GATE", "BITMAP");
    }

    @Test
    void keysOfAllSizesAndSharedPrefixesAreSorted() {
        List<Oracle.Entry> entries = new ArrayList<>();
        String prefix = "p".repeat(300);
        for (int i = 0; i < 3000; i++) {
            String digits = Integer.toString(random.nextInt(1 << 20), 7);
            entries.add(Builds.entry(Keys.text(digits), i));
            entries.add(Builds.entry(Keys.text(prefix + digits), i));
            entries.add(Builds.entry(Keys.text(prefix.substring(random.nextInt(300)) + "q"), random.nextInt(9)));
        }
        Builds.build(db, BuildOptions.DEFAULT, entries.stream());
    }

    @Test
    void keysAsLongAsTheyMayBeAreBuiltWithoutDeepRecursion() throws InterruptedException {
        List<Oracle.Entry> entries = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            entries.add(Builds.entry(Keys.concat(Keys.repeated('a', i * 250), new byte[1]), i));
        }
        Collections.shuffle(entries, random);
        Throwable[] failure = new Throwable[1];
        Thread small = new Thread(
                null,
                () -> {
                    try {
                        Builds.build(db, BuildOptions.DEFAULT, entries.stream());
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
                    .mapToObj(i -> Builds.entry(Keys.of(random.nextInt(3000) * 77L), random.nextInt(300)))
                    .toList();
            long before = oracle.entryCount();
            entries.forEach(entry -> oracle.put(entry.key(), entry.row()));
            try (Snapshot snapshot = db.snapshot();
                    Batch batch = db.begin()) {
                long old = snapshot.reader(index).entryCount();
                assertThat(Builds.addAll(batch, index, BuildOptions.DEFAULT, entries))
                        .isEqualTo(oracle.entryCount() - before);
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
            assertThat(Builds.addAll(batch, index, BuildOptions.DEFAULT, List.of()))
                    .isZero();
            batch.commit();
            assertThat(db.record().version()).isEqualTo(version);
        }
    }
}
