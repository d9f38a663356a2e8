package org.artindex.support;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;
import org.artindex.key.KeySchema;

/** Short names for the keys that tests use; those of one method are prefix-free among themselves. */
public final class Keys {
    /** One LONG column without NULL: eight bytes a key. */
    public static final KeySchema LONGS =
            KeySchema.of(Column.asc("n", ColumnType.INT64).notNull());

    /** One TEXT column without NULL. */
    public static final KeySchema TEXTS =
            KeySchema.of(Column.asc("t", ColumnType.TEXT).notNull());

    private Keys() {}

    /** A key of eight bytes in numeric order, by the schema {@link #LONGS}. */
    public static byte[] of(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number ^ Long.MIN_VALUE).array();
    }

    /** The number that {@link #of} made a key of. */
    public static long number(byte[] key) {
        return ByteBuffer.wrap(key).getLong() ^ Long.MIN_VALUE;
    }

    /** A text and its terminator. */
    public static byte[] text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return Arrays.copyOf(bytes, bytes.length + 1);
    }

    /** Bytes written in hexadecimal. */
    public static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replace(" ", ""));
    }

    public static String toHex(byte[] key) {
        String digits = HexFormat.of().formatHex(key);
        return digits.length() <= 80 ? digits : digits.substring(0, 80) + "... (" + key.length + " bytes)";
    }

    /** As many equal bytes as asked for. */
    public static byte[] repeated(int value, int count) {
        byte[] bytes = new byte[count];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    public static byte[] concat(byte[]... parts) {
        ByteBuffer all = ByteBuffer.allocate(
                Arrays.stream(parts).mapToInt(part -> part.length).sum());
        for (byte[] part : parts) {
            all.put(part);
        }
        return all.array();
    }

    /** The same bytes with the one at an index changed. */
    public static byte[] changedAt(byte[] key, int index) {
        byte[] changed = key.clone();
        changed[index] ^= 0x10;
        return changed;
    }
}
