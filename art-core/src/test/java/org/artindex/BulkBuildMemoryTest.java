package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.artindex.Index.Uniqueness;
import org.artindex.support.Builds;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.artindex.support.SlotAccounting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bulk build keeps to its bound of memory, and leaves nothing behind where memory runs out. */
class BulkBuildMemoryTest {
    private static final long LARGEST_ROW_ID = (1L << 56) - 1;
    private static final BuildOptions LITTLE_MEMORY = BuildOptions.DEFAULT.withMemoryLimit(1 << 20);

    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    private final Random random = new Random(20_261_130);

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aBuildWithLittleMemoryWorksInRounds(int threads) {
        Builds.build(
                db,
                LITTLE_MEMORY.withThreads(threads),
                IntStream.range(0, 150_000)
                        .mapToObj(i ->
                                Builds.entry(Keys.of(random.nextInt(40_000)), random.nextLong() & LARGEST_ROW_ID)));
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
    void withAnyLimitOfMemoryABuildSucceedsOrTheBatchIsLost() {
        for (int limit = 1; limit < 24; limit++) {
            Oracle oracle = new Oracle();
            try (CheckedEngine bounded = new CheckedEngine(limit * 100_000L)) {
                Index index = bounded.index("index", Uniqueness.NOT_UNIQUE);
                bounded.expect(index, oracle);
                List<Oracle.Entry> entries = new ArrayList<>();
                for (int i = 0; i < 30_000; i++) {
                    entries.add(Builds.entry(Keys.of(random.nextInt(700) * 77L), random.nextInt(1 << 20)));
                }
                try (Batch batch = bounded.begin()) {
                    Builds.addAll(batch, index, LITTLE_MEMORY, entries);
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
}
