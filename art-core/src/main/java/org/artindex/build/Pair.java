package org.artindex.build;

import org.artindex.memory.Memory;
import org.artindex.tree.KeyBytes;

/**
 * A (key, row id) pair in raw memory.
 *
 * <table>
 * <caption>Pair</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>7</td><td>row id</td></tr>
 * <tr><td>7</td><td>1</td><td>bytes of the key, 255 for 255 and more</td></tr>
 * <tr><td>8</td><td>0 or 8</td><td>bytes of the key, where the field before is 255</td></tr>
 * <tr><td></td><td>key</td><td>the key, padded with zeros to a multiple of 8</td></tr>
 * </table>
 *
 * <p>Pairs are sorted by a string of their own: the key's bytes, then the eight bytes of the row id, the highest first. Since
 * no key begins with another one, this is the order of keys and, within a key, of row ids. Words of that string are read
 * eight bytes at a time, up to seven bytes past the pair's end: memory that holds pairs has {@link #SLACK} bytes behind the last.
 */
final class Pair {
    /** Bytes that must be readable behind a pair. */
    static final int SLACK = 8;

    /** Bytes of the string that pairs are sorted by, beyond the key's. */
    static final int ROW_BYTES = Long.BYTES;

    private static final int LENGTH_SHIFT = 56;
    private static final int LONG_KEY = 255;
    private static final long ROW_MASK = (1L << LENGTH_SHIFT) - 1;

    private Pair() {}

    /** Bytes that a pair takes. */
    static int size(int keyLength) {
        return (keyLength < LONG_KEY ? Long.BYTES : 2 * Long.BYTES) + ((keyLength + 7) & -8);
    }

    /** Bytes that the pair at an address takes. */
    static int sizeAt(long pair) {
        return size(keyLength(pair));
    }

    /** Writes a pair. */
    static void write(long pair, byte[] key, int length, long row) {
        long to = pair + Long.BYTES;
        if (length < LONG_KEY) {
            Memory.putLong(pair, (long) length << LENGTH_SHIFT | row);
        } else {
            Memory.putLong(pair, (long) LONG_KEY << LENGTH_SHIFT | row);
            Memory.putLong(to, length);
            to += Long.BYTES;
        }
        KeyBytes.copyPadded(key, length, to);
    }

    /** Copies a pair. */
    static void copy(long pair, long to, int size) {
        Memory.copyWords(pair, to, size);
    }

    static long row(long pair) {
        return Memory.getLong(pair) & ROW_MASK;
    }

    static int keyLength(long pair) {
        int length = (int) (Memory.getLong(pair) >>> LENGTH_SHIFT);
        return length < LONG_KEY ? length : (int) Memory.getLong(pair + Long.BYTES);
    }

    static long keyAddress(long pair) {
        return pair + (Memory.getLong(pair) >>> LENGTH_SHIFT < LONG_KEY ? Long.BYTES : 2 * Long.BYTES);
    }

    /** Eight bytes of the string from an index on, the first one highest; zeros stand for bytes past its end. */
    static long word(long pair, int index) {
        int inKey = keyLength(pair) - index;
        if (inKey >= Long.BYTES) {
            return Long.reverseBytes(Memory.getLong(keyAddress(pair) + index));
        }
        if (inKey > 0) {
            long word = Long.reverseBytes(Memory.getLong(keyAddress(pair) + index));
            int keyBits = inKey << 3;
            return (word & -1L << (64 - keyBits)) | row(pair) >>> keyBits;
        }
        return inKey > -ROW_BYTES ? row(pair) << (-inKey << 3) : 0;
    }

    /** Compares the strings of two pairs from an index on, before which they are equal. */
    static int compare(long a, long b, int from) {
        int end = Math.max(keyLength(a), keyLength(b)) + ROW_BYTES;
        for (int index = firstDifference(a, b, from, end); index < end; index += Long.BYTES) {
            int order = Long.compareUnsigned(word(a, index), word(b, index));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    /** How many bytes from an index on, before which they are equal, two strings have in common, up to a limit. */
    static int mismatch(long a, long b, int from, int limit) {
        for (int index = firstDifference(a, b, from, limit); index < limit; index += Long.BYTES) {
            long difference = word(a, index) ^ word(b, index);
            if (difference != 0) {
                return Math.min(limit, index + (Long.numberOfLeadingZeros(difference) >>> 3));
            }
        }
        return limit;
    }

    /** The index of the first word from an index on that differs or that is not in both keys: long keys may share much. */
    private static int firstDifference(long a, long b, int from, int limit) {
        long keyA = keyAddress(a);
        long keyB = keyAddress(b);
        int end = Math.min(limit, Math.min(keyLength(a), keyLength(b))) - Long.BYTES;
        int index = from;
        while (index <= end && Memory.getLong(keyA + index) == Memory.getLong(keyB + index)) {
            index += Long.BYTES;
        }
        return index;
    }
}
