package org.artindex.bench.duplicates;

import java.util.TreeMap;
import org.artindex.bench.RowSum;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.longlong.LongIterator;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/** A map of the JDK from keys to compressed bitmaps. */
final class RoaringRowSets extends RowSets {
    private final TreeMap<Long, Roaring64Bitmap> map = new TreeMap<>();

    @Override
    void beginChanges() {}

    @Override
    void add(long key, long row) {
        map.computeIfAbsent(key, absent -> new Roaring64Bitmap()).addLong(row);
    }

    @Override
    void remove(long key, long row) {
        Roaring64Bitmap rows = set(key);
        rows.removeLong(row);
        if (rows.isEmpty()) {
            map.remove(key);
        }
    }

    @Override
    void endChanges() {}

    @Override
    RowSum rows(long key) {
        LongIterator rows = set(key).getLongIterator();
        long count = 0;
        long sum = 0;
        while (rows.hasNext()) {
            sum += rows.next();
            count++;
        }
        return new RowSum(count, sum);
    }

    @Override
    boolean contains(long key, long row) {
        return set(key).contains(row);
    }

    @Override
    void compact() {
        map.values().forEach(rows -> {
            rows.runOptimize();
            rows.trim();
        });
    }

    @Override
    public void close() {
        map.clear();
    }

    private Roaring64Bitmap set(long key) {
        @Nullable Roaring64Bitmap rows = map.get(key);
        return rows == null ? new Roaring64Bitmap() : rows;
    }
}
