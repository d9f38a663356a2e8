package org.artindex.key;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * What a column compares with in place of a number that it may not be able to hold, such as 1.5 or 2^40 for an INT32.
 *
 * @param value a value of the column
 * @param side 0 if it is the number itself, above 0 if the number lies between it and the next higher value of the column,
 *     below 0 if it lies between it and the next lower one
 */
record Bound(Object value, int side) {
    /** Says the comparison with the number as one with {@link #value}; null if no value of the column satisfies it. */
    @Nullable
    Comparison adjust(Comparison comparison) {
        if (side == 0) {
            return comparison;
        }
        return switch (comparison) {
            case EQUAL -> null;
            case LESS, AT_MOST -> side > 0 ? Comparison.AT_MOST : Comparison.LESS;
            case GREATER, AT_LEAST -> side > 0 ? Comparison.GREATER : Comparison.AT_LEAST;
        };
    }

    /** Returns the exact value of a finite number of a type from the JDK, else null. */
    static @Nullable BigDecimal exact(Object number) {
        if (number instanceof BigDecimal decimal) {
            return decimal;
        }
        if (number instanceof BigInteger integer) {
            return new BigDecimal(integer);
        }
        if (number instanceof Double || number instanceof Float) {
            double value = ((Number) number).doubleValue();
            return Double.isFinite(value) ? new BigDecimal(value) : null;
        }
        return IntegerCodec.isInteger(number) ? BigDecimal.valueOf(((Number) number).longValue()) : null;
    }

    /** Puts a number between the floating-point value next to it, which may be infinite, and that one's neighbour. */
    static Bound near(Object nearest, double asDouble, BigDecimal exact) {
        int side = Double.isInfinite(asDouble) ? -exact.signum() : exact.compareTo(new BigDecimal(asDouble));
        return new Bound(nearest, side);
    }
}
