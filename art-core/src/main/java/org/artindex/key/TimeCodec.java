package org.artindex.key;

import java.time.DateTimeException;
import java.time.LocalTime;

/** Nanoseconds since midnight, six bytes, big-endian. */
final class TimeCodec extends ValueCodec<LocalTime> {
    private static final int WIDTH = 6;

    TimeCodec() {
        super(LocalTime.class, WIDTH);
    }

    @Override
    void writeValue(KeyBuffer out, LocalTime value) {
        out.putBigEndian(value.toNanoOfDay(), WIDTH);
    }

    @Override
    LocalTime read(KeyReader in) {
        long nanos = in.readBigEndian(WIDTH);
        try {
            return LocalTime.ofNanoOfDay(nanos);
        } catch (DateTimeException e) {
            throw in.malformed("nanosecond " + nanos + " is not within a day");
        }
    }

    @Override
    LocalTime parse(String text) {
        return LocalTime.parse(text);
    }
}
