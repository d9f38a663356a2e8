package org.artindex.key;

import java.util.HexFormat;
import org.artindex.InvalidKeyException;

/**
 * Encoding of the values of one column type, ascending and without NULL; {@link KeyBuffer} and {@link KeyReader} see to
 * DESC and NULL.
 *
 * <p>Every codec keeps three promises: bytes compare as values do, no encoding is a prefix of another one, and
 * {@link #read} accepts only what {@link #write} produces, so a value has exactly one encoding.
 *
 * @param <T> the Java type of the values
 */
abstract class ValueCodec<T> {
    private static final int DESCRIBED_LENGTH = 80;

    private final Class<T> javaType;
    private final int typicalLength;

    ValueCodec(Class<T> javaType, int typicalLength) {
        this.javaType = javaType;
        this.typicalLength = typicalLength;
    }

    /** The bytes of every encoded value if the width is fixed, else of a common one. */
    final int typicalLength() {
        return typicalLength;
    }

    abstract void writeValue(KeyBuffer out, T value);

    abstract T read(KeyReader in);

    void skip(KeyReader in) {
        in.skip(typicalLength);
    }

    /** Throws {@link IllegalArgumentException} or {@link java.time.DateTimeException} on text that is no value. */
    abstract T parse(String text);

    String text(T value) {
        return value.toString();
    }

    final String format(Object value) {
        if (!javaType.isInstance(value)) {
            throw new InvalidKeyException("expected " + javaType.getSimpleName() + ", not " + describe(value));
        }
        return text(javaType.cast(value));
    }

    void write(KeyBuffer out, Object value) {
        if (!javaType.isInstance(value)) {
            throw out.refused(value, "expected " + javaType.getSimpleName());
        }
        writeValue(out, javaType.cast(value));
    }

    void writeLong(KeyBuffer out, long value) {
        throw out.refused(value, "not an integer column");
    }

    void writeDouble(KeyBuffer out, double value) {
        throw out.refused(value, "not a floating-point column");
    }

    /** Returns what to compare with for any value; one of a wrong type is returned as it is and refused when written. */
    Bound bound(Object value) {
        return new Bound(value, 0);
    }

    /** Writes what the encodings of all values that begin with {@code prefix}, and only theirs, begin with. */
    void writePrefix(KeyBuffer out, Object prefix) {
        throw out.refused(prefix, "only TEXT and BYTES have prefixes");
    }

    /** Shows a value in a message, shortened and with its Java type. */
    static String describe(Object value) {
        String text = value instanceof byte[] bytes
                ? HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, DESCRIBED_LENGTH))
                : value.toString();
        String shown = text.length() < DESCRIBED_LENGTH ? text : text.substring(0, DESCRIBED_LENGTH) + "...";
        return value.getClass().getSimpleName() + " '" + shown + "'";
    }
}
