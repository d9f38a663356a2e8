package org.artindex.bench.duplicates;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.artindex.bench.RowSum;

/** The rows 0, 1, 2 and so on, each with a key of few. */
final class RowData {
    private final long[] keys;
    private final int[] keyOfRow;

    private RowData(long[] keys, int[] keyOfRow) {
        this.keys = keys;
        this.keyOfRow = keyOfRow;
    }

    /** The key of a row is the row modulo the number of keys. */
    static RowData modulo(int keyCount, int rows) {
        long[] keys = new long[keyCount];
        int[] keyOfRow = new int[rows];
        for (int key = 0; key < keyCount; key++) {
            keys[key] = key;
        }
        for (int row = 0; row < rows; row++) {
            keyOfRow[row] = row % keyCount;
        }
        return new RowData(keys, keyOfRow);
    }

    /** Random keys, and the key of a row is one of them at random. */
    static RowData random(int keyCount, int rows) {
        SplittableRandom random = new SplittableRandom(1);
        long[] keys = random.longs(keyCount).toArray();
        return new RowData(keys, random.ints(rows, 0, keyCount).toArray());
    }

    int rows() {
        return keyOfRow.length;
    }

    long[] keys() {
        return keys;
    }

    long key(int row) {
        return keys[keyOfRow[row]];
    }

    /** What must be found under each key. */
    Map<Long, RowSum> sums() {
        Map<Long, RowSum> sums = new HashMap<>();
        for (int row = 0; row < keyOfRow.length; row++) {
            sums.merge(key(row), new RowSum(1, row), RowSum::plus);
        }
        return sums;
    }
}
