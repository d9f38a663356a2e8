package org.artindex.build;

/** What an index forbids: told of keys in order, it throws at the first one that must not be. Thread-safe. */
public interface KeyCheck {
    /** In place of a row id that is not known. */
    long UNKNOWN_ROW = -1;

    /** Whether a key may have any number of rows, and a pair come any number of times. */
    boolean allowsRepeats();

    /** Whether a key may be forbidden because of the one before it, so that {@link #newKey} is to be called. */
    boolean comparesNeighbours();

    /**
     * A key comes after another one.
     *
     * @param before the key before it
     * @param beforeRow a row of the key before it
     * @param row a row of the key
     * @param mismatch the index of the first byte in which both keys differ
     */
    void newKey(byte[] before, int beforeLength, long beforeRow, byte[] key, int length, long row, int mismatch);

    /** A key has two rows. */
    void repeatedKey(byte[] key, int length, long firstRow, long secondRow);

    /**
     * A pair was added again.
     *
     * @param row its row, or {@link #UNKNOWN_ROW} where it is known only that the key has such a row
     */
    void repeatedEntry(byte[] key, int length, long row);
}
