package org.artindex.bench;

/**
 * An ordered index from keys to rows, driven through the operations of a {@link KeySet} and checked: any wrong row throws.
 *
 * <p>Subclasses do slices of an operation. The calls of slices, not the loops in them, make the JIT compile a method from its
 * beginning; one loop of a million rounds would stay in the code made for entering it in the middle.
 */
abstract class Structure implements AutoCloseable {
    /** What there is for all keys: our index with keys encoded ahead or by hand, with keys encoded through the schema, and maps. */
    static final String NAMES = "art, art-schema, TreeMap, ConcurrentSkipListMap";

    private static final int SLICE = 1000;

    final KeySet keys;

    Structure(KeySet keys) {
        this.keys = keys;
    }

    static <K extends Comparable<K>> Structure of(String name, KeySet keys, ObjectKeys<K> objects) {
        if (name.equals("art")) {
            return new ArtStructure(keys, keys.bytes());
        }
        if (name.equals("art-schema")) {
            return new ArtStructure(keys, keys.encodedBySchema());
        }
        for (Peer peer : Peer.values()) {
            if (peer.label().equals(name)) {
                return new MapStructure<>(keys, objects, peer.newMap());
            }
        }
        throw new IllegalArgumentException("no structure " + name + "; there are " + NAMES);
    }

    /** Inserts all keys one by one, in the order of their rows. */
    final void build() {
        beginBuild();
        inSlices(0, keys.count(), this::insert);
        endBuild();
    }

    /** Looks up the first so many present keys. */
    final void hits(int count) {
        hits(0, count);
    }

    /** Looks up a part of the present keys. */
    final void hits(int from, int to) {
        inSlices(from, to, this::hit);
    }

    /** Looks up the first so many absent keys. */
    final void misses(int count) {
        misses(0, count);
    }

    /** Looks up a part of the absent keys. */
    final void misses(int from, int to) {
        inSlices(from, to, this::miss);
    }

    /** Reads the first so many ranges, each from end to end. */
    final void ranges(int count) {
        inSlices(0, count, this::range);
    }

    /** Walks all keys in order. */
    final void scan() {
        beginScan();
        inSlices(0, keys.count(), this::step);
        endScan();
    }

    /** Removes all keys, in the order of the look-ups. */
    final void clear() {
        beginRemove();
        inSlices(0, keys.count(), this::remove);
        endRemove();
    }

    /** Whether it can be asked for the keys between two bounds. */
    boolean hasRanges() {
        return true;
    }

    /** Bytes that it holds outside the heap. */
    long offHeapBytes() {
        return 0;
    }

    abstract void beginBuild();

    abstract void insert(int from, int to);

    abstract void endBuild();

    abstract void hit(int from, int to);

    abstract void miss(int from, int to);

    abstract void range(int from, int to);

    abstract void beginScan();

    abstract void step(int from, int to);

    abstract void endScan();

    abstract void beginRemove();

    abstract void remove(int from, int to);

    abstract void endRemove();

    @Override
    public abstract void close();

    /** Called where a result differs from what the key set says. */
    static IllegalStateException wrong(String operation, int number, long expected, long actual) {
        return new IllegalStateException(
                "wrong result of " + operation + " " + number + ": expected " + expected + ", got " + actual);
    }

    interface Slice {
        void run(int from, int to);
    }

    static void inSlices(int begin, int end, Slice slice) {
        for (int from = begin; from < end; from += SLICE) {
            slice.run(from, Math.min(end, from + SLICE));
        }
    }
}
