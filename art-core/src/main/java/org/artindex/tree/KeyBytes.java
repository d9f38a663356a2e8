package org.artindex.tree;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.artindex.memory.Memory;

/** Reads, writes and copies eight key bytes of an array at once, which for short keys beats copying in bulk. */
public final class KeyBytes {
    /** Bytes that a buffer must have behind the place where {@link #putWord} writes. */
    static final int SLACK = 8;

    private static final VarHandle LITTLE = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle BIG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private KeyBytes() {}

    /** The bytes from an index on, the first one lowest; zeros stand for bytes past the end of the array. */
    static long word(byte[] key, int index) {
        if (index + Long.BYTES <= key.length) {
            return (long) LITTLE.get(key, index);
        }
        if (index >= key.length) {
            return 0;
        }
        if (key.length >= Long.BYTES) {
            return (long) LITTLE.get(key, key.length - Long.BYTES) >>> ((index + Long.BYTES - key.length) << 3);
        }
        long word = 0;
        for (int i = key.length - 1; i >= index; i--) {
            word = word << 8 | (key[i] & 0xFF);
        }
        return word;
    }

    static void putWord(byte[] key, int index, long word) {
        LITTLE.set(key, index, word);
    }

    /** Compares the first eight bytes of two arrays, as unsigned bytes. */
    static int compareFirstWords(byte[] one, byte[] other) {
        return Long.compareUnsigned((long) BIG.get(one, 0), (long) BIG.get(other, 0));
    }

    /** A key of at most eight bytes, its first byte highest. */
    static long leftAligned(byte[] key, int length) {
        if (key.length >= Long.BYTES) {
            long word = (long) BIG.get(key, 0);
            return length == Long.BYTES ? word : word & ~(-1L >>> (length << 3));
        }
        long word = 0;
        for (int i = 0; i < length; i++) {
            word |= (key[i] & 0xFFL) << (56 - (i << 3));
        }
        return word;
    }

    /** The index of the first byte in which two keys differ, the shorter length where one begins with the other, -1 if they are equal. */
    static int mismatch(byte[] a, int aLength, byte[] b, int bLength) {
        int limit = Math.min(aLength, bLength);
        for (int index = 0; index < limit; index += Long.BYTES) {
            long difference = word(a, index) ^ word(b, index);
            if (difference != 0) {
                int mismatch = index + (Long.numberOfTrailingZeros(difference) >>> 3);
                if (mismatch < limit) {
                    return mismatch;
                }
                break;
            }
        }
        return aLength == bLength ? -1 : limit;
    }

    /** Copies a key to raw memory, padded with zeros to a multiple of 8 bytes. */
    public static void copyPadded(byte[] key, int length, long to) {
        int index = 0;
        for (; index + Long.BYTES <= length; index += Long.BYTES) {
            Memory.putLong(to + index, (long) LITTLE.get(key, index));
        }
        if (index < length) {
            Memory.putLong(to + index, word(key, index) & -1L >>> (64 - ((length - index) << 3)));
        }
    }

    /** Copies a padded key from raw memory to an array with room for the padding. */
    public static void copyPadded(long from, int length, byte[] key) {
        for (int index = 0; index < length; index += Long.BYTES) {
            LITTLE.set(key, index, Memory.getLong(from + index));
        }
    }
}
