package org.artindex.key;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/** As {@link DoubleCodec}, in four bytes; NaN is written as 7FC00000. */
final class FloatCodec extends ValueCodec<Float> {
    private static final Pattern PLAIN =
            Pattern.compile("[+-]?(NaN|Infinity|([0-9]++\\.?+[0-9]*+|\\.[0-9]++)([eE][+-]?[0-9]++)?)");

    FloatCodec() {
        super(Float.class, Float.BYTES);
    }

    @Override
    void writeValue(KeyBuffer out, Float value) {
        putFloat(out, value);
    }

    @Override
    void writeDouble(KeyBuffer out, double value) {
        float narrow = (float) value;
        if (narrow != value && !Double.isNaN(value)) {
            throw out.refused(value, "not exactly a float");
        }
        putFloat(out, narrow);
    }

    @Override
    Bound bound(Object value) {
        if (value instanceof Float) {
            return new Bound(value, 0);
        }
        BigDecimal exact = Bound.exact(value);
        if (exact == null) {
            // an infinity or NaN, which both types have
            return new Bound(value instanceof Double number ? (Object) number.floatValue() : value, 0);
        }
        float nearest = exact.floatValue();
        return Bound.near(nearest, nearest, exact);
    }

    private static void putFloat(KeyBuffer out, float value) {
        int bits = value == 0 ? 0 : Float.floatToIntBits(value);
        out.putBigEndian(bits < 0 ? ~bits : bits ^ Integer.MIN_VALUE, Float.BYTES);
    }

    @Override
    Float read(KeyReader in) {
        int encoded = (int) in.readBigEndian(Float.BYTES);
        int bits = encoded < 0 ? encoded ^ Integer.MIN_VALUE : ~encoded;
        float value = Float.intBitsToFloat(bits);
        if (bits == Integer.MIN_VALUE || (Float.isNaN(value) && bits != Float.floatToIntBits(Float.NaN))) {
            throw in.malformed("negative zero, or a NaN other than the one that stands for all");
        }
        return value;
    }

    @Override
    Float parse(String text) {
        float value = Float.parseFloat(requirePlain(text));
        requireMeant(Float.isInfinite(value), text);
        return value;
    }

    /** Refuses what Java's number parsers allow but a data file does not mean: blanks, type suffixes, hexadecimal. */
    static String requirePlain(String text) {
        if (!PLAIN.matcher(text).matches()) {
            throw new IllegalArgumentException("not a decimal number");
        }
        return text;
    }

    /** Refuses a finite number that is too large, which the parsers turn into infinity. */
    static void requireMeant(boolean infinite, String text) {
        if (infinite && !text.endsWith("Infinity")) {
            throw new IllegalArgumentException("beyond the largest finite number");
        }
    }
}
