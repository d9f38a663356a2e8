package org.artindex.key;

import java.time.DateTimeException;
import java.time.Instant;

/**
 * Seconds since 1970-01-01T00:00:00Z plus 2^55 in seven bytes, which hold {@link Instant#MIN} to {@link Instant#MAX}, then the
 * nanoseconds within the second in four; both big-endian.
 */
final class TimestampCodec extends ValueCodec<Instant> {
    private static final int SECONDS_WIDTH = 7;
    private static final int NANOS_WIDTH = 4;
    private static final long BIAS = 1L << 55;
    private static final int NANOS_PER_SECOND = 1_000_000_000;

    TimestampCodec() {
        super(Instant.class, SECONDS_WIDTH + NANOS_WIDTH);
    }

    @Override
    void writeValue(KeyBuffer out, Instant value) {
        out.putBigEndian(value.getEpochSecond() + BIAS, SECONDS_WIDTH);
        out.putBigEndian(value.getNano(), NANOS_WIDTH);
    }

    @Override
    Instant read(KeyReader in) {
        long seconds = in.readBigEndian(SECONDS_WIDTH) - BIAS;
        long nanos = in.readBigEndian(NANOS_WIDTH);
        if (nanos >= NANOS_PER_SECOND) {
            throw in.malformed("nanosecond " + nanos + " is not within a second");
        }
        try {
            return Instant.ofEpochSecond(seconds, nanos);
        } catch (DateTimeException e) {
            throw in.malformed("second " + seconds + " is no instant");
        }
    }

    @Override
    Instant parse(String text) {
        return Instant.parse(text);
    }
}
