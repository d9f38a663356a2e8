package org.artindex.key;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.artindex.InvalidKeyException;
import org.artindex.KeyTooLongException;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a key: turns their values into bytes whose unsigned order is the order of the index, back again, and into
 * ranges. No key is a prefix of another key of the same schema. Immutable and safe for use by several threads.
 *
 * <p>Ranges come in two kinds. {@link #equal}, {@link #atLeast}, {@link #greaterThan}, {@link #atMost}, {@link #lessThan} and
 * {@link #between} take the first one or more columns and mean <em>the order of the index</em>: a greater value of a DESC
 * column comes first, so {@code atLeast(7)} holds 7 and 6 but not 8, and NULL counts as a value in its place. {@link #where}
 * means <em>the order of the values</em>, whatever the direction, and leaves out NULL, as SQL does.
 */
public final class KeySchema {
    /** The most bytes an encoded key may have. */
    public static final int MAX_KEY_LENGTH = 131_040;

    /** The most columns a schema may have. */
    public static final int MAX_COLUMN_COUNT = 1024;

    private static final byte[] NOTHING = new byte[0];

    private final List<Column> columns;
    private final int nullableEnd;
    private final int typicalLength;

    private KeySchema(List<Column> columns) {
        this.columns = columns;
        int end = 0;
        int length = 0;
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            length += column.type().codec().typicalLength();
            if (column.isNullable()) {
                end = i + 1;
                length++;
            }
        }
        this.nullableEnd = end;
        this.typicalLength = length;
    }

    /**
     * Creates a schema.
     *
     * @param columns 1 to {@link #MAX_COLUMN_COUNT} columns with different names; copied
     * @return the schema
     * @throws IllegalArgumentException if there are too few or too many columns or a name occurs twice
     */
    public static KeySchema of(Column... columns) {
        if (columns.length == 0 || columns.length > MAX_COLUMN_COUNT) {
            throw new IllegalArgumentException(columns.length + " columns; 1 to " + MAX_COLUMN_COUNT + " are allowed");
        }
        Set<String> names = new HashSet<>();
        for (Column column : columns) {
            if (!names.add(column.name())) {
                throw new IllegalArgumentException("two columns are called " + column.name());
            }
        }
        return new KeySchema(List.of(columns));
    }

    /**
     * Returns the columns in the order of the key.
     *
     * @return an immutable list
     */
    public List<Column> columns() {
        return columns;
    }

    /**
     * Encodes a key. {@link KeyBuffer} does the same without boxing and allocating.
     *
     * @param values one a column, of the Java type that {@link ColumnType} names, or null for NULL
     * @return the key, a new array
     * @throws InvalidKeyException if there are more or fewer values than columns or a column does not take its value
     * @throws KeyTooLongException if the key would be longer than {@link #MAX_KEY_LENGTH}
     */
    public byte[] encode(@Nullable Object... values) {
        if (values.length < columns.size()) {
            throw new InvalidKeyException(values.length + " values for the " + columns.size() + " columns in " + this);
        }
        return new KeyBuffer(this).putAll(values).release();
    }

    /**
     * Decodes a key.
     *
     * @param key a key that this schema encoded
     * @return one value a column, null for NULL; a new array
     * @throws InvalidKeyException if this schema encodes nothing to these bytes
     */
    public @Nullable Object[] decode(byte[] key) {
        KeyReader in = new KeyReader(key, key.length, columns.get(0));
        @Nullable Object[] values = new @Nullable Object[columns.size()];
        for (int i = 0; i < values.length; i++) {
            Column column = columns.get(i);
            values[i] = in.enter(column) ? column.type().codec().read(in) : null;
        }
        if (!in.isAtEnd()) {
            throw in.malformed("more bytes than columns");
        }
        return values;
    }

    /**
     * Checks that bytes have the shape of a key: a part for each column, and nothing after the last. Unlike {@link #decode} it
     * does not look at values, so it takes some bytes that the schema would not encode.
     *
     * @param key any bytes
     * @throws InvalidKeyException if they have not
     */
    public void checkShape(byte[] key) {
        KeyReader in = new KeyReader(key, key.length, columns.get(0));
        columns.forEach(in::pass);
        if (!in.isAtEnd()) {
            throw in.malformed("more bytes than columns");
        }
    }

    /**
     * Tells whether any column of a key is NULL, which exempts it from uniqueness where NULLs are distinct. Reads no further
     * than it must: nothing if all columns are NOT NULL, and only the marker byte of a leading column that is NULL.
     *
     * @param key a key that this schema encoded
     * @return true if a column is NULL
     * @throws InvalidKeyException if a part that was read cannot come from this schema
     */
    public boolean hasNull(byte[] key) {
        return hasNull(key, key.length, columns.size());
    }

    /**
     * Tells whether any of the first columns of a key is NULL; see {@link #hasNull(byte[])}.
     *
     * @param key holds in its first {@code length} bytes a key that this schema encoded
     * @param count of the columns to look at, at most all
     * @return true if one of them is NULL
     * @throws InvalidKeyException if a part that was read cannot come from this schema
     */
    public boolean hasNull(byte[] key, int length, int count) {
        int end = Math.min(count, nullableEnd);
        if (end == 0) {
            return false;
        }
        KeyReader in = new KeyReader(key, length, columns.get(0));
        for (int i = 0; i < end - 1; i++) {
            Column column = columns.get(i);
            if (!in.enter(column)) {
                return true;
            }
            column.type().codec().skip(in);
        }
        return !in.enter(columns.get(end - 1));
    }

    /**
     * Tells how many bytes the first columns of a key take. Keys agree in these columns exactly if they agree in these bytes.
     *
     * @param key holds in its first {@code length} bytes a key that this schema encoded
     * @param count of the columns, at most all
     * @return the number of bytes
     * @throws InvalidKeyException if a part that was read cannot come from this schema
     */
    public int prefixLength(byte[] key, int length, int count) {
        KeyReader in = new KeyReader(key, length, columns.get(0));
        for (int i = 0; i < count; i++) {
            in.pass(columns.get(i));
        }
        return in.position();
    }

    /**
     * Returns the keys whose first columns have the given values.
     *
     * @param values of the first one or more columns; null selects NULL, as IS NULL does
     * @return the range
     * @throws InvalidKeyException as {@link #encode}, but fewer values than columns are allowed
     * @throws KeyTooLongException as {@link #encode}
     */
    public KeyRange equal(@Nullable Object... values) {
        KeyBuffer bound = bound(values);
        return KeyRange.of(bound.toBytes(), after(bound));
    }

    /**
     * Returns the keys that do not come before the given values in the order of the index.
     *
     * @param values of the first one or more columns
     * @return the range, including all keys whose first columns have these values
     * @throws InvalidKeyException as {@link #equal}
     * @throws KeyTooLongException as {@link #encode}
     */
    public KeyRange atLeast(@Nullable Object... values) {
        return KeyRange.of(bound(values).toBytes(), null);
    }

    /**
     * Returns the keys that come after the given values in the order of the index.
     *
     * @param values of the first one or more columns
     * @return the range, without any key whose first columns have these values
     * @throws InvalidKeyException as {@link #equal}
     * @throws KeyTooLongException as {@link #encode}
     */
    public KeyRange greaterThan(@Nullable Object... values) {
        byte[] after = after(bound(values));
        return after == null ? KeyRange.empty() : KeyRange.of(after, null);
    }

    /**
     * Returns the keys that do not come after the given values in the order of the index.
     *
     * @param values of the first one or more columns
     * @return the range, including all keys whose first columns have these values
     * @throws InvalidKeyException as {@link #equal}
     * @throws KeyTooLongException as {@link #encode}
     */
    public KeyRange atMost(@Nullable Object... values) {
        return KeyRange.of(NOTHING, after(bound(values)));
    }

    /**
     * Returns the keys that come before the given values in the order of the index.
     *
     * @param values of the first one or more columns
     * @return the range, without any key whose first columns have these values
     * @throws InvalidKeyException as {@link #equal}
     * @throws KeyTooLongException as {@link #encode}
     */
    public KeyRange lessThan(@Nullable Object... values) {
        return KeyRange.of(NOTHING, bound(values).toBytes());
    }

    /**
     * Returns the keys from one bound to another in the order of the index, both included. The bounds may give different
     * numbers of columns.
     *
     * @param low values of the first one or more columns
     * @param high values of the first one or more columns
     * @return the range, empty if low comes after high
     * @throws InvalidKeyException as {@link #equal}
     * @throws KeyTooLongException as {@link #encode}
     */
    public KeyRange between(@Nullable Object[] low, @Nullable Object[] high) {
        return atLeast(low).intersect(atMost(high));
    }

    /**
     * Returns the keys whose first columns have the given values and whose next column, a TEXT or BYTES, begins with a prefix:
     * {@code LIKE 'Saint%'}.
     *
     * @param values of the first columns, none or more, and then the prefix; an empty prefix selects all but NULL
     * @return the range
     * @throws InvalidKeyException as {@link #equal}, or if the last column is of another type
     * @throws KeyTooLongException as {@link #encode}
     */
    public KeyRange startsWith(@Nullable Object... values) {
        int last = values.length - 1;
        Object prefix = last < 0 ? null : values[last];
        if (prefix == null) {
            throw new InvalidKeyException("startsWith without a prefix");
        }
        KeyBuffer bound = new KeyBuffer(this);
        for (int i = 0; i < last; i++) {
            bound.put(values[i]);
        }
        return KeyRange.prefix(bound.putPrefix(prefix).toBytes());
    }

    /**
     * Returns the keys whose first columns have the given values and whose next column compares to a value, in the order of the
     * values: {@code LESS} selects lower values of a DESC column too. A key with NULL in that column is never selected, and a
     * comparison with null selects nothing.
     *
     * <p>A column of a numeric type compares with a number of any type and size from the JDK exactly: an INT32 is below 1.5 if it
     * is at most 1, and always below 2^40. All other columns compare with a value of their own Java type.
     *
     * <p>An inequality of both sides is the {@link KeyRange#intersect} of two.
     *
     * @param leading values of the first columns, none or more; null selects NULL, as in {@link #equal}
     * @param comparison how the next column compares
     * @param value what it compares to, or null
     * @return the range
     * @throws InvalidKeyException as {@link #equal}
     * @throws KeyTooLongException as {@link #encode}
     */
    public KeyRange where(@Nullable Object[] leading, Comparison comparison, @Nullable Object value) {
        KeyBuffer bound = new KeyBuffer(this).putAll(leading);
        KeyRange present = KeyRange.prefix(bound.toBytesBeforeValue());
        if (value == null) {
            return KeyRange.empty();
        }
        Column column = columns.get(leading.length);
        Bound nearest = column.type().codec().bound(value);
        byte[] from = bound.put(nearest.value()).toBytes();
        byte[] after = after(bound);
        Comparison adjusted = nearest.adjust(comparison);
        if (adjusted == null) {
            return KeyRange.empty();
        }
        Comparison inIndex = column.order() == Column.Order.DESC ? adjusted.mirrored() : adjusted;
        KeyRange compared = switch (inIndex) {
            case EQUAL -> KeyRange.of(from, after);
            case LESS -> KeyRange.of(NOTHING, from);
            case AT_MOST -> KeyRange.of(NOTHING, after);
            case GREATER -> after == null ? KeyRange.empty() : KeyRange.of(after, null);
            case AT_LEAST -> KeyRange.of(from, null);
        };
        return present.intersect(compared);
    }

    /**
     * Returns the keys whose first columns have the given values and whose next column is not NULL.
     *
     * @param leading values of the first columns, none or more; null selects NULL, as in {@link #equal}
     * @return the range
     * @throws InvalidKeyException as {@link #equal}, or if there is no next column
     * @throws KeyTooLongException as {@link #encode}
     */
    public KeyRange whereNotNull(@Nullable Object... leading) {
        return KeyRange.prefix(new KeyBuffer(this).putAll(leading).toBytesBeforeValue());
    }

    /**
     * Returns a number that tells schemas apart: a 64-bit hash of {@link #toBytes()}, and so of names, types, orders, NULLs and
     * the version of the encoding. Names count because an index over (b, a) taken for one over (a, b) answers wrongly, while
     * a renamed column costs one rebuild.
     *
     * @return the same number for equal schemas, in every process and release that encodes keys the same way
     */
    public long fingerprint() {
        return SchemaFormat.hash(toBytes());
    }

    /**
     * Returns the persisted form.
     *
     * @return a new array, which tells its own version and end
     */
    public byte[] toBytes() {
        return SchemaFormat.write(columns);
    }

    /**
     * Reads the persisted form. Allocates no more than a small multiple of its size, whatever counts it claims.
     *
     * @param bytes what {@link #toBytes()} gave
     * @return the schema
     * @throws InvalidKeyException if the bytes are damaged or of a version that is not known
     */
    public static KeySchema fromBytes(byte[] bytes) {
        return SchemaFormat.read(bytes);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof KeySchema schema && columns.equals(schema.columns);
    }

    @Override
    public int hashCode() {
        return columns.hashCode();
    }

    @Override
    public String toString() {
        return columns.stream().map(Column::toString).collect(Collectors.joining(", ", "(", ")"));
    }

    /** The bytes of a key with all columns of fixed width, or a guess where some have none. */
    int typicalLength() {
        return typicalLength;
    }

    private KeyBuffer bound(@Nullable Object... values) {
        if (values.length == 0) {
            throw new InvalidKeyException("a bound without any value");
        }
        return new KeyBuffer(this).putAll(values);
    }

    /** The first key after those that begin with the bound, or after the bound itself if it is a whole key; null for none. */
    private static byte @Nullable [] after(KeyBuffer bound) {
        byte[] bytes = bound.toBytes();
        return bound.isComplete() ? KeyRange.justAfter(bytes) : KeyRange.afterPrefix(bytes);
    }
}
