package org.artindex.bench;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;
import org.artindex.key.KeyBuffer;
import org.artindex.key.KeyRange;
import org.artindex.key.KeySchema;
import org.mapdb.DBMaker;
import org.mapdb.Serializer;

/** 64-bit integers. */
final class LongKeys extends KeySet {
    private static final VarHandle BIG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final long[] stored;
    private final long[] present;
    private final long[] absent;
    private final int[] rowsInKeyOrder;
    private final int[] rangeStarts;
    private final long[] low;
    private final long[] high;

    private LongKeys(long[] stored, long[] absent) {
        super(stored.length);
        this.stored = stored;
        this.absent = absent;
        this.present = new long[stored.length];
        for (int i = 0; i < stored.length; i++) {
            present[i] = stored[lookUpRow(i)];
        }
        this.rowsInKeyOrder = sortedRows(stored);
        this.rangeStarts = permutation(rangeCount(), stored.length);
        this.low = new long[rangeCount()];
        this.high = new long[rangeCount()];
        for (int i = 0; i < rangeStarts.length; i++) {
            rangeStarts[i] *= RANGE;
            low[i] = stored[rowsInKeyOrder[rangeStarts[i]]];
            high[i] = stored[rowsInKeyOrder[rangeStarts[i] + RANGE - 1]];
        }
    }

    /** Uniformly random keys; the absent ones are as random. */
    static LongKeys random(int count) {
        SplittableRandom random = new SplittableRandom(1);
        long[] stored = random.longs(count).toArray();
        return new LongKeys(stored, random.longs(count).toArray());
    }

    /** 0, 1, 2 and so on; the absent ones are above them in random order, since there is nothing between. */
    static LongKeys sequential(int count) {
        long[] stored = new long[count];
        Arrays.setAll(stored, i -> i);
        int[] order = permutation(count, 2);
        long[] absent = new long[count];
        Arrays.setAll(absent, i -> (long) count + order[i]);
        return new LongKeys(stored, absent);
    }

    @Override
    int rowInKeyOrder(int i) {
        return rowsInKeyOrder[i];
    }

    @Override
    int rangeStart(int i) {
        return rangeStarts[i];
    }

    /** Peers that take numbers, beside those that take any keys. */
    static final List<String> PEERS = List.of("fastutil", "exchange-core ART", "MVMap", "MapDB", "LMDB");

    long storedKey(int row) {
        return stored[row];
    }

    long presentKey(int i) {
        return present[i];
    }

    long absentKey(int i) {
        return absent[i];
    }

    long lowKey(int i) {
        return low[i];
    }

    long highKey(int i) {
        return high[i];
    }

    @Override
    Structure structure(String name) {
        return switch (name) {
            case "fastutil" -> new FastutilStructure(this);
            case "exchange-core ART" -> new ObjectArtStructure(this);
            case "MVMap" -> new MvMapStructure(this);
            case "MapDB" -> new MapStructure<>(this, new Boxed(), mapDb());
            case "LMDB" -> new LmdbStructure(this);
            default -> Structure.of(name, this, new Boxed());
        };
    }

    /** Serialized nodes in byte arrays. */
    private static NavigableMap<Long, Long> mapDb() {
        return DBMaker.memoryDB()
                .make()
                .treeMap("bench", Serializer.LONG, Serializer.LONG)
                .create();
    }

    @Override
    long bytesOf(String peer) {
        return PEERS.contains(peer)
                ? Heap.bytesOf(() -> structure(peer))
                : Heap.bytesOf(this, new Boxed(), Peer.of(peer));
    }

    @Override
    ByteKeys bytes() {
        return new BigEndian();
    }

    @Override
    ByteKeys encodedBySchema() {
        return new BySchema();
    }

    private static int[] sortedRows(long[] keys) {
        long[] sorted = keys.clone();
        Arrays.sort(sorted);
        int[] rows = new int[keys.length];
        for (int row = 0; row < keys.length; row++) {
            rows[Arrays.binarySearch(sorted, keys[row])] = row;
        }
        return rows;
    }

    /** Eight bytes, the highest first, with the sign bit flipped: what the schema makes of INT64, written into one array. */
    private final class BigEndian implements ByteKeys {
        private final byte[] key = new byte[Long.BYTES];
        private final byte[] other = new byte[Long.BYTES];

        @Override
        public byte[] stored(int row) {
            return encode(stored[row], key);
        }

        @Override
        public byte[] present(int i) {
            return encode(present[i], key);
        }

        @Override
        public byte[] absent(int i) {
            return encode(absent[i], key);
        }

        @Override
        public int length() {
            return Long.BYTES;
        }

        @Override
        public KeyRange range(int i) {
            return KeyRange.between(encode(low[i], key), encode(high[i], other));
        }

        private byte[] encode(long value, byte[] to) {
            BIG.set(to, 0, value ^ Long.MIN_VALUE);
            return to;
        }
    }

    private final class BySchema implements ByteKeys {
        private final KeyBuffer key =
                new KeyBuffer(KeySchema.of(Column.asc("key", ColumnType.INT64).notNull()));

        @Override
        public byte[] stored(int row) {
            return key.clear().putLong(stored[row]).bytes();
        }

        @Override
        public byte[] present(int i) {
            return key.clear().putLong(present[i]).bytes();
        }

        @Override
        public byte[] absent(int i) {
            return key.clear().putLong(absent[i]).bytes();
        }

        @Override
        public int length() {
            return key.length();
        }

        @Override
        public KeyRange range(int i) {
            byte[] from = key.clear().putLong(low[i]).toBytes();
            return KeyRange.between(from, key.clear().putLong(high[i]).toBytes());
        }
    }

    /** Every key is boxed when it is asked for, as a caller that has a {@code long} must do. */
    private final class Boxed implements ObjectKeys<Long> {
        @Override
        public Long stored(int row) {
            return stored[row];
        }

        @Override
        public Long copy(int row) {
            return stored[row];
        }

        @Override
        public Long present(int i) {
            return present[i];
        }

        @Override
        public Long absent(int i) {
            return absent[i];
        }

        @Override
        public Long low(int i) {
            return low[i];
        }

        @Override
        public Long high(int i) {
            return high[i];
        }
    }
}
