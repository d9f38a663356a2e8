package org.artindex.key;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the encoding must agree with, said once more without bytes: the order of values, rows and NULLs. */
final class Model {
    private Model() {}

    static int compareValues(ColumnType type, Object a, Object b) {
        return switch (type) {
            case BOOLEAN -> Boolean.compare((Boolean) a, (Boolean) b);
            case INT8, INT16, INT32, INT64, UINT32 -> Long.compare(((Number) a).longValue(), ((Number) b).longValue());
            case FLOAT -> Float.compare((Float) a + 0f, (Float) b + 0f);
            case DOUBLE -> Double.compare((Double) a + 0d, (Double) b + 0d);
            case DECIMAL -> ((BigDecimal) a).compareTo((BigDecimal) b);
            case TEXT -> Arrays.compare(codePoints(a), codePoints(b));
            case BYTES -> Arrays.compareUnsigned((byte[]) a, (byte[]) b);
            case UUID -> compareUuids((UUID) a, (UUID) b);
            case DATE -> ((LocalDate) a).compareTo((LocalDate) b);
            case TIME -> ((LocalTime) a).compareTo((LocalTime) b);
            case TIMESTAMP -> ((Instant) a).compareTo((Instant) b);
        };
    }

    static int compareInIndex(Column column, @Nullable Object a, @Nullable Object b) {
        if (a == null || b == null) {
            int nullsFirst = Boolean.compare(a != null, b != null);
            return column.nulls() == Column.Nulls.FIRST ? nullsFirst : -nullsFirst;
        }
        int compared = compareValues(column.type(), a, b);
        return column.order() == Column.Order.DESC ? -compared : compared;
    }

    /** Compares the columns that both rows have. */
    static int compareRows(KeySchema schema, @Nullable Object[] a, @Nullable Object[] b) {
        int compared = 0;
        for (int i = 0; compared == 0 && i < Math.min(a.length, b.length); i++) {
            compared = compareInIndex(schema.columns().get(i), a[i], b[i]);
        }
        return compared;
    }

    static Comparator<@Nullable Object[]> rowOrder(KeySchema schema) {
        return (a, b) -> compareRows(schema, a, b);
    }

    /** Whether a value compares as asked, in the order of values; NULL never does. */
    static boolean holds(ColumnType type, @Nullable Object a, Comparison comparison, @Nullable Object b) {
        if (a == null || b == null) {
            return false;
        }
        int compared = compareValues(type, a, b);
        return switch (comparison) {
            case EQUAL -> compared == 0;
            case LESS -> compared < 0;
            case AT_MOST -> compared <= 0;
            case GREATER -> compared > 0;
            case AT_LEAST -> compared >= 0;
        };
    }

    /** The one value that stands for all that have the same key. */
    static @Nullable Object canonical(@Nullable Object value) {
        if (value instanceof Float number) {
            return number + 0f;
        }
        if (value instanceof Double number) {
            return number + 0d;
        }
        if (value instanceof BigDecimal number) {
            return number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
        }
        return value;
    }

    static List<@Nullable Object> canonicalRow(@Nullable Object[] row) {
        @Nullable Object[] canonical = new @Nullable Object[row.length];
        for (int i = 0; i < row.length; i++) {
            Object value = canonical(row[i]);
            // a list of bytes, unlike the array, is equal by content
            canonical[i] = value instanceof byte[] bytes ? Arrays.toString(bytes) : value;
        }
        return Arrays.asList(canonical);
    }

    static int compareUuids(UUID a, UUID b) {
        int high = Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
        return high != 0 ? high : Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits());
    }

    static boolean isPrefix(byte[] a, byte[] b) {
        return a.length <= b.length && Arrays.equals(a, 0, a.length, b, 0, a.length);
    }

    static Column column(ColumnType type, Column.Order order, Column.Nulls nulls) {
        return new Column(Objects.requireNonNull(type).name(), type, order, nulls);
    }

    private static int[] codePoints(Object text) {
        return ((String) text).codePoints().toArray();
    }
}
