package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.artindex.Index.Uniqueness;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;
import org.artindex.key.KeyRange;
import org.artindex.key.KeySchema;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A unique index has one row a key: judged on what a batch leaves behind, not on the way there. */
class UniquenessTest {
    private static final KeySchema PAIRS =
            KeySchema.of(Column.asc("a", ColumnType.INT32), Column.asc("b", ColumnType.INT32));

    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    @Test
    void aRefusedDuplicateLeavesTheEntryThatWasThere() {
        Index index = db.index("unique", Keys.LONGS, Uniqueness.UNIQUE);
        Oracle oracle = db.expect(index, new Oracle());
        commitPut(index, oracle, 7, 1);

        DuplicateKeyException refused = refusedPut(index, index.key(7L), 2);

        assertThat(refused.indexName()).isEqualTo("unique");
        assertThat(refused.key()).isEqualTo(index.key(7L));
        assertThat(refused.firstRow()).isEqualTo(1);
        assertThat(refused.secondRow()).isEqualTo(2);
        assertThat(refused).hasMessageContaining("[7]").hasMessageContaining("unique");
        db.verify();
        commitPut(index, oracle, 8, 2);
        db.verify();
    }

    @Test
    void aDuplicateAsThe500thOfAThousandPutsLeavesNoneOfThem() {
        Index index = db.index("unique", Uniqueness.UNIQUE);
        Oracle oracle = db.expect(index, new Oracle());
        commitPut(index, oracle, 7, 1);
        Batch batch = db.begin();
        for (int i = 0; i < 1000; i++) {
            assertThat(batch.put(index, i == 499 ? Keys.of(7) : Keys.of(1000 + i), 10 + i))
                    .isTrue();
        }
        assertThatThrownBy(batch::commit).isInstanceOf(DuplicateKeyException.class);
        db.verify();
        commitPut(index, oracle, 8, 2);
    }

    @Test
    void theExceptionNamesTheSmallestTwoRowsWhateverTheOrderOfPuts() {
        Index index = db.index("unique", Uniqueness.UNIQUE);
        Batch batch = db.begin();
        for (long row : new long[] {50, 9, 70, 3, 60}) {
            batch.put(index, Keys.of(1), row);
        }
        DuplicateKeyException refused = catchThrowableOfType(DuplicateKeyException.class, batch::commit);
        assertThat(refused.firstRow()).isEqualTo(3);
        assertThat(refused.secondRow()).isEqualTo(9);
    }

    @Test
    void theExceptionNamesAKeyThatIsStillRepeatedWhenAnotherNoLongerIs() {
        Index index = db.index("unique", Uniqueness.UNIQUE);
        Batch batch = db.begin();
        batch.put(index, Keys.of(1), 10);
        batch.put(index, Keys.of(5), 1);
        batch.put(index, Keys.of(5), 2);
        batch.put(index, Keys.of(9), 3);
        batch.put(index, Keys.of(9), 4);
        batch.remove(index, Keys.of(9), 4);
        DuplicateKeyException refused = catchThrowableOfType(DuplicateKeyException.class, batch::commit);
        assertThat(refused.key()).isEqualTo(Keys.of(5));
    }

    @Test
    void twoRowsMaySwapTheirKeysInOneBatch() {
        Table table = db.make(batch -> batch.createTable("table"));
        Index index = db.make(batch -> batch.createIndex(table, "by name", Keys.TEXTS, Uniqueness.UNIQUE));
        byte[] a = Keys.text("a");
        byte[] b = Keys.text("b");
        db.change(batch -> {
            batch.insertRow(table, 1, a);
            batch.insertRow(table, 2, b);
        });
        db.change(batch -> {
            batch.updateRow(table, 1, new byte[][] {a}, new byte[][] {b});
            assertThat(batch.contains(index, b, 1)).isTrue();
            assertThat(batch.contains(index, b, 2)).isTrue();
            batch.updateRow(table, 2, new byte[][] {b}, new byte[][] {a});
        });
        assertThat(db.rows(index, KeyRange.all())).containsExactly(2L, 1L);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 17, 300})
    void aKeyMayHaveManyRowsOnTheWay(int rows) {
        Index index = db.index("unique", Uniqueness.UNIQUE);
        db.expect(index, new Oracle()).put(Keys.of(3), 1);
        db.change(batch -> {
            for (int row = 0; row < rows; row++) {
                batch.put(index, Keys.of(3), row);
            }
            for (int row = 0; row < rows; row++) {
                if (row != 1) {
                    batch.remove(index, Keys.of(3), row);
                }
            }
        });
        db.verify();
    }

    @Test
    void keysWithANullAreDistinctAndADeleteRemovesItsRowOnly() {
        Index index = db.index("pairs", PAIRS, Uniqueness.UNIQUE);
        db.change(batch -> {
            batch.put(index, PAIRS.encode(1, null), 1);
            batch.put(index, PAIRS.encode(1, null), 2);
            batch.put(index, PAIRS.encode(null, null), 3);
            batch.put(index, PAIRS.encode(null, null), 4);
            batch.put(index, PAIRS.encode(1, 2), 5);
        });
        DuplicateKeyException refused = refusedPut(index, PAIRS.encode(1, 2), 6);
        assertThat(refused.firstRow()).isEqualTo(5);
        assertThat(refused.secondRow()).isEqualTo(6);

        db.change(batch ->
                assertThat(batch.remove(index, PAIRS.encode(1, null), 1)).isTrue());

        assertThat(db.rows(index, KeyRange.all())).containsExactlyInAnyOrder(2L, 3L, 4L, 5L);
        assertThat(db.rows(index, PAIRS.equal(1, null))).containsExactly(2L);
        assertThat(db.rows(index, PAIRS.equal((Object) null))).containsExactly(3L, 4L);
    }

    @Test
    void theRepeatedKeyIsNamedEvenIfKeysWithNullHaveMoreRowsBeforeIt() {
        Index index = db.index("pairs", PAIRS, Uniqueness.UNIQUE);
        db.change(batch -> {
            batch.put(index, PAIRS.encode(0, null), 1);
            batch.put(index, PAIRS.encode(0, null), 2);
        });
        Batch batch = db.begin();
        batch.put(index, PAIRS.encode(1, 1), 3);
        batch.put(index, PAIRS.encode(1, 1), 4);
        batch.put(index, PAIRS.encode(2, 2), 5);
        batch.put(index, PAIRS.encode(2, 2), 6);
        batch.remove(index, PAIRS.encode(2, 2), 6);
        DuplicateKeyException refused = catchThrowableOfType(DuplicateKeyException.class, batch::commit);
        assertThat(refused.key()).isEqualTo(PAIRS.encode(1, 1));
    }

    @Test
    void ofEightThreadsOneGetsEachKeyInEachRound() throws Exception {
        int threads = 8;
        int rounds = Boolean.getBoolean("art.deep") ? 10_000 : 500;
        Index index = db.index("pairs", PAIRS, Uniqueness.UNIQUE);
        CyclicBarrier barrier = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<List<Boolean>>> runs = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                int row = thread;
                runs.add(pool.submit(() -> race(index, row, rounds, barrier)));
            }
            assertOneWinnerEach(index, runs, rounds);
        } finally {
            pool.shutdown();
            assertThat(pool.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** Puts one key, or in odd rounds two in a crossing order, and says for each round whether it was accepted. */
    private List<Boolean> race(Index index, int row, int rounds, CyclicBarrier barrier) throws Exception {
        List<Boolean> accepted = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            barrier.await(60, TimeUnit.SECONDS);
            try (Batch batch = db.begin()) {
                int first = row % 2;
                batch.put(index, PAIRS.encode(round, first), row);
                if (round % 2 == 1) {
                    batch.put(index, PAIRS.encode(round, 1 - first), row);
                } else if (first == 1) {
                    batch.put(index, PAIRS.encode(round, 0), row);
                    batch.remove(index, PAIRS.encode(round, 1), row);
                }
                batch.commit();
                accepted.add(true);
            } catch (DuplicateKeyException refused) {
                accepted.add(false);
            }
        }
        return accepted;
    }

    private void assertOneWinnerEach(Index index, List<Future<List<Boolean>>> runs, int rounds)
            throws InterruptedException, ExecutionException {
        List<List<Boolean>> accepted = new ArrayList<>();
        for (Future<List<Boolean>> run : runs) {
            accepted.add(run.get());
        }
        try (Snapshot snapshot = db.snapshot()) {
            IndexReader reader = snapshot.reader(index);
            for (int round = 0; round < rounds; round++) {
                List<Long> winners = new ArrayList<>();
                for (int thread = 0; thread < runs.size(); thread++) {
                    if (accepted.get(thread).get(round)) {
                        winners.add((long) thread);
                    }
                }
                assertThat(winners).as("winners of round %s", round).hasSize(1);
                assertThat(reader.count(PAIRS.equal(round))).isEqualTo(1 + round % 2);
                assertThat(reader.get(PAIRS.encode(round, 0))).isEqualTo(winners.get(0));
            }
        }
    }

    private void commitPut(Index index, Oracle oracle, long key, long row) {
        db.change(batch -> assertThat(batch.put(index, Keys.of(key), row)).isTrue());
        oracle.put(Keys.of(key), row);
    }

    private DuplicateKeyException refusedPut(Index index, byte[] key, long row) {
        Batch batch = db.begin();
        assertThat(batch.put(index, key, row)).isTrue();
        DuplicateKeyException refused = catchThrowableOfType(DuplicateKeyException.class, batch::commit);
        assertThat(refused).isNotNull();
        assertThatThrownBy(() -> batch.put(index, key, row)).isInstanceOf(ClosedException.class);
        return refused;
    }
}
