package org.artindex.bench;

import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.LongDataType;
import org.jspecify.annotations.Nullable;

/** The B-tree of H2 in memory: copy-on-write pages, no file behind them. */
final class MvMapStructure extends LongStructure {
    private final MVStore store = new MVStore.Builder().open();
    private final MVMap<Long, Long> map = store.openMap(
            "bench",
            new MVMap.Builder<Long, Long>().keyType(LongDataType.INSTANCE).valueType(LongDataType.INSTANCE));

    MvMapStructure(LongKeys keys) {
        super(keys);
    }

    @Override
    void put(long key, long row) {
        map.put(key, row);
    }

    @Override
    long get(long key) {
        @Nullable Long row = map.get(key);
        return row == null ? ABSENT : row;
    }

    @Override
    long remove(long key, long row) {
        @Nullable Long removed = map.remove(key);
        return removed == null ? ABSENT : removed;
    }

    @Override
    Rows rows(long low, long high) {
        Cursor<Long, Long> cursor = map.cursor(low, high, false);
        return () -> {
            if (!cursor.hasNext()) {
                return ABSENT;
            }
            cursor.next();
            return cursor.getValue();
        };
    }

    @Override
    long size() {
        return map.sizeAsLong();
    }

    @Override
    public void close() {
        store.closeImmediately();
    }
}
