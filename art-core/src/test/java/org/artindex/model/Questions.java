package org.artindex.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.artindex.Cursor;
import org.artindex.Direction;
import org.artindex.IndexReader;
import org.artindex.key.KeyRange;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Oracle;

/** Random questions to an index, with the answers of its oracle. */
final class Questions {
    private static final int ROUNDS = 4;

    private final Random random;
    private final byte[] strangeKey;

    /**
     * Makes questions.
     *
     * @param strangeKey a key that may be absent
     */
    Questions(Random random, byte[] strangeKey) {
        this.random = random;
        this.strangeKey = strangeKey;
    }

    void ask(IndexReader reader, Oracle oracle) {
        List<byte[]> keys = oracle.keys();
        for (int round = 0; round < ROUNDS; round++) {
            Direction direction = random.nextBoolean() ? Direction.ASCENDING : Direction.DESCENDING;
            KeyRange range = range(keys);
            assertThat(reader.count(range)).as("count of %s", range).isEqualTo(oracle.count(range));
            oracle.assertSameEntries(reader, range, direction);
            assertPages(reader, oracle, range, direction);
            assertSeeks(reader, oracle, range, direction, bound(keys));
            assertKey(reader, oracle, key(keys), direction);
        }
    }

    private void assertKey(IndexReader reader, Oracle oracle, byte[] key, Direction direction) {
        var rows = oracle.rows(key);
        assertThat(reader.get(key)).isEqualTo(rows.isEmpty() ? IndexReader.ABSENT : rows.first());
        assertThat(reader.get(Arrays.copyOf(key, key.length + 9), key.length))
                .as("key in a longer array")
                .isEqualTo(reader.get(key));
        assertThat(reader.contains(key)).isEqualTo(!rows.isEmpty());
        assertThat(reader.count(key)).isEqualTo(rows.size());
        List<Long> expected = new ArrayList<>(direction == Direction.ASCENDING ? rows : rows.descendingSet());
        assertThat(CheckedEngine.rows(reader, key, direction)).isEqualTo(expected);
        for (long row : new long[] {0, 5, rows.isEmpty() ? 1 : rows.last(), rows.isEmpty() ? 1 : rows.last() + 1}) {
            assertThat(reader.contains(key, row)).isEqualTo(rows.contains(row));
        }
    }

    private void assertPages(IndexReader reader, Oracle oracle, KeyRange range, Direction direction) {
        List<Oracle.Entry> expected = oracle.entries(range, direction);
        Cursor cursor = reader.cursor(range, direction);
        int from = 0;
        while (true) {
            long[] page = new long[1 + random.nextInt(random.nextBoolean() ? 7 : 5000)];
            int here = cursor.next(page);
            for (int i = 0; i < here; i++) {
                assertThat(page[i]).isEqualTo(expected.get(from + i).row());
            }
            from += here;
            if (here < page.length) {
                break;
            }
            assertThat(cursor.row()).isEqualTo(page[here - 1]);
            assertThat(cursor.key()).isEqualTo(expected.get(from - 1).key());
        }
        assertThat(from).isEqualTo(expected.size());
    }

    private void assertSeeks(
            IndexReader reader, Oracle oracle, KeyRange range, Direction direction, byte[] firstBound) {
        Cursor cursor = reader.cursor(range, direction);
        List<byte[]> keys = oracle.keys();
        byte[] bound = firstBound;
        for (int i = 0; i < 3; i++) {
            KeyRange rest = range.intersect(
                    direction == Direction.ASCENDING ? KeyRange.atLeast(bound) : KeyRange.atMost(bound));
            List<Oracle.Entry> expected = oracle.entries(rest, direction);
            assertThat(cursor.seek(bound)).as("seek in %s", range).isEqualTo(!expected.isEmpty());
            for (int step = 0; step < Math.min(3, expected.size()); step++) {
                assertThat(new Oracle.Entry(cursor.key(), cursor.row())).isEqualTo(expected.get(step));
                assertThat(cursor.rowCount())
                        .isEqualTo(oracle.rows(expected.get(step).key()).size());
                assertThat(cursor.next()).isEqualTo(step + 1 < expected.size());
            }
            bound = bound(keys);
        }
    }

    private KeyRange range(List<byte[]> keys) {
        return switch (random.nextInt(8)) {
            case 0 -> KeyRange.all();
            case 1 -> KeyRange.exactly(key(keys));
            case 2 -> KeyRange.prefix(bound(keys));
            case 3 -> KeyRange.greaterThan(key(keys));
            case 4 -> KeyRange.lessThan(key(keys));
            case 5 -> KeyRange.between(bound(keys), bound(keys));
            case 6 -> KeyRange.atLeast(bound(keys)).intersect(KeyRange.lessThan(bound(keys)));
            default -> KeyRange.greaterThan(key(keys)).intersect(KeyRange.atMost(key(keys)));
        };
    }

    private byte[] key(List<byte[]> keys) {
        return keys.isEmpty() || random.nextInt(4) == 0 ? strangeKey : keys.get(random.nextInt(keys.size()));
    }

    /** A key, part of one, one that goes on, or one that differs in a byte. */
    private byte[] bound(List<byte[]> keys) {
        byte[] key = key(keys);
        return switch (random.nextInt(4)) {
            case 0 -> key;
            case 1 -> Arrays.copyOf(key, random.nextInt(key.length + 1));
            case 2 -> Arrays.copyOf(key, key.length + 1 + random.nextInt(2));
            default -> {
                byte[] changed = key.clone();
                if (key.length > 0) {
                    changed[random.nextInt(key.length)] += (byte) (random.nextBoolean() ? 1 : -1);
                }
                yield changed;
            }
        };
    }
}
