package org.artindex.key;

import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A contiguous range of keys in unsigned byte order, in one normal form: from {@link #low()} inclusive to {@link #high()}
 * exclusive. Immutable and safe for use by several threads.
 *
 * <p>Any bounds are allowed; a low one that is not below the high one makes the empty range, of which there is only one. The
 * factories copy the arrays they are given. The accessors return the internal arrays, as they are read at every step of a
 * scan; whoever changes one breaks the range. A bound may be one byte longer than {@link KeySchema#MAX_KEY_LENGTH}.
 */
public final class KeyRange {
    private static final byte[] NOTHING = new byte[0];
    private static final KeyRange ALL = new KeyRange(NOTHING, null);
    private static final KeyRange EMPTY = new KeyRange(NOTHING, NOTHING);

    private final byte[] low;
    private final byte @Nullable [] high;

    private KeyRange(byte[] low, byte @Nullable [] high) {
        this.low = low;
        this.high = high;
    }

    /** Makes a range of arrays that nobody else will change. */
    static KeyRange of(byte[] low, byte @Nullable [] high) {
        return high != null && Arrays.compareUnsigned(low, high) >= 0 ? EMPTY : new KeyRange(low, high);
    }

    /**
     * Returns the range of all keys.
     *
     * @return from the empty key on, without end
     */
    public static KeyRange all() {
        return ALL;
    }

    /**
     * Returns the range of no key.
     *
     * @return the empty range
     */
    public static KeyRange empty() {
        return EMPTY;
    }

    /**
     * Returns the range of one key.
     *
     * @param key the key; copied
     * @return the range
     */
    public static KeyRange exactly(byte[] key) {
        return of(key.clone(), justAfter(key));
    }

    /**
     * Returns the range of a key and all above.
     *
     * @param key the lowest key; copied
     * @return the range
     */
    public static KeyRange atLeast(byte[] key) {
        return of(key.clone(), null);
    }

    /**
     * Returns the range of all keys above one.
     *
     * @param key the key below the range; copied
     * @return the range
     */
    public static KeyRange greaterThan(byte[] key) {
        return of(justAfter(key), null);
    }

    /**
     * Returns the range of a key and all below.
     *
     * @param key the highest key; copied
     * @return the range
     */
    public static KeyRange atMost(byte[] key) {
        return of(NOTHING, justAfter(key));
    }

    /**
     * Returns the range of all keys below one.
     *
     * @param key the key above the range; copied
     * @return the range
     */
    public static KeyRange lessThan(byte[] key) {
        return of(NOTHING, key.clone());
    }

    /**
     * Returns the range from one key to another one, both included. Other combinations are an {@link #intersect}.
     *
     * @param low the lowest key; copied
     * @param high the highest key; copied
     * @return the range, empty if the low key is above the high one
     */
    public static KeyRange between(byte[] low, byte[] high) {
        return of(low.clone(), justAfter(high));
    }

    /**
     * Returns the range of all keys that begin with some bytes.
     *
     * @param prefix the bytes; copied
     * @return the range; all keys if the prefix is empty, without end if it is nothing but FF
     */
    public static KeyRange prefix(byte[] prefix) {
        return of(prefix.clone(), afterPrefix(prefix));
    }

    /**
     * Returns the first key of the range, whether or not it exists.
     *
     * @return the inclusive bound, empty if the range begins with the first key; the internal array, not to be changed
     */
    public byte[] low() {
        return low;
    }

    /**
     * Returns the first key after the range.
     *
     * @return the exclusive bound, or null if the range has no end; the internal array, not to be changed
     */
    public byte @Nullable [] high() {
        return high;
    }

    /**
     * Tells whether no key can lie in the range.
     *
     * @return true for {@link #empty()} alone
     */
    public boolean isEmpty() {
        return high != null && high.length == 0;
    }

    /**
     * Tells whether exactly one key can lie in the range, so that a look-up of {@link #low()} answers it.
     *
     * @return true if this equals {@code exactly(low())}
     */
    public boolean isSingleKey() {
        byte[] end = high;
        return end != null
                && end.length == low.length + 1
                && end[low.length] == 0
                && Arrays.equals(low, 0, low.length, end, 0, low.length);
    }

    /**
     * Tells whether a key lies in the range.
     *
     * @param key the key
     * @return true if it is not below {@link #low()} and below {@link #high()}
     */
    public boolean contains(byte[] key) {
        return Arrays.compareUnsigned(low, key) <= 0 && (high == null || Arrays.compareUnsigned(key, high) < 0);
    }

    /**
     * Returns the keys that lie in both ranges.
     *
     * @param other another range
     * @return the common range, empty if they do not meet
     */
    public KeyRange intersect(KeyRange other) {
        byte[] highest = Arrays.compareUnsigned(low, other.low) >= 0 ? low : other.low;
        return of(highest, lowest(high, other.high));
    }

    private static byte @Nullable [] lowest(byte @Nullable [] a, byte @Nullable [] b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return Arrays.compareUnsigned(a, b) <= 0 ? a : b;
    }

    /** Returns the lowest key above a key: no key lies between {@code k} and {@code k 00}. */
    static byte[] justAfter(byte[] key) {
        return Arrays.copyOf(key, key.length + 1);
    }

    /**
     * Returns the lowest key above all that begin with a prefix, or null if there is none. The prefix followed by FF would not
     * do: keys that go on with FF FF are above it.
     */
    static byte @Nullable [] afterPrefix(byte[] prefix) {
        int last = prefix.length - 1;
        while (last >= 0 && prefix[last] == (byte) 0xFF) {
            last--;
        }
        if (last < 0) {
            return null;
        }
        byte[] after = Arrays.copyOf(prefix, last + 1);
        after[last]++;
        return after;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof KeyRange range && Arrays.equals(low, range.low) && Arrays.equals(high, range.high);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(low) + Arrays.hashCode(high);
    }

    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return "[" + hex.formatHex(low) + ", " + (high == null ? "end" : hex.formatHex(high)) + ")";
    }
}
