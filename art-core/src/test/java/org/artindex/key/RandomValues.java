package org.artindex.key;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Values of every type, edge cases and near neighbours among them. */
final class RandomValues {
    private static final int[] POINTS = {
        0, 1, 2, 'a', 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, Character.MAX_CODE_POINT
    };
    private static final byte[] BYTES = {0, 1, 2, (byte) 0xFE, (byte) 0xFF};

    private RandomValues() {}

    static Object next(ColumnType type, Random random) {
        if (random.nextInt(4) == 0) {
            List<Object> edges = GoldenVector.valuesOf(type);
            return edges.get(random.nextInt(edges.size()));
        }
        return switch (type) {
            case BOOLEAN -> random.nextBoolean();
            case INT8 -> (byte) integer(random);
            case INT16 -> (short) integer(random);
            case INT32 -> (int) integer(random);
            case INT64 -> integer(random);
            case UINT32 -> integer(random) & 0xFFFF_FFFFL;
            case FLOAT -> Float.intBitsToFloat(random.nextInt());
            case DOUBLE -> Double.longBitsToDouble(random.nextLong());
            case DECIMAL -> decimal(random);
            case TEXT -> text(random);
            case BYTES -> bytes(random);
            case UUID -> new UUID(integer(random), random.nextLong());
            case DATE -> LocalDate.ofEpochDay(between(LocalDate.MIN.toEpochDay(), LocalDate.MAX.toEpochDay(), random));
            case TIME -> LocalTime.ofNanoOfDay(between(0, LocalTime.MAX.toNanoOfDay(), random));
            case TIMESTAMP ->
                Instant.ofEpochSecond(
                        between(Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond(), random),
                        between(0, 999_999_999, random));
        };
    }

    /** Of any size, unlike {@code nextLong}, which hardly ever gives a small number. */
    private static long integer(Random random) {
        return random.nextLong() >> random.nextInt(Long.SIZE);
    }

    private static long between(long min, long max, Random random) {
        return Math.max(min, Math.min(max, integer(random)));
    }

    private static BigDecimal decimal(Random random) {
        BigInteger unscaled = random.nextBoolean()
                ? BigInteger.valueOf(random.nextInt(2400) - 1200L)
                : new BigInteger(random.nextInt(200), random).multiply(BigInteger.valueOf(random.nextInt(3) - 1L));
        int scale = switch (random.nextInt(4)) {
            case 0 -> random.nextInt(300) - 150;
            // away from the lowest scale by as many zeros as 200 bits can end in
            case 1 -> Math.max(Integer.MIN_VALUE + 61, random.nextInt());
            default -> random.nextInt(8) - 4;
        };
        return new BigDecimal(unscaled, scale);
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
            int point = random.nextInt(Character.MAX_CODE_POINT + 1);
            boolean surrogate = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
            text.appendCodePoint(surrogate || random.nextBoolean() ? POINTS[random.nextInt(POINTS.length)] : point);
        }
        return text.toString();
    }

    private static byte[] bytes(Random random) {
        byte[] bytes = new byte[random.nextInt(6)];
        random.nextBytes(bytes);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = random.nextBoolean() ? BYTES[random.nextInt(BYTES.length)] : bytes[i];
        }
        return bytes;
    }
}
