package org.artindex.build;

/** What an index forbids: told of every key in order, it throws at the first one that must not be. */
public interface KeyCheck {
    /** Allows everything. */
    KeyCheck NONE = new KeyCheck() {};

    /**
     * A key comes after another one.
     *
     * @param before the key before it, of no bytes where this is the first one
     * @param mismatch the index of the first byte in which both differ
     */
    default void newKey(byte[] before, int beforeLength, byte[] key, int length, int mismatch) {}

    /** A key has two rows. */
    default void repeatedKey(byte[] key, int length, long firstRow, long secondRow) {}
}
