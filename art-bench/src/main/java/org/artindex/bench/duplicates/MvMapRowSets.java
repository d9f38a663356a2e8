package org.artindex.bench.duplicates;

import java.nio.ByteBuffer;
import org.artindex.bench.RowSum;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.db.NullValueDataType;
import org.h2.mvstore.type.BasicDataType;
import org.h2.value.Value;
import org.h2.value.ValueNull;

/** The B-tree of H2 in memory, its keys pairs and its values nothing, as the indexes of H2 have them. */
final class MvMapRowSets extends RowSets {
    private final MVStore store = new MVStore.Builder().open();
    private final MVMap<Pair, Value> map = store.openMap(
            "bench", new MVMap.Builder<Pair, Value>().keyType(new PairType()).valueType(NullValueDataType.INSTANCE));

    private record Pair(long key, long row) implements Comparable<Pair> {
        @Override
        public int compareTo(Pair other) {
            int byKey = Long.compare(key, other.key);
            return byKey == 0 ? Long.compare(row, other.row) : byKey;
        }
    }

    @Override
    void beginChanges() {}

    @Override
    void add(long key, long row) {
        map.put(new Pair(key, row), ValueNull.INSTANCE);
    }

    @Override
    void remove(long key, long row) {
        map.remove(new Pair(key, row));
    }

    @Override
    void endChanges() {}

    @Override
    RowSum rows(long key) {
        long count = 0;
        long sum = 0;
        Cursor<Pair, Value> cursor = map.cursor(new Pair(key, 0), new Pair(key, Long.MAX_VALUE), false);
        while (cursor.hasNext()) {
            sum += cursor.next().row;
            count++;
        }
        return new RowSum(count, sum);
    }

    @Override
    boolean contains(long key, long row) {
        return map.containsKey(new Pair(key, row));
    }

    @Override
    public void close() {
        store.closeImmediately();
    }

    private static final class PairType extends BasicDataType<Pair> {
        private static final int MEMORY = 32;

        @Override
        public int compare(Pair a, Pair b) {
            return a.compareTo(b);
        }

        @Override
        public int getMemory(Pair pair) {
            return MEMORY;
        }

        @Override
        public void write(WriteBuffer buffer, Pair pair) {
            buffer.putLong(pair.key).putLong(pair.row);
        }

        @Override
        public Pair read(ByteBuffer buffer) {
            return new Pair(buffer.getLong(), buffer.getLong());
        }

        @Override
        public Pair[] createStorage(int size) {
            return new Pair[size];
        }
    }
}
