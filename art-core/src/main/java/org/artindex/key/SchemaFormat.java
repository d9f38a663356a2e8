package org.artindex.key;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.artindex.InvalidKeyException;

/**
 * The persisted form of a schema, big-endian.
 *
 * <pre>
 * offset  size  field
 * 0       1     version of this form, 1
 * 1       1     version of the key encoding, 1
 * 2       2     number of columns
 * 4             columns, one after the other:
 *   0     1       type, {@link ColumnType#code()}
 *   1     1       order, {@link Column.Order#code()}
 *   2     1       nulls, {@link Column.Nulls#code()}
 *   3     2       length of the name in bytes
 *   5             name, UTF-8
 * </pre>
 */
final class SchemaFormat {
    private static final int FORM_VERSION = 1;
    private static final int ENCODING_VERSION = 1;
    private static final int HEADER_SIZE = 4;
    private static final int COLUMN_SIZE = 5;

    private SchemaFormat() {}

    static byte[] write(List<Column> columns) {
        List<byte[]> names = new ArrayList<>(columns.size());
        int size = HEADER_SIZE;
        for (Column column : columns) {
            byte[] name = column.name().getBytes(StandardCharsets.UTF_8);
            names.add(name);
            size += COLUMN_SIZE + name.length;
        }
        ByteBuffer out = ByteBuffer.allocate(size);
        out.put((byte) FORM_VERSION).put((byte) ENCODING_VERSION).putShort((short) columns.size());
        for (int i = 0; i < names.size(); i++) {
            Column column = columns.get(i);
            out.put((byte) column.type().code());
            out.put((byte) column.order().code());
            out.put((byte) column.nulls().code());
            out.putShort((short) names.get(i).length).put(names.get(i));
        }
        return out.array();
    }

    static KeySchema read(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            KeySchema schema = read(in);
            if (in.hasRemaining()) {
                throw new InvalidKeyException("schema is followed by " + in.remaining() + " more bytes");
            }
            return schema;
        } catch (BufferUnderflowException | CharacterCodingException | IllegalArgumentException e) {
            throw new InvalidKeyException("schema of " + bytes.length + " bytes is damaged: " + e.getMessage(), e);
        }
    }

    /** FNV-1a, whose low quality in the high bits the finisher of MurmurHash3 makes good. */
    static long hash(byte[] bytes) {
        long hash = 0xCBF2_9CE4_8422_2325L;
        for (byte next : bytes) {
            hash = (hash ^ (next & 0xFF)) * 0x100_0000_01B3L;
        }
        hash = (hash ^ (hash >>> 33)) * 0xFF51_AFD7_ED55_8CCDL;
        hash = (hash ^ (hash >>> 33)) * 0xC4CE_B9FE_1A85_EC53L;
        return hash ^ (hash >>> 33);
    }

    private static KeySchema read(ByteBuffer in) throws CharacterCodingException {
        int form = in.get() & 0xFF;
        int encoding = in.get() & 0xFF;
        if (form != FORM_VERSION || encoding != ENCODING_VERSION) {
            throw new InvalidKeyException("schema has form version " + form + " and key encoding version " + encoding
                    + "; known are " + FORM_VERSION + " and " + ENCODING_VERSION);
        }
        int count = in.getShort() & 0xFFFF;
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            columns.add(readColumn(in));
        }
        return KeySchema.of(columns.toArray(new Column[0]));
    }

    private static Column readColumn(ByteBuffer in) throws CharacterCodingException {
        ColumnType type = ColumnType.of(in.get() & 0xFF);
        Column.Order order = readOrder(in.get());
        Column.Nulls nulls = readNulls(in.get());
        int length = in.getShort() & 0xFFFF;
        if (length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        ByteBuffer name = in.slice(in.position(), length);
        in.position(in.position() + length);
        return new Column(StandardCharsets.UTF_8.newDecoder().decode(name).toString(), type, order, nulls);
    }

    private static Column.Order readOrder(int code) {
        for (Column.Order order : Column.Order.values()) {
            if (order.code() == code) {
                return order;
            }
        }
        throw new InvalidKeyException("no column order has the code " + code);
    }

    private static Column.Nulls readNulls(int code) {
        for (Column.Nulls nulls : Column.Nulls.values()) {
            if (nulls.code() == code) {
                return nulls;
            }
        }
        throw new InvalidKeyException("no order of NULLs has the code " + code);
    }
}
