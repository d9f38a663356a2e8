package org.artindex.key;

import java.time.DateTimeException;
import java.time.LocalDate;

/** Days since 1970-01-01 plus 2^39, five bytes, big-endian; the years -999,999,999 to 999,999,999 need 39 bits and a sign. */
final class DateCodec extends ValueCodec<LocalDate> {
    private static final int WIDTH = 5;
    private static final long BIAS = 1L << 39;

    DateCodec() {
        super(LocalDate.class, WIDTH);
    }

    @Override
    void writeValue(KeyBuffer out, LocalDate value) {
        out.putBigEndian(value.toEpochDay() + BIAS, WIDTH);
    }

    @Override
    LocalDate read(KeyReader in) {
        long day = in.readBigEndian(WIDTH) - BIAS;
        try {
            return LocalDate.ofEpochDay(day);
        } catch (DateTimeException e) {
            throw in.malformed("day " + day + " is no date");
        }
    }

    @Override
    LocalDate parse(String text) {
        return LocalDate.parse(text);
    }
}
