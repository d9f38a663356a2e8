package org.artindex.bench.duplicates;

import org.artindex.bench.RowSum;

/** A structure that gives each key, a 64-bit number, a set of row ids. */
abstract class RowSets implements AutoCloseable {
    /** What there is to compare with, and how to make an empty one. */
    enum Kind {
        ART("art"),
        ROARING("TreeMap of Roaring64"),
        PAIRS("TreeSet of (key, row)"),
        MV_MAP("MVMap of (key, row)"),
        LMDB("LMDB of (key, row)");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }

        RowSets make() {
            return switch (this) {
                case ART -> new ArtRowSets();
                case ROARING -> new RoaringRowSets();
                case PAIRS -> new PairRowSets();
                case MV_MAP -> new MvMapRowSets();
                case LMDB -> new LmdbRowSets();
            };
        }
    }

    /** Begins to add or to remove. */
    abstract void beginChanges();

    abstract void add(long key, long row);

    abstract void remove(long key, long row);

    abstract void endChanges();

    /** Reads all rows of a key. */
    abstract RowSum rows(long key);

    abstract boolean contains(long key, long row);

    /** Called once all rows are added. */
    void compact() {}

    /** Bytes outside the heap. */
    long offHeapBytes() {
        return 0;
    }

    @Override
    public abstract void close();
}
