package org.artindex.bench;

import java.util.Iterator;
import java.util.Map;
import java.util.NavigableMap;

/** A map of the JDK from keys to rows as {@code Long}. */
final class MapStructure<K extends Comparable<K>> extends Structure {
    private final ObjectKeys<K> objects;
    private final NavigableMap<K, Long> map;
    private Iterator<Map.Entry<K, Long>> scan;

    MapStructure(KeySet keys, ObjectKeys<K> objects, NavigableMap<K, Long> map) {
        super(keys);
        this.objects = objects;
        this.map = map;
        this.scan = map.entrySet().iterator();
    }

    @Override
    void beginBuild() {}

    @Override
    void insert(int from, int to) {
        for (int row = from; row < to; row++) {
            Long before = map.put(objects.stored(row), (long) row);
            if (before != null) {
                throw wrong("insert", row, -1, before);
            }
        }
    }

    @Override
    void endBuild() {}

    @Override
    void hit(int from, int to) {
        for (int i = from; i < to; i++) {
            Long row = map.get(objects.present(i));
            if (row == null || row != keys.lookUpRow(i)) {
                throw wrong("hit", i, keys.lookUpRow(i), row == null ? -1 : row);
            }
        }
    }

    @Override
    void miss(int from, int to) {
        for (int i = from; i < to; i++) {
            Long row = map.get(objects.absent(i));
            if (row != null) {
                throw wrong("miss", i, -1, row);
            }
        }
    }

    @Override
    void range(int from, int to) {
        for (int i = from; i < to; i++) {
            int place = keys.rangeStart(i);
            int end = place + KeySet.RANGE;
            for (Map.Entry<K, Long> entry :
                    map.subMap(objects.low(i), true, objects.high(i), true).entrySet()) {
                if (place == end || entry.getValue() != keys.rowInKeyOrder(place)) {
                    throw wrong("range", i, keys.rowInKeyOrder(place), entry.getValue());
                }
                place++;
            }
            if (place != end) {
                throw wrong("range", i, end, place);
            }
        }
    }

    @Override
    void beginScan() {
        scan = map.entrySet().iterator();
    }

    @Override
    void step(int from, int to) {
        for (int i = from; i < to; i++) {
            long row = scan.next().getValue();
            if (row != keys.rowInKeyOrder(i)) {
                throw wrong("scan", i, keys.rowInKeyOrder(i), row);
            }
        }
    }

    @Override
    void endScan() {
        if (scan.hasNext()) {
            throw wrong("scan", keys.count(), -1, scan.next().getValue());
        }
    }

    @Override
    void beginRemove() {}

    @Override
    void remove(int from, int to) {
        for (int i = from; i < to; i++) {
            Long row = map.remove(objects.present(i));
            if (row == null || row != keys.lookUpRow(i)) {
                throw wrong("remove", i, keys.lookUpRow(i), row == null ? -1 : row);
            }
        }
    }

    @Override
    void endRemove() {
        if (!map.isEmpty()) {
            throw wrong("remove", keys.count(), 0, map.size());
        }
    }

    @Override
    public void close() {
        map.clear();
    }
}
