package org.artindex.bench;

import exchange.core2.collections.art.LongAdaptiveRadixTreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The adaptive radix tree of exchange-core: the node types of the paper as Java objects over keys of type {@code long}. It walks
 * all its entries at a time, and has no ranges.
 */
final class ObjectArtStructure extends LongStructure {
    private final LongAdaptiveRadixTreeMap<Long> map = new LongAdaptiveRadixTreeMap<>();

    ObjectArtStructure(LongKeys keys) {
        super(keys);
    }

    @Override
    void put(long key, long row) {
        map.put(unsigned(key), row);
    }

    @Override
    long get(long key) {
        @Nullable Long row = map.get(unsigned(key));
        return row == null ? ABSENT : row;
    }

    /** It does not say what was removed. */
    @Override
    long remove(long key, long row) {
        map.remove(unsigned(key));
        return row;
    }

    @Override
    boolean hasRanges() {
        return false;
    }

    @Override
    Rows rows(long low, long high) {
        throw new UnsupportedOperationException("no ranges");
    }

    @Override
    void beginScan() {}

    /** The whole walk is made at the end. */
    @Override
    void step(int from, int to) {}

    @Override
    void endScan() {
        int[] place = {0};
        map.forEach(
                (key, row) -> {
                    int expected = keys.rowInKeyOrder(place[0]++);
                    if (row != expected) {
                        throw wrong("scan", place[0] - 1, expected, row);
                    }
                },
                Integer.MAX_VALUE);
        if (place[0] != keys.count()) {
            throw wrong("scan", place[0], keys.count(), place[0]);
        }
    }

    @Override
    long size() {
        return map.size(Integer.MAX_VALUE);
    }

    @Override
    public void close() {
        map.clear();
    }

    /** It orders keys by their bytes. */
    private static long unsigned(long key) {
        return key ^ Long.MIN_VALUE;
    }
}
