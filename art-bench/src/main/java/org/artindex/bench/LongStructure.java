package org.artindex.bench;

/** An ordered index from 64-bit numbers to rows that is not a map of the JDK. */
abstract class LongStructure extends Structure {
    /** What is returned where there is no row. */
    static final long ABSENT = -1;

    private final LongKeys numbers;
    private Rows scan = () -> ABSENT;

    /** The rows of ascending keys, one after the other. */
    interface Rows {
        /** The next row, {@link #ABSENT} at the end. */
        long next();
    }

    LongStructure(LongKeys numbers) {
        super(numbers);
        this.numbers = numbers;
    }

    /** Adds a key that is not there. */
    abstract void put(long key, long row);

    /** The row of a key. */
    abstract long get(long key);

    /** Removes a key and returns the row it had, or merely any row where the structure does not say. */
    abstract long remove(long key, long row);

    /** The rows of the keys between two bounds, both included. */
    abstract Rows rows(long low, long high);

    abstract long size();

    @Override
    void beginBuild() {}

    @Override
    void insert(int from, int to) {
        for (int row = from; row < to; row++) {
            put(numbers.storedKey(row), row);
        }
    }

    @Override
    void endBuild() {}

    @Override
    void hit(int from, int to) {
        for (int i = from; i < to; i++) {
            long row = get(numbers.presentKey(i));
            if (row != keys.lookUpRow(i)) {
                throw wrong("hit", i, keys.lookUpRow(i), row);
            }
        }
    }

    @Override
    void miss(int from, int to) {
        for (int i = from; i < to; i++) {
            long row = get(numbers.absentKey(i));
            if (row != ABSENT) {
                throw wrong("miss", i, ABSENT, row);
            }
        }
    }

    @Override
    void range(int from, int to) {
        for (int i = from; i < to; i++) {
            Rows rows = rows(numbers.lowKey(i), numbers.highKey(i));
            int place = keys.rangeStart(i);
            int end = place + KeySet.RANGE;
            for (long row = rows.next(); row != ABSENT; row = rows.next()) {
                if (place == end || row != keys.rowInKeyOrder(place)) {
                    throw wrong("range", i, keys.rowInKeyOrder(place), row);
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
        scan = rows(Long.MIN_VALUE, Long.MAX_VALUE);
    }

    @Override
    void step(int from, int to) {
        for (int i = from; i < to; i++) {
            long row = scan.next();
            if (row != keys.rowInKeyOrder(i)) {
                throw wrong("scan", i, keys.rowInKeyOrder(i), row);
            }
        }
    }

    @Override
    void endScan() {
        long row = scan.next();
        if (row != ABSENT) {
            throw wrong("scan", keys.count(), ABSENT, row);
        }
    }

    @Override
    void beginRemove() {}

    @Override
    void remove(int from, int to) {
        for (int i = from; i < to; i++) {
            long row = remove(numbers.presentKey(i), keys.lookUpRow(i));
            if (row != keys.lookUpRow(i)) {
                throw wrong("remove", i, keys.lookUpRow(i), row);
            }
        }
    }

    @Override
    void endRemove() {
        if (size() != 0) {
            throw wrong("remove", keys.count(), 0, size());
        }
    }
}
