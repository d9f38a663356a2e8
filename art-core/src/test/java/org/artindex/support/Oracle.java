package org.artindex.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.artindex.Cursor;
import org.artindex.Direction;
import org.artindex.IndexReader;
import org.artindex.key.KeyRange;

/** What an index must hold: sorted sets of row ids by key, in unsigned byte order. */
public final class Oracle {
    /** One (key, row) pair; equal by content. */
    public record Entry(byte[] key, long row) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Entry entry && row == entry.row && Arrays.equals(key, entry.key);
        }

        @Override
        public int hashCode() {
            return 31 * Arrays.hashCode(key) + Long.hashCode(row);
        }

        @Override
        public String toString() {
            return Keys.toHex(key) + "=" + row;
        }
    }

    private final TreeMap<byte[], TreeSet<Long>> rows = new TreeMap<>(Arrays::compareUnsigned);

    public boolean put(byte[] key, long row) {
        return rows.computeIfAbsent(key.clone(), k -> new TreeSet<>()).add(row);
    }

    public boolean remove(byte[] key, long row) {
        TreeSet<Long> set = rows.get(key);
        boolean removed = set != null && set.remove(row);
        if (removed && set.isEmpty()) {
            rows.remove(key);
        }
        return removed;
    }

    public void clear() {
        rows.clear();
    }

    public Oracle copy() {
        Oracle copy = new Oracle();
        rows.forEach((key, set) -> copy.rows.put(key, new TreeSet<>(set)));
        return copy;
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    public long keyCount() {
        return rows.size();
    }

    public long entryCount() {
        return rows.values().stream().mapToLong(TreeSet::size).sum();
    }

    public List<byte[]> keys() {
        return new ArrayList<>(rows.keySet());
    }

    /** The rows of a key, empty where it is absent. */
    public TreeSet<Long> rows(byte[] key) {
        return rows.getOrDefault(key, new TreeSet<>());
    }

    public List<Entry> entries(KeyRange range, Direction direction) {
        List<Entry> entries = new ArrayList<>();
        in(range).forEach((key, set) -> set.forEach(row -> entries.add(new Entry(key, row))));
        if (direction == Direction.DESCENDING) {
            Collections.reverse(entries);
        }
        return entries;
    }

    public long count(KeyRange range) {
        return in(range).values().stream().mapToLong(TreeSet::size).sum();
    }

    /** Asserts that an index holds exactly this, by every way of reading all of it. */
    public void assertEqualTo(IndexReader reader) {
        assertThat(reader.keyCount()).as("keys").isEqualTo(keyCount());
        assertThat(reader.entryCount()).as("entries").isEqualTo(entryCount());
        assertThat(reader.count(KeyRange.all())).as("count of all").isEqualTo(entryCount());
        for (Direction direction : Direction.values()) {
            assertSameEntries(reader, KeyRange.all(), direction);
        }
        rows.forEach((key, set) -> {
            if (reader.get(key) != set.first() || reader.count(key) != set.size()) {
                assertThat(reader.get(key)).as(Keys.toHex(key)).isEqualTo(set.first());
                assertThat(reader.count(key)).as(Keys.toHex(key)).isEqualTo(set.size());
            }
        });
    }

    /** Asserts that a cursor over a range gives the same entries. */
    public void assertSameEntries(IndexReader reader, KeyRange range, Direction direction) {
        List<Entry> expected = entries(range, direction);
        Cursor cursor = reader.cursor(range, direction);
        for (int i = 0; i < expected.size(); i++) {
            Entry entry = expected.get(i);
            if (!cursor.next() || cursor.row() != entry.row() || !isOn(cursor, entry.key())) {
                assertThat(collect(reader.cursor(range, direction)))
                        .as("entries of %s %s, wrong at %s", range, direction, i)
                        .isEqualTo(expected);
            }
        }
        assertThat(cursor.next()).as("more entries of %s %s", range, direction).isFalse();
        assertThat(cursor.next()).as("an ended cursor stays ended").isFalse();
    }

    /** The rest of a cursor's entries. */
    public static List<Entry> collect(Cursor cursor) {
        List<Entry> entries = new ArrayList<>();
        while (cursor.next()) {
            entries.add(new Entry(cursor.key(), cursor.row()));
        }
        return entries;
    }

    private static boolean isOn(Cursor cursor, byte[] key) {
        return Arrays.equals(cursor.keyBuffer(), 0, cursor.keyLength(), key, 0, key.length);
    }

    private NavigableMap<byte[], TreeSet<Long>> in(KeyRange range) {
        byte[] high = range.high();
        if (range.isEmpty()) {
            return Collections.emptyNavigableMap();
        }
        return high == null ? rows.tailMap(range.low(), true) : rows.subMap(range.low(), true, high, false);
    }
}
