package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.artindex.Index.Uniqueness;
import org.artindex.key.KeyRange;
import org.artindex.postings.Postings;
import org.artindex.state.IndexState;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.tree.RangeEstimator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Estimates of ranges: near the truth, exact where they can be, and from few nodes. */
class EstimatesTest {
    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    private final Random random = new Random(11);

    private Index index(List<byte[]> keys) {
        return index("index", keys);
    }

    private Index index(String name, List<byte[]> keys) {
        Index index = db.index(name, Uniqueness.NOT_UNIQUE);
        db.change(batch -> {
            long row = 0;
            for (byte[] key : keys) {
                batch.put(index, key, row++);
            }
        });
        keys.sort(Arrays::compareUnsigned);
        return index;
    }

    private static KeyRange range(List<byte[]> keys, int from, int size) {
        return KeyRange.between(keys.get(from), keys.get(from + size - 1));
    }

    private List<byte[]> numbers(LongStream numbers) {
        return new ArrayList<>(numbers.mapToObj(Keys::of).toList());
    }

    private long ask(Index index, ToLongFunction<IndexReader> question) {
        return db.read(index, question::applyAsLong);
    }

    private byte[] key(Index index, Function<IndexReader, byte[]> question) {
        return db.read(index, question);
    }

    private int visited(Index index, KeyRange range) {
        IndexState state = db.record().index(index.id());
        assertThat(state).isNotNull();
        RangeEstimator estimator = new RangeEstimator(db.space(), value -> Postings.count(db.space(), value));
        estimator.estimate(state.root(), range);
        return estimator.visited();
    }

    @Test
    void smallRangesOfNumbersAreCountedExactly() {
        List<byte[]> keys = numbers(random.longs(50_000));
        Index index = index(keys);
        for (int size = 1; size <= 6; size++) {
            for (int i = 0; i < 200; i++) {
                KeyRange range = range(keys, random.nextInt(keys.size() - size), size);
                assertThat(ask(index, reader -> reader.estimateCount(range))).isEqualTo(db.count(index, range));
            }
        }
    }

    @Test
    void rangesOfRandomNumbersAreMetWithinAFactor() {
        List<byte[]> keys = numbers(random.longs(100_000));
        Index index = index(keys);
        for (int size = 100; size < 100_000; size *= 3) {
            double[] factors = new double[100];
            for (int i = 0; i < factors.length; i++) {
                KeyRange range = range(keys, random.nextInt(keys.size() - size), size);
                double found = db.read(index, reader -> reader.estimateCount(range));
                factors[i] = Math.max(found / size, size / found);
                assertThat(visited(index, range)).isLessThanOrEqualTo(RangeEstimator.BUDGET);
            }
            Arrays.sort(factors);
            assertThat(factors[50]).as("median factor at %s", size).isLessThan(1.2);
            assertThat(factors[99]).as("largest factor at %s", size).isLessThan(2);
        }
    }

    @Test
    void textsAreEstimatedFromFewNodesWhateverTheirLength() {
        List<byte[]> keys = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            String text =
                    Integer.toString(random.nextInt(1 << random.nextInt(24)), 5) + "suffix".repeat(random.nextInt(30));
            keys.add(Keys.text(text + (char) ('a' + i % 26)));
        }
        Index index = index(keys);
        for (int i = 0; i < 500; i++) {
            byte[] one = keys.get(random.nextInt(keys.size()));
            byte[] other = keys.get(random.nextInt(keys.size()));
            KeyRange range = Arrays.compareUnsigned(one, other) < 0
                    ? KeyRange.between(one, other)
                    : KeyRange.between(other, one);
            assertThat(visited(index, range)).isLessThan(3 * RangeEstimator.BUDGET);
            long found = db.read(index, reader -> reader.estimateCount(range));
            assertThat(found).isBetween(0L, 20_000L);
        }
    }

    /** Texts of one node or few, and bounds that end, part or differ in any bit at any byte of them. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 30})
    void fewTextsAreCountedExactlyWhereverTheBoundsPart(int count) {
        for (String stem : List.of("", "@", "stem", "a stem of many bytes ")) {
            List<byte[]> keys = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                keys.add(Keys.text(stem + (char) ('A' + i * 4) + "end".repeat(i % 5)));
            }
            Index index = index("texts " + stem, keys);
            try (Snapshot snapshot = db.snapshot()) {
                IndexReader reader = snapshot.reader(index);
                for (int i = 0; i < 1500; i++) {
                    KeyRange range = KeyRange.atLeast(beside(keys)).intersect(KeyRange.lessThan(beside(keys)));
                    long truth = reader.count(range);
                    assertThat(reader.estimateCount(range)).as("%s", range).isEqualTo(truth);
                    assertThat(reader.estimateKeyCount(range)).as("%s", range).isEqualTo(truth);
                }
            }
        }
    }

    /** One of the keys, its begin, what is longer by a zero, or what differs in one bit. */
    private byte[] beside(List<byte[]> keys) {
        byte[] key = keys.get(random.nextInt(keys.size()));
        int length = random.nextInt(key.length + 2);
        byte[] bound = Arrays.copyOf(key, length);
        if (length > 0 && random.nextBoolean()) {
            bound[length - 1] ^= (byte) (1 << random.nextInt(8));
        }
        return bound;
    }

    @Test
    void openRangesPrefixesAndBoundsBesideTheKeysAreUnderstood() {
        List<byte[]> keys = numbers(LongStream.range(0, 3000).map(n -> n * 10));
        Index index = index(keys);
        List<KeyRange> ranges = List.of(
                KeyRange.atLeast(Keys.of(15_000)),
                KeyRange.lessThan(Keys.of(15_005)),
                KeyRange.atLeast(Keys.of(-5)),
                KeyRange.greaterThan(Keys.of(40_000)),
                KeyRange.lessThan(Keys.of(0)),
                KeyRange.between(Keys.of(101), Keys.of(109)),
                KeyRange.between(Keys.of(95), Keys.of(115)),
                KeyRange.between(Keys.of(200), Keys.of(100)),
                KeyRange.exactly(Keys.of(200)),
                KeyRange.exactly(Keys.of(201)),
                KeyRange.prefix(Arrays.copyOf(Keys.of(0), 6)),
                KeyRange.prefix(Arrays.copyOf(Keys.of(512), 7)),
                KeyRange.prefix(new byte[] {1}),
                KeyRange.empty(),
                KeyRange.all());
        for (KeyRange range : ranges) {
            long truth = db.count(index, range);
            long found = db.read(index, reader -> reader.estimateCount(range));
            assertThat(found).as("%s", range).isBetween(truth * 9 / 10, truth * 11 / 10 + (truth > 50 ? 1 : 0));
        }
    }

    @Test
    void rowsAndKeysAreToldApart() {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        db.change(batch -> {
            for (int key = 0; key < 40; key++) {
                for (int row = 0; row < 5 + key; row++) {
                    batch.put(index, Keys.of(key), row * 7L);
                }
            }
        });
        IndexStats stats = db.stats(index);
        assertThat(stats.inlinedRows()).isZero();
        assertThat(stats.chainKeys()).isEqualTo(12);
        assertThat(stats.gateKeys()).isEqualTo(28);
        KeyRange range = KeyRange.between(Keys.of(10), Keys.of(20));
        long rows = IntStream.rangeClosed(10, 20).map(key -> 5 + key).sum();
        assertThat(ask(index, reader -> reader.estimateCount(range))).isEqualTo(rows);
        assertThat(ask(index, reader -> reader.estimateKeyCount(range))).isEqualTo(11);
        assertThat(ask(index, reader -> reader.estimateKeyCount(KeyRange.all())))
                .isEqualTo(40);
    }

    @Test
    void theFirstAndTheLastKeyAreThoseOfTheOrder() {
        List<byte[]> keys = numbers(random.longs(500));
        Index index = index(keys);
        assertThat(key(index, IndexReader::firstKey)).isEqualTo(keys.get(0));
        assertThat(key(index, IndexReader::lastKey)).isEqualTo(keys.get(499));
        Index empty = db.index("empty", Uniqueness.UNIQUE);
        try (Snapshot snapshot = db.snapshot()) {
            IndexReader reader = snapshot.reader(empty);
            assertThat(reader.firstKey()).isNull();
            assertThat(reader.lastKey()).isNull();
            assertThat(reader.estimateCount(KeyRange.all())).isZero();
            assertThat(reader.estimateCount(KeyRange.atLeast(Keys.of(3)))).isZero();
        }
    }
}
