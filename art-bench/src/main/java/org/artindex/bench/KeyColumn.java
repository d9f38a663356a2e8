package org.artindex.bench;

import java.util.Arrays;
import org.artindex.key.KeyBuffer;

/** The encoded keys of the rows 0, 1, 2 and so on, one after the other in a few large arrays. */
public final class KeyColumn {
    private static final int CHUNK_SHIFT = 24;
    private static final int CHUNK = 1 << CHUNK_SHIFT;

    private byte[][] chunks = new byte[0][];
    private long[] starts;
    private int[] lengths;
    private long end;
    private int count;
    private int longest;

    /** Makes an empty column with room for so many rows. */
    public KeyColumn(int rows) {
        starts = new long[rows];
        lengths = new int[rows];
    }

    /** Appends the key that a buffer holds. */
    public void add(KeyBuffer key) {
        add(key.bytes(), key.length());
    }

    /** Appends the key in the first {@code length} bytes; a key never lies in two chunks. */
    public void add(byte[] key, int length) {
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count + 1);
            lengths = Arrays.copyOf(lengths, 2 * count + 1);
        }
        if (offset(end) + length > CHUNK) {
            end = (long) (chunk(end) + 1) << CHUNK_SHIFT;
        }
        if (chunk(end) >= chunks.length) {
            chunks = Arrays.copyOf(chunks, chunk(end) + 1);
            chunks[chunk(end)] = new byte[CHUNK];
        }
        System.arraycopy(key, 0, chunks[chunk(end)], offset(end), length);
        starts[count] = end;
        lengths[count++] = length;
        end += length;
        longest = Math.max(longest, length);
    }

    /** Rows, and as many keys. */
    public int count() {
        return count;
    }

    /** Bytes of the longest key. */
    public int longest() {
        return longest;
    }

    /** Writes the key of a row to the front of an array and returns its length. */
    public int copy(int row, byte[] to) {
        int length = lengths[row];
        System.arraycopy(chunks[chunk(starts[row])], offset(starts[row]), to, 0, length);
        return length;
    }

    /** The key of a row, in the given array where that has its length. */
    public byte[] copyOver(int row, byte[] reusable) {
        byte[] key = reusable.length == lengths[row] ? reusable : new byte[lengths[row]];
        copy(row, key);
        return key;
    }

    /** The key of a row. */
    public byte[] key(int row) {
        byte[] key = new byte[lengths[row]];
        copy(row, key);
        return key;
    }

    private static int chunk(long place) {
        return (int) (place >> CHUNK_SHIFT);
    }

    private static int offset(long place) {
        return (int) place & (CHUNK - 1);
    }
}
