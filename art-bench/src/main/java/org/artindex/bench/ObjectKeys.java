package org.artindex.bench;

/**
 * The keys of a {@link KeySet} as a map takes them.
 *
 * @param <K> the type of the keys
 */
interface ObjectKeys<K extends Comparable<K>> {
    /** The key of a row. */
    K stored(int row);

    /** The key of a row as an object that shares nothing with any other, for measuring what a map keeps alive. */
    K copy(int row);

    /** The i-th key that is looked up and is there. */
    K present(int i);

    /** The i-th key that is looked up and is not there. */
    K absent(int i);

    /** The lowest key of the i-th range. */
    K low(int i);

    /** The highest key of the i-th range. */
    K high(int i);
}
