package org.artindex.memory;

import net.openhft.chronicle.core.UnsafeMemory;

/**
 * Raw off-heap memory: the only class that reads or writes an address.
 *
 * <p>Addresses are absolute, values are little-endian, unsigned bytes and shorts come back as {@code int}. Nothing is
 * bounds-checked: a caller passes addresses that lie in a slab or a block. Plain accesses only; publication to other
 * threads is the business of {@code org.artindex.state}.
 *
 * <p>How memory is reached is {@linkplain AccessChoice chosen} once for the JVM, by what it allows and the system property
 * {@code art.memory}. {@link Arena} and {@link MappedRegion} throw a typed error where it cannot be reached at all.
 */
public final class Memory {
    private static final MemoryAccess ACCESS = AccessChoice.access();

    /**
     * Whether words are read and written without going through {@link #ACCESS}: the compiler inlines up to a depth, and one call more in
     * each access was seen to make builds and inserts up to 1.5 times slower in half of the runs.
     */
    private static final boolean DIRECT = ACCESS instanceof UnsafeAccess;

    /** Above this a call that copies by vectors is faster than a loop over words, which the compiler does not turn into them. */
    private static final int LOOPED_COPY = 256;

    private Memory() {}

    /** How memory is reached in this JVM: {@code unsafe}, {@code foreign} or {@code checked}. */
    public static String access() {
        return ACCESS.name();
    }

    /**
     * Allocates memory whose content is undefined.
     *
     * @param size bytes, at least 1
     * @throws OutOfMemoryError when the system refuses
     */
    public static long allocate(long size) {
        assert size > 0;
        return ACCESS.allocate(size);
    }

    /** Frees what {@link #allocate} returned. */
    public static void free(long address, long size) {
        ACCESS.free(address, size);
    }

    public static long getLong(long address) {
        return DIRECT ? UnsafeMemory.unsafeGetLong(address) : ACCESS.getLong(address);
    }

    public static void putLong(long address, long value) {
        if (DIRECT) {
            UnsafeMemory.unsafePutLong(address, value);
        } else {
            ACCESS.putLong(address, value);
        }
    }

    public static int getInt(long address) {
        return DIRECT ? UnsafeMemory.unsafeGetInt(address) : ACCESS.getInt(address);
    }

    public static void putInt(long address, int value) {
        if (DIRECT) {
            UnsafeMemory.unsafePutInt(address, value);
        } else {
            ACCESS.putInt(address, value);
        }
    }

    /** Reads an unsigned 16-bit value. */
    public static int getShort(long address) {
        return ACCESS.getShort(address) & 0xFFFF;
    }

    public static void putShort(long address, int value) {
        ACCESS.putShort(address, (short) value);
    }

    /** Reads an unsigned byte. */
    public static int getByte(long address) {
        return (DIRECT ? UnsafeMemory.unsafeGetByte(address) : ACCESS.getByte(address)) & 0xFF;
    }

    public static void putByte(long address, int value) {
        if (DIRECT) {
            UnsafeMemory.unsafePutByte(address, (byte) value);
        } else {
            ACCESS.putByte(address, (byte) value);
        }
    }

    /**
     * Asks for the cache line of a word that is likely to be read soon, without waiting for it: the branch on its value is
     * predicted, so the processor goes on while the line is under way. There is no prefetch instruction to be had here.
     *
     * @param address of a word that is never all ones, such as a node pointer
     */
    public static void touch(long address) {
        if (getLong(address) == -1L) {
            throw new AssertionError("a word of ones at " + Long.toHexString(address));
        }
    }

    /**
     * Asks for the cache lines of many words together, see {@link #touch}. A load that misses holds up the few hundred instructions
     * after it, so as many lines are under way at once as the loop that asks for them is short.
     *
     * @param addresses the first {@code count} are of words that are not all ones
     */
    public static void touchAll(long[] addresses, int count) {
        long ones = count == 0 ? 0 : -1L;
        for (int i = 0; i < count; i++) {
            ones &= getLong(addresses[i]);
        }
        if (ones == -1L) {
            throw new AssertionError(count + " words of ones");
        }
    }

    /** Copies between ranges that may overlap. */
    public static void copy(long from, long to, long size) {
        ACCESS.copy(from, to, size);
    }

    /** Copies whole words between ranges that do not overlap; faster than {@link #copy} for few. */
    public static void copyWords(long from, long to, int size) {
        assert (size & 7) == 0;
        for (int i = 0; i < size; i += Long.BYTES) {
            putLong(to + i, getLong(from + i));
        }
    }

    /** Copies a node, which may be large. */
    public static void copyNode(long from, long to, int size) {
        if (size > LOOPED_COPY) {
            copy(from, to, size);
        } else {
            copyWords(from, to, size);
        }
    }

    public static void copyFromArray(byte[] from, int fromIndex, long to, int size) {
        assert fromIndex >= 0 && size >= 0 && fromIndex + size <= from.length;
        ACCESS.copyFromArray(from, fromIndex, to, size);
    }

    public static void copyToArray(long from, byte[] to, int toIndex, int size) {
        assert toIndex >= 0 && size >= 0 && toIndex + size <= to.length;
        ACCESS.copyToArray(from, to, toIndex, size);
    }

    /** Clears whole words. */
    public static void zeroWords(long address, int size) {
        fillWords(address, size, 0);
    }

    /** Fills with a repeated word. */
    public static void fillWords(long address, int size, long word) {
        assert (size & 7) == 0;
        for (int i = 0; i < size; i += Long.BYTES) {
            putLong(address + i, word);
        }
    }
}
