package org.artindex.key;

import java.math.BigDecimal;

/**
 * The eight IEEE 754 bytes, big-endian: all bits inverted where the sign bit is set, the sign bit alone where it is not. Zero
 * is written as +0.0 and NaN as 7FF8000000000000, the one pattern above +Infinity.
 */
final class DoubleCodec extends ValueCodec<Double> {
    DoubleCodec() {
        super(Double.class, Double.BYTES);
    }

    @Override
    void writeValue(KeyBuffer out, Double value) {
        writeDouble(out, value);
    }

    @Override
    void writeDouble(KeyBuffer out, double value) {
        long bits = value == 0 ? 0 : Double.doubleToLongBits(value);
        out.putBigEndian(bits < 0 ? ~bits : bits ^ Long.MIN_VALUE, Double.BYTES);
    }

    @Override
    Bound bound(Object value) {
        if (value instanceof Double) {
            return new Bound(value, 0);
        }
        BigDecimal exact = Bound.exact(value);
        if (exact == null) {
            // an infinity or NaN, which both types have
            return new Bound(value instanceof Float number ? (Object) number.doubleValue() : value, 0);
        }
        double nearest = exact.doubleValue();
        return Bound.near(nearest, nearest, exact);
    }

    @Override
    Double read(KeyReader in) {
        long encoded = in.readBigEndian(Double.BYTES);
        long bits = encoded < 0 ? encoded ^ Long.MIN_VALUE : ~encoded;
        double value = Double.longBitsToDouble(bits);
        if (bits == Long.MIN_VALUE || (Double.isNaN(value) && bits != Double.doubleToLongBits(Double.NaN))) {
            throw in.malformed("negative zero, or a NaN other than the one that stands for all");
        }
        return value;
    }

    @Override
    Double parse(String text) {
        double value = Double.parseDouble(FloatCodec.requirePlain(text));
        FloatCodec.requireMeant(Double.isInfinite(value), text);
        return value;
    }
}
