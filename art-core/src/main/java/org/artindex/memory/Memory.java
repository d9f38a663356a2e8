package org.artindex.memory;

import net.openhft.chronicle.core.UnsafeMemory;
import org.artindex.ArtIndexException;

/**
 * Raw off-heap memory: the only class that reads or writes an address.
 *
 * <p>Addresses are absolute, values are little-endian, unsigned bytes and shorts come back as {@code int}. Nothing is
 * bounds-checked: a caller passes addresses that lie in a slab or a block. Plain accesses only; publication to other
 * threads is the business of {@code org.artindex.state}.
 *
 * <p>It goes to chronicle-core's {@link UnsafeMemory} and not through {@code OS.memory()}, whose class initialiser starts
 * a logging framework and looks for native libraries.
 */
public final class Memory {
    private static final UnsafeMemory MEMORY = UnsafeMemory.MEMORY;

    static {
        if (!UnsafeMemory.IS_LITTLE_ENDIAN) {
            throw new ExceptionInInitializerError("art-core needs a little-endian machine: nodes have one byte order");
        }
    }

    private Memory() {}

    /**
     * Proves that this JVM lets raw memory be reached.
     *
     * @throws ArtIndexException naming the flag, when it does not
     */
    static void requireAccess() {
        try {
            MEMORY.freeMemory(MEMORY.allocate(Long.BYTES), Long.BYTES);
        } catch (UnsupportedOperationException denied) {
            throw new ArtIndexException(
                    "this JVM denies access to memory through sun.misc.Unsafe: start it with"
                            + " --sun-misc-unsafe-memory-access=allow",
                    denied);
        }
    }

    /**
     * Allocates memory whose content is undefined.
     *
     * @param size bytes, at least 1
     * @throws OutOfMemoryError when the system refuses
     */
    public static long allocate(long size) {
        assert size > 0;
        return MEMORY.allocate(size);
    }

    /** Frees what {@link #allocate} returned. */
    public static void free(long address, long size) {
        MEMORY.freeMemory(address, size);
    }

    public static long getLong(long address) {
        return UnsafeMemory.unsafeGetLong(address);
    }

    public static void putLong(long address, long value) {
        UnsafeMemory.unsafePutLong(address, value);
    }

    public static int getInt(long address) {
        return UnsafeMemory.unsafeGetInt(address);
    }

    public static void putInt(long address, int value) {
        UnsafeMemory.unsafePutInt(address, value);
    }

    /** Reads an unsigned 16-bit value. */
    public static int getShort(long address) {
        return MEMORY.readShort(address) & 0xFFFF;
    }

    public static void putShort(long address, int value) {
        MEMORY.writeShort(address, (short) value);
    }

    /** Reads an unsigned byte. */
    public static int getByte(long address) {
        return UnsafeMemory.unsafeGetByte(address) & 0xFF;
    }

    public static void putByte(long address, int value) {
        UnsafeMemory.unsafePutByte(address, (byte) value);
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
        MEMORY.copyMemory(from, to, size);
    }

    /** Copies whole words between ranges that do not overlap; faster than {@link #copy} for a node. */
    public static void copyWords(long from, long to, int size) {
        assert (size & 7) == 0;
        for (int i = 0; i < size; i += Long.BYTES) {
            putLong(to + i, getLong(from + i));
        }
    }

    public static void copyFromArray(byte[] from, int fromIndex, long to, int size) {
        assert fromIndex >= 0 && size >= 0 && fromIndex + size <= from.length;
        MEMORY.copyMemory(from, fromIndex, to, size);
    }

    public static void copyToArray(long from, byte[] to, int toIndex, int size) {
        assert toIndex >= 0 && size >= 0 && toIndex + size <= to.length;
        MEMORY.copyMemory(from, to, UnsafeMemory.UNSAFE.arrayBaseOffset(byte[].class) + (long) toIndex, size);
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
