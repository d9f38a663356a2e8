package org.artindex.bench.duplicates;

import java.util.function.Supplier;
import org.artindex.bench.RowSum;

/** A structure that gives each key, a 64-bit number, a set of row ids. */
abstract class RowSets implements AutoCloseable {
    /** What there is to compare with, and how to make an empty one. */
    enum Kind {
        ART("art", ArtRowSets::new),
        ROARING("TreeMap of Roaring64", RoaringRowSets::new),
        PAIRS("TreeSet of (key, row)", PairRowSets::new),
        MV_MAP("MVMap of (key, row)", MvMapRowSets::new),
        LMDB("LMDB of (key, row)", LmdbRowSets::new);

        private final String label;
        private final Supplier<RowSets> maker;

        Kind(String label, Supplier<RowSets> maker) {
            this.label = label;
            this.maker = maker;
        }

        String label() {
            return label;
        }

        RowSets make() {
            return maker.get();
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
