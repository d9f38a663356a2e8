package org.artindex.key;

import java.time.DateTimeException;
import org.artindex.InvalidKeyException;

/**
 * What a column holds: the Java type of its values, their order and their encoding.
 *
 * <p>A column of an integer type takes a {@link Byte}, {@link Short}, {@link Integer} or {@link Long} whose value fits it; all
 * others take exactly the Java type named below. Decoding gives the type named below.
 */
public enum ColumnType {
    /** {@link Boolean}; false before true. */
    BOOLEAN(1, new BooleanCodec()),
    /** {@link Byte}; -128 to 127 in numeric order. */
    INT8(2, new IntegerCodec(1, Byte.MIN_VALUE, Byte.MAX_VALUE, value -> (byte) value)),
    /** {@link Short}; -32,768 to 32,767 in numeric order. */
    INT16(3, new IntegerCodec(2, Short.MIN_VALUE, Short.MAX_VALUE, value -> (short) value)),
    /** {@link Integer}; -2^31 to 2^31 - 1 in numeric order. */
    INT32(4, new IntegerCodec(4, Integer.MIN_VALUE, Integer.MAX_VALUE, value -> (int) value)),
    /** {@link Long}; -2^63 to 2^63 - 1 in numeric order. */
    INT64(5, new IntegerCodec(8, Long.MIN_VALUE, Long.MAX_VALUE, value -> value)),
    /** {@link Long}; 0 to 2^32 - 1 in numeric order. */
    UINT32(6, new IntegerCodec(4, 0, 0xFFFF_FFFFL, value -> value)),
    /** {@link Float}; numeric order, -0.0 and 0.0 are one value, all NaNs are one value above +Infinity. */
    FLOAT(7, new FloatCodec()),
    /** {@link Double}; numeric order, -0.0 and 0.0 are one value, all NaNs are one value above +Infinity. */
    DOUBLE(8, new DoubleCodec()),
    /**
     * {@link java.math.BigDecimal}; numeric order, values that are equal by {@code compareTo} are one value and come back
     * without trailing zeros.
     */
    DECIMAL(9, new DecimalCodec()),
    /**
     * {@link String}; ordered by code point, which is the order of its UTF-8 bytes and differs from
     * {@link String#compareTo} above U+FFFF. Lone surrogates are refused.
     */
    TEXT(10, new TextCodec()),
    /** {@code byte[]}; ordered by unsigned bytes, a prefix before what it begins. */
    BYTES(11, new BytesCodec()),
    /** {@link java.util.UUID}; ordered by its 16 bytes, unsigned, unlike {@link java.util.UUID#compareTo}. */
    UUID(12, new UuidCodec()),
    /** {@link java.time.LocalDate}; its full range. */
    DATE(13, new DateCodec()),
    /** {@link java.time.LocalTime}; its full range, in nanoseconds. */
    TIME(14, new TimeCodec()),
    /**
     * {@link java.time.Instant}; its full range, in nanoseconds. A point on the time line has one order everywhere, a local
     * date-time has not; a host with zoneless timestamps converts them at UTC, which loses nothing.
     */
    TIMESTAMP(15, new TimestampCodec());

    private final int code;

    // no codec has state that changes, and this module depends on no annotation that could say so
    @SuppressWarnings("ImmutableEnumChecker")
    private final ValueCodec<?> codec;

    ColumnType(int code, ValueCodec<?> codec) {
        this.code = code;
        this.codec = codec;
    }

    /**
     * Returns the number that stands for this type in files.
     *
     * @return a code from 1 to 255 that never changes
     */
    public int code() {
        return code;
    }

    /**
     * Returns the type with a code.
     *
     * @param code a number that {@link #code()} gave
     * @return the type
     * @throws InvalidKeyException if there is no such type
     */
    public static ColumnType of(int code) {
        for (ColumnType type : values()) {
            if (type.code == code) {
                return type;
            }
        }
        throw new InvalidKeyException("no column type has the code " + code);
    }

    /**
     * Reads a value from text: {@code true} or {@code false} in any case, decimal integers, {@code NaN}, {@code Infinity} and
     * numbers with or without exponent, text as it stands, bytes in hexadecimal, UUIDs of 36 characters, ISO-8601 dates,
     * times and instants.
     *
     * @param text the text, without blanks around it
     * @return a value that a column of this type takes
     * @throws InvalidKeyException if the text is no value of this type; the message names both
     */
    public Object parse(String text) {
        try {
            return codec.parse(text);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new InvalidKeyException("not a value of type " + this + ": " + ValueCodec.describe(text), e);
        }
    }

    /**
     * Writes a value as the text that {@link #parse} reads.
     *
     * @param value a value that a column of this type takes
     * @return the text
     * @throws InvalidKeyException if the value is of another Java type
     */
    public String format(Object value) {
        return codec.format(value);
    }

    ValueCodec<?> codec() {
        return codec;
    }
}
