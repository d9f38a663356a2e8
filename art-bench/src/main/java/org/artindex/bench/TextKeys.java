package org.artindex.bench;

import java.util.Arrays;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;
import org.artindex.key.KeyBuffer;
import org.artindex.key.KeyRange;
import org.artindex.key.KeySchema;
import org.jspecify.annotations.Nullable;

/**
 * The decimal numbers from 0 as text, behind a prefix they share, inserted in the order of the numbers. An absent key is a
 * number with its last digit replaced by a colon: it leaves the tree at the very end of the key.
 */
final class TextKeys extends KeySet {
    /** 60 characters. */
    static final String LONG_PREFIX = "https://example.org/catalogue/items/by-number/in-decimal/id/";

    private static final KeySchema SCHEMA =
            KeySchema.of(Column.asc("key", ColumnType.TEXT).notNull());

    private final String[] stored;
    private final String[] present;
    private final String[] absent;
    private final int[] rowsInKeyOrder;
    private final int[] rangeStarts;
    private final String[] low;
    private final String[] high;
    private @Nullable Encoded encoded;

    TextKeys(String prefix, int count) {
        super(count);
        this.stored = strings(count, i -> prefix + i);
        this.present = strings(count, i -> prefix + lookUpRow(i));
        int[] order = permutation(count, 2);
        this.absent = strings(count, i -> prefix + order[i] / 10 + ':');
        Integer[] rows = new Integer[count];
        Arrays.setAll(rows, i -> i);
        Arrays.sort(rows, (a, b) -> stored[a].compareTo(stored[b]));
        this.rowsInKeyOrder = Arrays.stream(rows).mapToInt(i -> i).toArray();
        this.rangeStarts = permutation(rangeCount(), count);
        Arrays.setAll(rangeStarts, i -> rangeStarts[i] * RANGE);
        this.low = strings(rangeCount(), i -> prefix + rowsInKeyOrder[rangeStarts[i]]);
        this.high = strings(rangeCount(), i -> prefix + rowsInKeyOrder[rangeStarts[i] + RANGE - 1]);
    }

    private interface StringAt {
        String get(int i);
    }

    private static String[] strings(int count, StringAt source) {
        String[] strings = new String[count];
        for (int i = 0; i < count; i++) {
            strings[i] = source.get(i);
        }
        return strings;
    }

    @Override
    int rowInKeyOrder(int i) {
        return rowsInKeyOrder[i];
    }

    @Override
    int rangeStart(int i) {
        return rangeStarts[i];
    }

    @Override
    Structure structure(String name) {
        return Structure.of(name, this, new Strings());
    }

    @Override
    long bytesOf(String peer) {
        return Heap.bytesOf(this, new Strings(), Peer.of(peer));
    }

    @Override
    ByteKeys bytes() {
        if (encoded == null) {
            encoded = new Encoded();
        }
        return encoded;
    }

    @Override
    ByteKeys encodedBySchema() {
        return new BySchema();
    }

    /** Encoded before anything is timed, as the keys of a host that stores them so. */
    private final class Encoded implements ByteKeys {
        private final byte[][] storedBytes = encode(stored);
        private final byte[][] presentBytes = encode(present);
        private final byte[][] absentBytes = encode(absent);
        private final byte[][] lowBytes = encode(low);
        private final byte[][] highBytes = encode(high);
        private int length;

        @Override
        public byte[] stored(int row) {
            return remember(storedBytes[row]);
        }

        @Override
        public byte[] present(int i) {
            return remember(presentBytes[i]);
        }

        @Override
        public byte[] absent(int i) {
            return remember(absentBytes[i]);
        }

        @Override
        public int length() {
            return length;
        }

        @Override
        public KeyRange range(int i) {
            return KeyRange.between(lowBytes[i], highBytes[i]);
        }

        private byte[] remember(byte[] key) {
            length = key.length;
            return key;
        }

        private byte[][] encode(String[] values) {
            byte[][] keys = new byte[values.length][];
            for (int i = 0; i < values.length; i++) {
                keys[i] = SCHEMA.encode(values[i]);
            }
            return keys;
        }
    }

    private final class BySchema implements ByteKeys {
        private final KeyBuffer key = new KeyBuffer(SCHEMA);

        @Override
        public byte[] stored(int row) {
            return key.clear().put(stored[row]).bytes();
        }

        @Override
        public byte[] present(int i) {
            return key.clear().put(present[i]).bytes();
        }

        @Override
        public byte[] absent(int i) {
            return key.clear().put(absent[i]).bytes();
        }

        @Override
        public int length() {
            return key.length();
        }

        @Override
        public KeyRange range(int i) {
            byte[] from = key.clear().put(low[i]).toBytes();
            return KeyRange.between(from, key.clear().put(high[i]).toBytes());
        }
    }

    private final class Strings implements ObjectKeys<String> {
        @Override
        public String stored(int row) {
            return stored[row];
        }

        @Override
        public String copy(int row) {
            return String.valueOf(stored[row].toCharArray());
        }

        @Override
        public String present(int i) {
            return present[i];
        }

        @Override
        public String absent(int i) {
            return absent[i];
        }

        @Override
        public String low(int i) {
            return low[i];
        }

        @Override
        public String high(int i) {
            return high[i];
        }
    }
}
