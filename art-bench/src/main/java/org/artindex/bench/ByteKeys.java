package org.artindex.bench;

import org.artindex.key.KeyRange;

/** The keys of a {@link KeySet} as an index takes them: bytes, in the first {@link #length} bytes of an array that may be reused. */
interface ByteKeys {
    /** The key of a row. */
    byte[] stored(int row);

    /** The i-th key that is looked up and is there. */
    byte[] present(int i);

    /** The i-th key that is looked up and is not there. */
    byte[] absent(int i);

    /** Bytes of the key that was asked for last. */
    int length();

    /** The i-th range of {@link KeySet#RANGE} keys. */
    KeyRange range(int i);
}
