package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.artindex.Index.Uniqueness;
import org.artindex.key.KeyRange;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many keys looked up at once: the same answers as one by one. */
class BatchLookUpTest {
    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7, 8, 63, 64, 65, 128, 1000})
    void anyNumberOfKeysGetsTheAnswersOfSingleLookUps(int count) {
        Index index = allKindsOfNodes();
        List<byte[]> asked = presentAndAbsent(index);
        Random random = new Random(count);
        try (Snapshot snapshot = db.snapshot()) {
            IndexReader reader = snapshot.reader(index);
            for (int round = 0; round < 20; round++) {
                Collections.shuffle(asked, random);
                assertSameAnswers(reader, asked.toArray(byte[][]::new), count);
            }
        }
    }

    @Test
    void allKeysOfAnIndexAreFoundAtOnce() {
        Index index = allKindsOfNodes();
        byte[][] keys = db.read(index, reader -> Oracle.collect(reader.cursor(KeyRange.all()))).stream()
                .map(Oracle.Entry::key)
                .distinct()
                .toArray(byte[][]::new);
        try (Snapshot snapshot = db.snapshot()) {
            IndexReader reader = snapshot.reader(index);
            assertThat(reader.getAll(keys, keys.length, new long[keys.length])).isEqualTo(keys.length);
            assertThat(reader.countAll(keys, keys.length, new long[keys.length]))
                    .isGreaterThanOrEqualTo(reader.entryCount());
            assertSameAnswers(reader, keys, keys.length);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void randomKeysGetTheAnswersOfSingleLookUps(long seed) {
        Random random = new Random(seed);
        Index index = db.index("random", Uniqueness.NOT_UNIQUE);
        Oracle oracle = db.expect(index, new Oracle());
        List<byte[]> asked = new ArrayList<>();
        db.change(batch -> {
            for (int i = 0; i < 3000; i++) {
                byte[] key = Keys.text(Long.toString(random.nextLong() >>> random.nextInt(60), 2 + random.nextInt(5)));
                for (int row = random.nextInt(4) * random.nextInt(8); row >= 0; row--) {
                    batch.put(index, key, row + i);
                    oracle.put(key, row + i);
                }
                asked.add(key);
                asked.add(Keys.text(Long.toString(random.nextLong() >>> random.nextInt(60), 3)));
                asked.add(Keys.changedAt(key, random.nextInt(key.length)));
                asked.add(Arrays.copyOf(key, random.nextInt(key.length)));
                asked.add(Arrays.copyOf(key, key.length + 1));
            }
        });
        try (Snapshot snapshot = db.snapshot()) {
            assertSameAnswers(snapshot.reader(index), asked.toArray(byte[][]::new), asked.size());
        }
    }

    @Test
    void nothingIsFoundInAnEmptyIndex() {
        Index index = db.index("empty", Uniqueness.NOT_UNIQUE);
        byte[][] keys = {{}, {0}, Keys.of(1), Keys.text("a key")};
        long[] rows = new long[4];
        db.read(index, reader -> assertThat(reader.getAll(keys, 4, rows)).isZero());
        assertThat(rows).containsOnly(IndexReader.ABSENT);
        db.read(index, reader -> assertThat(reader.countAll(keys, 4, rows)).isZero());
        assertThat(rows).containsOnly(0);
    }

    @Test
    void theEmptyKeyAloneIsFound() {
        Index index = db.index("alone", Uniqueness.NOT_UNIQUE);
        db.change(batch -> batch.put(index, new byte[0], 7));
        long[] rows = new long[2];
        db.read(
                index,
                reader -> assertThat(reader.getAll(new byte[][] {{}, {0}}, 2, rows))
                        .isEqualTo(1));
        assertThat(rows).containsExactly(7, IndexReader.ABSENT);
    }

    @Test
    void resultsBehindTheCountAreLeftAlone() {
        Index index = db.index("numbers", Uniqueness.NOT_UNIQUE);
        db.change(batch -> batch.put(index, Keys.of(1), 1));
        long[] rows = {-7, -7, -7};
        byte[][] keys = {Keys.of(1), Keys.of(2), Keys.of(1)};
        db.read(index, reader -> assertThat(reader.getAll(keys, 2, rows)).isEqualTo(1));
        assertThat(rows).containsExactly(1, IndexReader.ABSENT, -7);
    }

    @Test
    void aCountThatPassesAnArrayOrAClosedSnapshotIsRefused() {
        Index index = db.index("numbers", Uniqueness.NOT_UNIQUE);
        byte[][] keys = {Keys.of(1), Keys.of(2)};
        Snapshot snapshot = db.snapshot();
        IndexReader reader = snapshot.reader(index);
        assertThatThrownBy(() -> reader.getAll(keys, 3, new long[3])).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> reader.getAll(keys, 2, new long[1])).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> reader.countAll(keys, -1, new long[1])).isInstanceOf(IndexOutOfBoundsException.class);
        snapshot.close();
        assertThatThrownBy(() -> reader.getAll(keys, 2, new long[2])).isInstanceOf(ClosedException.class);
        assertThatThrownBy(() -> reader.countAll(keys, 2, new long[2])).isInstanceOf(ClosedException.class);
    }

    private static void assertSameAnswers(IndexReader reader, byte[][] keys, int count) {
        int here = Math.min(count, keys.length);
        long[] rows = new long[here];
        long[] counts = new long[here];
        int found = reader.getAll(keys, here, rows);
        long sum = reader.countAll(keys, here, counts);
        for (int i = 0; i < here; i++) {
            assertThat(rows[i]).as(Keys.toHex(keys[i])).isEqualTo(reader.get(keys[i]));
            assertThat(counts[i]).as(Keys.toHex(keys[i])).isEqualTo(reader.count(keys[i]));
        }
        assertThat(found).isEqualTo(Arrays.stream(counts).filter(n -> n > 0).count());
        assertThat(sum).isEqualTo(Arrays.stream(counts).sum());
    }

    /** Keys under all node types, with prefixes, tails and zeros, and sets of rows of every tier. */
    private Index allKindsOfNodes() {
        Index index = db.index("all kinds", Uniqueness.NOT_UNIQUE);
        Oracle oracle = db.expect(index, new Oracle());
        db.change(batch -> {
            int[] fanOuts = {2, 4, 5, 16, 17, 32, 33, 48, 49, 256};
            for (int node = 0; node < fanOuts.length; node++) {
                for (int child = 0; child < fanOuts[node]; child++) {
                    byte[] head = {(byte) (node * 20), (byte) (child * 255 / fanOuts[node])};
                    put(batch, index, oracle, head, child);
                    put(
                            batch,
                            index,
                            oracle,
                            Keys.concat(new byte[] {(byte) (node * 20 + 1), head[1]}, tail(child)),
                            1);
                }
            }
            for (int length : new int[] {0, 1, 7, 8, 23, 119, 120, 240, 500}) {
                byte[] head = {(byte) 220};
                put(batch, index, oracle, Keys.concat(head, Keys.text("p".repeat(length))), length);
            }
            for (int rows : new int[] {1, 2, 4, 5, 16, 17, 300, 4096}) {
                for (int row = 0; row < rows; row++) {
                    put(batch, index, oracle, Keys.concat(new byte[] {(byte) 230}, Keys.of(rows)), row * 3L + 5);
                }
            }
            put(batch, index, oracle, Keys.repeated(0xFF, 9), 1);
        });
        return index;
    }

    private static byte[] tail(int child) {
        return Keys.concat(Keys.repeated(child, child % 12), Keys.text("t"));
    }

    private static void put(Batch batch, Index index, Oracle oracle, byte[] key, long row) {
        assertThat(batch.put(index, key, row)).isEqualTo(oracle.put(key, row));
    }

    private List<byte[]> presentAndAbsent(Index index) {
        List<byte[]> keys = new ArrayList<>();
        for (Oracle.Entry entry : db.entries(index, KeyRange.all())) {
            byte[] key = entry.key();
            if (keys.size() < 6000) {
                keys.add(key);
                keys.add(Keys.changedAt(key, key.length - 1));
                keys.add(Arrays.copyOf(key, key.length - 1));
                keys.add(Arrays.copyOf(key, key.length + 1));
            }
        }
        keys.add(new byte[0]);
        keys.add(Keys.repeated(0xFF, 1));
        return keys;
    }
}
