package org.artindex.key;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.function.LongFunction;

/** Distance from the smallest value, big-endian in the width of the type; for signed types that flips the sign bit. */
final class IntegerCodec extends ValueCodec<Number> {
    private final int width;
    private final long min;
    private final long max;
    private final LongFunction<Number> boxing;

    IntegerCodec(int width, long min, long max, LongFunction<Number> boxing) {
        super(Number.class, width);
        this.width = width;
        this.min = min;
        this.max = max;
        this.boxing = boxing;
    }

    @Override
    void write(KeyBuffer out, Object value) {
        if (isInteger(value)) {
            writeLong(out, ((Number) value).longValue());
        } else {
            throw out.refused(value, "expected Byte, Short, Integer or Long");
        }
    }

    @Override
    void writeValue(KeyBuffer out, Number value) {
        writeLong(out, value.longValue());
    }

    @Override
    void writeLong(KeyBuffer out, long value) {
        if (value < min || value > max) {
            throw out.refused(value, "out of " + min + " to " + max);
        }
        out.putBigEndian(value - min, width);
    }

    @Override
    Bound bound(Object value) {
        if (isInteger(value)) {
            return nearest(((Number) value).longValue());
        }
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            // NaN sorts above all numbers here too
            if (!Double.isFinite(number)) {
                return number < 0 ? new Bound(min, -1) : new Bound(max, 1);
            }
        }
        BigDecimal exact = Bound.exact(value);
        if (exact == null) {
            return new Bound(value, 0);
        }
        boolean below = exact.compareTo(BigDecimal.valueOf(min)) < 0;
        if (below || exact.compareTo(BigDecimal.valueOf(max)) > 0) {
            return below ? new Bound(min, -1) : new Bound(max, 1);
        }
        long floor = floor(exact);
        return new Bound(floor, exact.compareTo(BigDecimal.valueOf(floor)));
    }

    private Bound nearest(long value) {
        if (value < min) {
            return new Bound(min, -1);
        }
        return value > max ? new Bound(max, 1) : new Bound(value, 0);
    }

    static boolean isInteger(Object value) {
        return value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte;
    }

    private static long floor(BigDecimal number) {
        // rounding 1E-2147483647 would compute with two thousand million digits
        boolean belowOne = number.precision() - (long) number.scale() <= 0;
        if (belowOne) {
            return number.signum() < 0 ? -1 : 0;
        }
        return number.setScale(0, RoundingMode.FLOOR).longValueExact();
    }

    @Override
    Number read(KeyReader in) {
        return boxing.apply(in.readBigEndian(width) + min);
    }

    @Override
    Number parse(String text) {
        long value = Long.parseLong(text);
        if (value < min || value > max) {
            throw new IllegalArgumentException("out of " + min + " to " + max);
        }
        return boxing.apply(value);
    }
}
