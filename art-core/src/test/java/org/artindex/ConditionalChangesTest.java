package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.artindex.Index.Uniqueness;
import org.artindex.key.KeyRange;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes that depend on what is there: decided in the writer's turn, on the state as the batch has left it so far. */
class ConditionalChangesTest {
    private static final byte[] KEY = Keys.of(7);
    private static final byte[] OTHER = Keys.of(8);
    private static final long FIRST_ROW = (1L << 56) - 5000;

    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    private Index index;
    private Oracle oracle;

    @BeforeEach
    void createIndex() {
        index = db.index("lone", Uniqueness.NOT_UNIQUE);
        oracle = db.expect(index, new Oracle());
    }

    /** Gives the key row ids near the largest, in one window: inlined, in a chain, in containers of each kind. */
    private void fill(int rows) {
        db.change(batch -> {
            for (long row = FIRST_ROW; row < FIRST_ROW + rows; row++) {
                batch.put(index, KEY, row);
                oracle.put(KEY, row);
            }
        });
    }

    @Test
    void putIfAbsentAddsWhereTheKeyHasNoRowOnly() {
        db.change(batch -> {
            assertThat(batch.putIfAbsent(index, KEY, 5)).isEqualTo(IndexReader.ABSENT);
            assertThat(batch.putIfAbsent(index, KEY, 3)).isEqualTo(5);
            assertThat(batch.putIfAbsent(index, KEY, 5)).isEqualTo(5);
            batch.put(index, KEY, 4);
            assertThat(batch.putIfAbsent(index, KEY, 9)).isEqualTo(4);
            assertThat(batch.putIfAbsent(index, new byte[100], 8, 1)).isEqualTo(IndexReader.ABSENT);
        });
        oracle.put(KEY, 4);
        oracle.put(KEY, 5);
        oracle.put(new byte[8], 1);
        long version = db.record().version();
        db.change(batch -> assertThat(batch.putIfAbsent(index, KEY, 9)).isEqualTo(4));
        assertThat(db.record().version()).as("nothing was published").isEqualTo(version);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 17, 255, 300, 4097})
    void putIfAbsentGivesTheSmallestRowWhateverTheirNumber(int rows) {
        fill(rows);
        db.change(batch -> assertThat(batch.putIfAbsent(index, KEY, 1)).isEqualTo(FIRST_ROW));
    }

    @Test
    void conditionsAreJudgedOnWhatTheBatchHasLeftNotOnWhatSnapshotsShow() {
        fill(1);
        db.change(batch -> {
            batch.remove(index, KEY, FIRST_ROW);
            assertThat(batch.putIfAbsent(index, KEY, 1)).isEqualTo(IndexReader.ABSENT);
            assertThat(batch.replace(index, KEY, FIRST_ROW, 2)).isFalse();
            assertThat(batch.replace(index, KEY, 1, 2)).isTrue();
            assertThat(batch.putUnless(index, KEY, 3, row -> row == 2)).isEqualTo(2);
            assertThat(batch.update(index, KEY, OTHER, 1)).isFalse();
            assertThat(batch.update(index, KEY, OTHER, 2)).isTrue();
            assertThat(batch.remove(index, OTHER, row -> true)).isEqualTo(1);
            assertThat(batch.putUnless(index, KEY, 3, row -> true)).isEqualTo(IndexReader.ABSENT);
        });
        oracle.clear();
        oracle.put(KEY, 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 17, 255, 300, 4097})
    void putUnlessAsksForEachRowInOrderUntilOnePreventsIt(int rows) {
        fill(rows);
        long last = FIRST_ROW + rows - 1;
        List<Long> asked = new ArrayList<>();
        db.change(batch -> {
            assertThat(batch.putUnless(index, KEY, 1, row -> asked.add(row) && row == last))
                    .isEqualTo(last);
            assertThat(asked).hasSize(rows).isSorted().startsWith(FIRST_ROW).endsWith(last);
            asked.clear();
            assertThat(batch.putUnless(index, KEY, 1, asked::add)).isEqualTo(FIRST_ROW);
            assertThat(asked).containsExactly(FIRST_ROW);
            assertThat(batch.putUnless(index, KEY, 1, row -> false)).isEqualTo(IndexReader.ABSENT);
        });
        oracle.put(KEY, 1);
    }

    @Test
    void putUnlessLeavesAnEntryThatIsThereAndAsksForItsRowToo() {
        fill(2);
        long version = db.record().version();
        db.change(batch -> {
            assertThat(batch.putUnless(index, KEY, FIRST_ROW, row -> false)).isEqualTo(IndexReader.ABSENT);
            assertThat(batch.putUnless(index, KEY, FIRST_ROW, row -> row == FIRST_ROW))
                    .isEqualTo(FIRST_ROW);
        });
        assertThat(db.record().version()).as("nothing was published").isEqualTo(version);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 17, 255, 300, 4097})
    void removeTakesTheRowsThatThePredicateHoldsFor(int rows) {
        fill(rows);
        db.change(batch -> {
            assertThat(batch.remove(index, KEY, row -> false)).isZero();
            assertThat(batch.remove(index, OTHER, row -> true)).isZero();
            assertThat(batch.remove(index, KEY, row -> row % 3 == 0)).isEqualTo(removed(row -> row % 3 == 0));
        });
        db.verify();
        db.change(batch -> assertThat(batch.remove(index, KEY, row -> true)).isEqualTo(removed(row -> true)));
        assertThat(db.read(index, IndexReader::keyCount)).isZero();
    }

    private long removed(LongPredicate which) {
        List<Long> rows =
                oracle.rows(KEY).stream().filter(row -> which.test(row)).toList();
        rows.forEach(row -> oracle.remove(KEY, row));
        return rows.size();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 9, 16, 17, 255, 256, 300, 4096, 4097})
    void replacePutsOneRowInThePlaceOfAnother(int rows) {
        fill(rows);
        long last = FIRST_ROW + rows - 1;
        db.change(batch -> {
            assertThat(batch.replace(index, KEY, 5, 6)).isFalse();
            assertThat(batch.replace(index, KEY, -1, 6)).isFalse();
            assertThat(batch.replace(index, OTHER, last, 6)).isFalse();
            assertThat(batch.replace(index, KEY, last, 5)).isTrue();
            assertThat(batch.replace(index, KEY, last, 5)).isFalse();
        });
        oracle.remove(KEY, last);
        oracle.put(KEY, 5);
    }

    @Test
    void replaceByARowThatIsThereAlreadyLeavesIt() {
        fill(3);
        db.change(batch ->
                assertThat(batch.replace(index, KEY, FIRST_ROW, FIRST_ROW + 1)).isTrue());
        oracle.remove(KEY, FIRST_ROW);
        long version = db.record().version();
        db.change(batch -> assertThat(batch.replace(index, KEY, FIRST_ROW + 1, FIRST_ROW + 1))
                .isTrue());
        assertThat(db.record().version()).as("nothing was published").isEqualTo(version);
    }

    @Test
    void updateMovesAnEntry() {
        fill(20);
        db.change(batch -> {
            assertThat(batch.update(index, KEY, OTHER, 1)).isFalse();
            assertThat(batch.update(index, OTHER, KEY, FIRST_ROW)).isFalse();
            assertThat(batch.update(index, KEY, OTHER, FIRST_ROW + 3)).isTrue();
            assertThat(batch.contains(index, KEY, FIRST_ROW + 3)).isFalse();
            batch.put(index, OTHER, FIRST_ROW + 4);
            assertThat(batch.update(index, KEY, OTHER, FIRST_ROW + 4)).isTrue();
        });
        for (long row = FIRST_ROW + 3; row <= FIRST_ROW + 4; row++) {
            oracle.remove(KEY, row);
            oracle.put(OTHER, row);
        }
    }

    @Test
    void anUpdateToTheSameKeyChangesNothingAndPublishesNothing() {
        fill(1);
        long version = db.record().version();
        db.change(batch -> {
            assertThat(batch.update(index, KEY, KEY.clone(), FIRST_ROW)).isTrue();
            assertThat(batch.update(index, KEY, KEY.clone(), 1)).isFalse();
        });
        assertThat(db.record().version()).isEqualTo(version);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 17, 300, 4097})
    void aPredicateThatThrowsLeavesEverythingAndTheBatchUsable(int rows) {
        fill(rows);
        long last = FIRST_ROW + rows - 1;
        for (Throwable thrown : List.of(new ArithmeticException("mine"), new StackOverflowError("mine"))) {
            LongPredicate throwing = row -> {
                if (row == last) {
                    throw ConditionalChangesTest.<Error>sneaky(thrown);
                }
                return true;
            };
            db.change(batch -> {
                assertThatThrownBy(() -> batch.remove(index, KEY, throwing)).isSameAs(thrown);
                assertThatThrownBy(() -> batch.putUnless(index, KEY, 1, row -> throwing.test(row) && row == last))
                        .isSameAs(thrown);
                assertThat(batch.contains(index, KEY, last)).isTrue();
                batch.put(index, OTHER, 2);
            });
            oracle.put(OTHER, 2);
            db.verify();
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T sneaky(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @Test
    void aPredicateMayReadTheBatchButNotChangeOrEndIt() {
        fill(20);
        List<Consumer<Batch>> forbidden = List.of(
                batch -> batch.put(index, KEY, 1),
                batch -> batch.putIfAbsent(index, KEY, 1),
                batch -> batch.putUnless(index, KEY, 1, row -> false),
                batch -> batch.remove(index, KEY, FIRST_ROW),
                batch -> batch.remove(index, KEY, row -> true),
                batch -> batch.replace(index, KEY, FIRST_ROW, 1),
                batch -> batch.update(index, KEY, OTHER, FIRST_ROW),
                batch -> batch.truncate(index),
                batch -> batch.drop(index),
                batch -> batch.createTable("t"),
                batch -> batch.createIndex("i", null, Uniqueness.UNIQUE),
                Batch::commit,
                Batch::rollback,
                Batch::close);
        for (Consumer<Batch> change : forbidden) {
            db.change(batch -> {
                assertThatThrownBy(() -> batch.remove(index, KEY, row -> acceptedBy(change, batch)))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("predicate");
                assertThatThrownBy(() -> batch.putUnless(index, KEY, 1, row -> acceptedBy(change, batch)))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("predicate");
                assertThat(batch.get(index, KEY)).isEqualTo(FIRST_ROW);
            });
        }
        db.change(batch -> assertThat(batch.remove(
                        index, KEY, row -> batch.get(index, OTHER) == row || batch.contains(index, KEY, row - 1)))
                .isEqualTo(19));
        oracle.clear();
        oracle.put(KEY, FIRST_ROW);
    }

    private static boolean acceptedBy(Consumer<Batch> change, Batch batch) {
        change.accept(batch);
        return true;
    }

    @Test
    void aRefusedChangeThatAPredicateSwallowsLeavesTheOthers() {
        fill(3);
        db.change(batch -> assertThat(batch.remove(index, KEY, row -> {
                    assertThatThrownBy(() -> batch.truncate(index)).isInstanceOf(IllegalStateException.class);
                    return row == FIRST_ROW;
                }))
                .isEqualTo(1));
        oracle.remove(KEY, FIRST_ROW);
    }

    @Test
    void entriesOfATableAreOfLiveRowsOnly() {
        Table table = db.make(batch -> batch.createTable("table"));
        Index names = db.make(batch -> batch.createIndex(table, "names", Keys.TEXTS, Uniqueness.NOT_UNIQUE));
        byte[] a = Keys.text("a");
        byte[] b = Keys.text("b");
        db.change(batch -> {
            batch.insertRow(table, 1, a);
            batch.insertRow(table, 2, (byte[]) null);
        });
        db.change(batch -> {
            assertThatThrownBy(() -> batch.putIfAbsent(names, b, 3)).isInstanceOf(RowException.class);
            assertThatThrownBy(() -> batch.putUnless(names, b, 3, row -> false)).isInstanceOf(RowException.class);
            assertThatThrownBy(() -> batch.replace(names, a, 1, 3)).isInstanceOf(RowException.class);
            assertThatThrownBy(() -> batch.update(names, a, b, 3)).isInstanceOf(RowException.class);
            assertThat(batch.putUnless(names, a, 2, row -> batch.isLive(table, row)))
                    .isEqualTo(1);
            assertThat(batch.putIfAbsent(names, b, 2)).isEqualTo(IndexReader.ABSENT);
            assertThat(batch.update(names, a, b, 1)).isTrue();
        });
        assertThat(db.rows(names, KeyRange.exactly(b))).containsExactly(1L, 2L);
        assertThat(db.rows(names, KeyRange.exactly(a))).isEmpty();
    }

    @Test
    void conditionalChangesCountForUniqueness() {
        Index unique = db.index("unique", Keys.LONGS, Uniqueness.UNIQUE);
        Oracle entries = db.expect(unique, new Oracle());
        db.change(batch -> {
            assertThat(batch.putIfAbsent(unique, KEY, 1)).isEqualTo(IndexReader.ABSENT);
            batch.put(unique, KEY, 2);
            assertThat(batch.replace(unique, KEY, 1, 2)).isTrue();
            batch.put(unique, OTHER, 3);
            assertThat(batch.update(unique, OTHER, KEY, 3)).isTrue();
            assertThat(batch.remove(unique, KEY, row -> row != 3)).isEqualTo(1);
        });
        entries.put(KEY, 3);
        Batch batch = db.begin();
        assertThat(batch.putUnless(unique, KEY, 4, row -> false)).isEqualTo(IndexReader.ABSENT);
        assertThatThrownBy(batch::commit).isInstanceOf(DuplicateKeyException.class);
    }

    @Test
    void ofEightThreadsOneGetsEachKey() throws Exception {
        int threads = 8;
        int rounds = 200;
        CyclicBarrier barrier = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Integer>> runs = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                int row = thread;
                runs.add(pool.submit(() -> wins(row, rounds, barrier)));
            }
            int wins = 0;
            for (Future<Integer> run : runs) {
                wins += run.get();
            }
            assertThat(wins).isEqualTo(rounds);
        } finally {
            pool.shutdown();
            assertThat(pool.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(db.read(index, IndexReader::entryCount)).isEqualTo(rounds);
        db.change(batch -> batch.truncate(index));
    }

    private int wins(int row, int rounds, CyclicBarrier barrier) throws Exception {
        int wins = 0;
        for (int round = 0; round < rounds; round++) {
            barrier.await(60, TimeUnit.SECONDS);
            byte[] key = Keys.of(round);
            long other = db.make(batch -> batch.putIfAbsent(index, key, row));
            assertThat(db.get(index, key)).isEqualTo(other == IndexReader.ABSENT ? row : other);
            wins += other == IndexReader.ABSENT ? 1 : 0;
        }
        return wins;
    }
}
