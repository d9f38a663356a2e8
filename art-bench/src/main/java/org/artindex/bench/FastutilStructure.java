package org.artindex.bench;

import it.unimi.dsi.fastutil.longs.Long2LongAVLTreeMap;
import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.objects.ObjectIterator;

/** The AVL tree of fastutil, which boxes nothing. */
final class FastutilStructure extends LongStructure {
    private final Long2LongAVLTreeMap map = new Long2LongAVLTreeMap();

    FastutilStructure(LongKeys keys) {
        super(keys);
        map.defaultReturnValue(ABSENT);
    }

    @Override
    void put(long key, long row) {
        map.put(key, row);
    }

    @Override
    long get(long key) {
        return map.get(key);
    }

    @Override
    long remove(long key, long row) {
        return map.remove(key);
    }

    /** Its upper bounds are exclusive. */
    @Override
    Rows rows(long low, long high) {
        ObjectIterator<Long2LongMap.Entry> entries = high == Long.MAX_VALUE
                ? map.tailMap(low).long2LongEntrySet().iterator()
                : map.subMap(low, high + 1).long2LongEntrySet().iterator();
        return () -> entries.hasNext() ? entries.next().getLongValue() : ABSENT;
    }

    @Override
    long size() {
        return map.size();
    }

    @Override
    public void close() {
        map.clear();
    }
}
