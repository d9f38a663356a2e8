package org.artindex.key;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Header, exponent where the header does not hold it, then pairs of decimal digits.
 *
 * <p>A positive number is written as {@code 0.P1P2...Pn * 100^E} with pairs {@code P} from 0 to 99, the first and the last not 0.
 *
 * <pre>
 * header     80           zero, nothing follows
 *            C0 + E       E from -59 to 59
 *            FC           E above 59, in the next four bytes: E + 2^31, big-endian
 *            84           E below -59, likewise
 * pair       2 * P + 1    another one follows
 *            2 * P        the last
 * </pre>
 *
 * <p>A negative number is its absolute value with all bytes inverted.
 */
final class DecimalCodec extends ValueCodec<BigDecimal> {
    private static final int TYPICAL_LENGTH = 16;

    private static final int ZERO = 0x80;
    private static final int CENTRE = 0xC0;
    private static final int SHORT_EXPONENT = 59;
    private static final int ABOVE = 0xFC;
    private static final int BELOW = 0x84;
    private static final double DIGITS_PER_BIT = 0.30102;
    private static final double FIVES_PER_BIT = 0.43068;

    /** A key holds some 262,000 digits, and parsing takes time quadratic in their number. */
    private static final int MAX_TEXT_LENGTH = 270_000;

    DecimalCodec() {
        super(BigDecimal.class, TYPICAL_LENGTH);
    }

    @Override
    void writeValue(KeyBuffer out, BigDecimal value) {
        if (value.signum() == 0) {
            out.putBigEndian(ZERO, 1);
            return;
        }
        BigInteger unscaled = value.unscaledValue().abs();
        out.claim(fewestDigits(unscaled) / 2);
        String digits = unscaled.toString();
        int significant = digits.length();
        while (digits.charAt(significant - 1) == '0') {
            significant--;
        }
        if (value.scale() - (long) (digits.length() - significant) < Integer.MIN_VALUE) {
            throw out.refused(value, "without its trailing zeros its scale is below -2^31");
        }
        int start = out.position();
        long exponent = (long) digits.length() - value.scale();
        writeExponent(out, (int) Math.floorDiv(exponent + 1, 2L));
        writePairs(out, digits, (exponent & 1) == 0 ? 0 : -1, significant);
        if (value.signum() < 0) {
            out.invertFrom(start);
        }
    }

    @Override
    Bound bound(Object value) {
        BigDecimal exact = Bound.exact(value);
        return new Bound(exact == null ? value : exact, 0);
    }

    /**
     * Returns a lower bound of the significant digits: a number ends in no more zeros than it has factors 2, nor than what is left
     * without these may have factors 5. With it a key that is far too long is refused before its digits are computed, which takes
     * long.
     */
    private static long fewestDigits(BigInteger unscaled) {
        long bits = unscaled.bitLength();
        long twos = unscaled.getLowestSetBit();
        long fives = (long) ((bits - twos) * FIVES_PER_BIT) + 1;
        return Math.max(0, (long) ((bits - 1) * DIGITS_PER_BIT) - Math.min(twos, fives));
    }

    private static void writeExponent(KeyBuffer out, int exponent) {
        if (Math.abs(exponent) <= SHORT_EXPONENT) {
            out.putBigEndian(CENTRE + exponent, 1);
        } else {
            out.putBigEndian(exponent > 0 ? ABOVE : BELOW, 1);
            out.putBigEndian((long) exponent - Integer.MIN_VALUE, Integer.BYTES);
        }
    }

    private static void writePairs(KeyBuffer out, String digits, int first, int end) {
        out.claim((end - first + 1) / 2);
        for (int i = first; i < end; i += 2) {
            int tens = i < 0 ? 0 : digits.charAt(i) - '0';
            int ones = i + 1 < end ? digits.charAt(i + 1) - '0' : 0;
            int more = i + 2 < end ? 1 : 0;
            out.putByte(2 * (10 * tens + ones) + more);
        }
    }

    @Override
    BigDecimal read(KeyReader in) {
        int header = in.readByte();
        if (header == ZERO) {
            return BigDecimal.ZERO;
        }
        int inversion = header < ZERO ? 0xFF : 0;
        int exponent = readExponent(in, header ^ inversion, inversion);
        StringBuilder digits = new StringBuilder();
        int pair;
        do {
            pair = in.readByte() ^ inversion;
            int value = pair >> 1;
            if (value > 99 || (value == 0 && (digits.length() == 0 || (pair & 1) == 0))) {
                throw in.malformed("decimal digits " + value);
            }
            digits.append((char) ('0' + value / 10)).append((char) ('0' + value % 10));
        } while ((pair & 1) != 0);
        return toDecimal(in, inversion != 0, digits, exponent);
    }

    private static int readExponent(KeyReader in, int header, int inversion) {
        if (header != ABOVE && header != BELOW) {
            if (Math.abs(header - CENTRE) > SHORT_EXPONENT) {
                throw in.malformed("decimal header " + header);
            }
            return header - CENTRE;
        }
        int raw = (int) in.readBigEndian(Integer.BYTES);
        int exponent = (inversion == 0 ? raw : ~raw) ^ Integer.MIN_VALUE;
        if (header == ABOVE ? exponent <= SHORT_EXPONENT : exponent >= -SHORT_EXPONENT) {
            throw in.malformed("decimal exponent " + exponent + " fits into the header");
        }
        return exponent;
    }

    private static BigDecimal toDecimal(KeyReader in, boolean negative, StringBuilder digits, int exponent) {
        long scale = digits.length() - 2L * exponent;
        if (digits.charAt(digits.length() - 1) == '0') {
            digits.setLength(digits.length() - 1);
            scale--;
        }
        if (scale != (int) scale) {
            throw in.malformed("decimal scale " + scale);
        }
        BigInteger unscaled = new BigInteger(digits.toString());
        return new BigDecimal(negative ? unscaled.negate() : unscaled, (int) scale);
    }

    @Override
    void skip(KeyReader in) {
        int header = in.readByte();
        if (header == ZERO) {
            return;
        }
        int inversion = header < ZERO ? 0xFF : 0;
        readExponent(in, header ^ inversion, inversion);
        int pair;
        do {
            pair = in.readByte() ^ inversion;
        } while ((pair & 1) != 0);
    }

    @Override
    BigDecimal parse(String text) {
        if (text.length() > MAX_TEXT_LENGTH) {
            throw new IllegalArgumentException(text.length() + " characters");
        }
        return new BigDecimal(text);
    }
}
