package org.artindex.key;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.artindex.InvalidKeyException;
import org.artindex.KeyTooLongException;
import org.jspecify.annotations.Nullable;

/**
 * A key under construction: the columns of a schema are put one after the other, in the order of the schema. Cleared and
 * used again it encodes without allocating, apart from what a DECIMAL's digits need.
 *
 * <p>A put that throws leaves the key as it was before. Not safe for use by several threads at once.
 */
public final class KeyBuffer {
    static final VarHandle BIG_ENDIAN_LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    static final int ESCAPE = 0x01;
    static final int TERMINATOR = 0x00;
    static final int NULL_FIRST = 0x01;
    static final int VALUE = 0x02;
    static final int NULL_LAST = 0x03;

    private final KeySchema schema;
    private byte[] bytes;

    // bytes up to length belong to whole columns; a put writes from there to position and then moves length
    private int length;
    private int position;
    private int count;

    /**
     * Creates an empty key.
     *
     * @param schema the columns to come
     */
    public KeyBuffer(KeySchema schema) {
        this.schema = schema;
        this.bytes = new byte[schema.typicalLength()];
    }

    /**
     * Puts the next column.
     *
     * @param value a value of the column's Java type, or null for NULL
     * @return this
     * @throws InvalidKeyException if the column does not take the value, or there is no next column
     * @throws KeyTooLongException if the key would be longer than {@link KeySchema#MAX_KEY_LENGTH}
     */
    public KeyBuffer put(@Nullable Object value) {
        if (value == null) {
            return putNull();
        }
        Column column = begin();
        int start = position;
        column.type().codec().write(this, value);
        return end(column, start);
    }

    /**
     * Puts the next columns.
     *
     * @param values as for {@link #put}, one a column
     * @return this
     * @throws InvalidKeyException if a column does not take its value, or there are not so many columns
     * @throws KeyTooLongException if the key would be longer than {@link KeySchema#MAX_KEY_LENGTH}
     */
    public KeyBuffer putAll(@Nullable Object... values) {
        for (Object value : values) {
            put(value);
        }
        return this;
    }

    /**
     * Puts the next column, of an integer type.
     *
     * @param value a number in the range of the column's type
     * @return this
     * @throws InvalidKeyException if the column is of another type or the number does not fit it, or there is no next column
     * @throws KeyTooLongException if the key would be longer than {@link KeySchema#MAX_KEY_LENGTH}
     */
    public KeyBuffer putLong(long value) {
        Column column = begin();
        int start = position;
        column.type().codec().writeLong(this, value);
        return end(column, start);
    }

    /**
     * Puts the next column, of type DOUBLE or FLOAT.
     *
     * @param value a number; for FLOAT one that a float holds exactly, or NaN
     * @return this
     * @throws InvalidKeyException if the column is of another type or the number does not fit it, or there is no next column
     * @throws KeyTooLongException if the key would be longer than {@link KeySchema#MAX_KEY_LENGTH}
     */
    public KeyBuffer putDouble(double value) {
        Column column = begin();
        int start = position;
        column.type().codec().writeDouble(this, value);
        return end(column, start);
    }

    /**
     * Puts NULL into the next column.
     *
     * @return this
     * @throws InvalidKeyException if the column is NOT NULL, or there is no next column
     * @throws KeyTooLongException if the key would be longer than {@link KeySchema#MAX_KEY_LENGTH}
     */
    public KeyBuffer putNull() {
        Column column = next();
        if (!column.isNullable()) {
            throw new InvalidKeyException("column " + column + " cannot hold NULL");
        }
        position = length;
        putBigEndian(nullMarker(column), 1);
        return commit();
    }

    /**
     * Starts again with no columns.
     *
     * @return this
     */
    public KeyBuffer clear() {
        length = 0;
        count = 0;
        return this;
    }

    /**
     * Returns the length of the columns put so far.
     *
     * @return bytes
     */
    public int length() {
        return length;
    }

    /**
     * Returns the array that holds the key in its first {@link #length()} bytes.
     *
     * @return the internal array, not to be changed; the next put may replace it
     */
    public byte[] bytes() {
        return bytes;
    }

    /**
     * Returns how many columns were put.
     *
     * @return 0 up to the number of columns of the schema
     */
    public int columnCount() {
        return count;
    }

    /**
     * Tells whether all columns were put.
     *
     * @return true if this is a key, false if it is the beginning of one
     */
    public boolean isComplete() {
        return count == schema.columns().size();
    }

    /**
     * Returns the columns put so far.
     *
     * @return a copy
     */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, length);
    }

    /** As {@link #toBytes()} from a buffer that is not used any more: without a copy where the array is full. */
    byte[] release() {
        return length == bytes.length ? bytes : toBytes();
    }

    /** Returns what the keys with these columns and a value, not NULL, in the next one begin with. */
    byte[] toBytesBeforeValue() {
        begin();
        return Arrays.copyOf(bytes, position);
    }

    /** Puts the beginning of a TEXT or BYTES value; no column can follow. */
    KeyBuffer putPrefix(Object prefix) {
        Column column = begin();
        int start = position;
        column.type().codec().writePrefix(this, prefix);
        return end(column, start);
    }

    InvalidKeyException refused(Object value, String reason) {
        return new InvalidKeyException(
                "column " + next() + " does not take " + ValueCodec.describe(value) + ": " + reason);
    }

    int position() {
        return position;
    }

    /** Makes room for {@code count} more bytes, which the unchecked puts below need. */
    void claim(long count) {
        long needed = position + count;
        if (needed > KeySchema.MAX_KEY_LENGTH) {
            throw new KeyTooLongException(needed, KeySchema.MAX_KEY_LENGTH);
        }
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.min(KeySchema.MAX_KEY_LENGTH, (int) Math.max(needed, 2L * bytes.length)));
        }
    }

    /** Claims and puts the low {@code width} bytes of a number. */
    void putBigEndian(long value, int width) {
        claim(width);
        if (width == Long.BYTES) {
            BIG_ENDIAN_LONG.set(bytes, position, value);
            position += width;
            return;
        }
        for (int shift = 8 * (width - 1); shift >= 0; shift -= 8) {
            bytes[position++] = (byte) (value >>> shift);
        }
    }

    /** Puts a claimed byte. */
    void putByte(int value) {
        bytes[position++] = (byte) value;
    }

    void putTerminator() {
        bytes[position++] = TERMINATOR;
    }

    /** Continues behind claimed bytes that were written into {@link #bytes()}. */
    void moveTo(int end) {
        position = end;
    }

    /**
     * Writes one byte of TEXT or BYTES: 00 as 01 00 and 01 as 01 01, all others as they are. The terminator 00 then sorts
     * before all content, and neither content nor escape can be taken for it.
     */
    static int writeEscaped(byte[] bytes, int at, int content) {
        int next = at;
        if (content <= ESCAPE) {
            bytes[next++] = ESCAPE;
        }
        bytes[next++] = (byte) content;
        return next;
    }

    void invertFrom(int start) {
        for (int i = start; i < position; i++) {
            bytes[i] = (byte) ~bytes[i];
        }
    }

    static int nullMarker(Column column) {
        return column.nulls() == Column.Nulls.FIRST ? NULL_FIRST : NULL_LAST;
    }

    private Column next() {
        if (isComplete()) {
            throw new InvalidKeyException("more values than columns in " + schema);
        }
        return schema.columns().get(count);
    }

    private Column begin() {
        Column column = next();
        position = length;
        if (column.isNullable()) {
            putBigEndian(VALUE, 1);
        }
        return column;
    }

    private KeyBuffer end(Column column, int start) {
        if (column.order() == Column.Order.DESC) {
            invertFrom(start);
        }
        return commit();
    }

    private KeyBuffer commit() {
        length = position;
        count++;
        return this;
    }
}
