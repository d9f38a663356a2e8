package org.artindex.key;

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
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
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
