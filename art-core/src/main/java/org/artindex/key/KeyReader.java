package org.artindex.key;

import org.artindex.InvalidKeyException;

/** Reads a key column by column and undoes what DESC, NULL and escapes did. Refuses whatever the encoder cannot produce. */
final class KeyReader {
    private final byte[] key;
    private final int length;
    private int position;
    private Column column;
    private int inversion;

    /** Reads the key in the first {@code length} bytes of an array. */
    KeyReader(byte[] key, int length, Column first) {
        this.key = key;
        this.length = length;
        this.column = first;
        if (length > KeySchema.MAX_KEY_LENGTH) {
            throw malformed("longer than any key");
        }
    }

    /** Goes to a column; returns false if it is NULL, and then nothing more of it is to be read. */
    boolean enter(Column next) {
        column = next;
        if (column.isNullable()) {
            inversion = 0;
            int marker = readByte();
            if (marker == KeyBuffer.nullMarker(column)) {
                return false;
            }
            if (marker != KeyBuffer.VALUE) {
                throw malformed("NULL marker " + marker);
            }
        }
        inversion = column.order() == Column.Order.DESC ? 0xFF : 0;
        return true;
    }

    /** Goes past a column. */
    void pass(Column next) {
        if (enter(next)) {
            next.type().codec().skip(this);
        }
    }

    /** Bytes that were read. */
    int position() {
        return position;
    }

    boolean isAtEnd() {
        return position == length;
    }

    int readByte() {
        if (position == length) {
            throw malformed("key ends too early");
        }
        return (key[position++] & 0xFF) ^ inversion;
    }

    long readBigEndian(int width) {
        if (width == Long.BYTES && length - position >= width) {
            position += width;
            return (long) KeyBuffer.BIG_ENDIAN_LONG.get(key, position - width) ^ (inversion == 0 ? 0 : -1L);
        }
        long value = 0;
        for (int i = 0; i < width; i++) {
            value = (value << 8) | readByte();
        }
        return value;
    }

    void skip(int width) {
        if (width > length - position) {
            throw malformed("key ends too early");
        }
        position += width;
    }

    byte[] readEscaped() {
        int start = position;
        int count = skipEscaped();
        position = start;
        byte[] content = new byte[count];
        for (int i = 0; i < count; i++) {
            int read = readByte();
            content[i] = (byte) (read == KeyBuffer.ESCAPE ? readByte() : read);
        }
        position++;
        return content;
    }

    /** Returns the number of content bytes. */
    int skipEscaped() {
        int count = 0;
        int read = readByte();
        while (read != KeyBuffer.TERMINATOR) {
            if (read == KeyBuffer.ESCAPE && readByte() > KeyBuffer.ESCAPE) {
                throw malformed("needless escape");
            }
            count++;
            read = readByte();
        }
        return count;
    }

    InvalidKeyException malformed(String reason) {
        return new InvalidKeyException(
                "bytes are no key at column " + column + ", before byte " + position + " of " + length + ": " + reason);
    }
}
