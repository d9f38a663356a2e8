package org.artindex.key;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;

/** A schema and rows for it, and how to make them at random with plenty of edge cases and near misses. */
record Rows(KeySchema schema, List<@Nullable Object[]> rows) {

    static Arbitrary<Object> values(ColumnType type) {
        Arbitrary<Object> edges = Arbitraries.of(GoldenVector.valuesOf(type));
        return Arbitraries.frequencyOf(Tuple.of(1, edges), Tuple.of(3, random(type)));
    }

    /** Rows of one to five columns of any kind; about every other value is copied from the row before. */
    static Arbitrary<Rows> composites(int rowCount) {
        Arbitrary<Column> column = Combinators.combine(
                        Arbitraries.of(ColumnType.values()),
                        Arbitraries.of(Column.Order.values()),
                        Arbitraries.of(Column.Nulls.values()))
                .as(Model::column);
        return column.list().ofMinSize(1).ofMaxSize(5).flatMap(columns -> rows(numbered(columns), rowCount));
    }

    static Arbitrary<Rows> rows(KeySchema schema, int rowCount) {
        List<Arbitrary<@Nullable Object>> cells = new ArrayList<>();
        for (int row = 0; row < rowCount; row++) {
            for (Column column : schema.columns()) {
                Arbitrary<@Nullable Object> cell = values(column.type()).map(value -> value);
                cells.add(column.isNullable() ? cell.injectNull(0.2) : cell);
            }
        }
        Arbitrary<List<Boolean>> copies = Arbitraries.of(true, false).list().ofSize(cells.size());
        return Combinators.combine(Combinators.combine(cells).as(list -> list), copies)
                .as((drawn, copied) -> assemble(schema, drawn, copied));
    }

    private static Rows assemble(KeySchema schema, List<@Nullable Object> drawn, List<Boolean> copied) {
        int width = schema.columns().size();
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int start = 0; start < drawn.size(); start += width) {
            @Nullable Object[] row = drawn.subList(start, start + width).toArray();
            for (int i = 0; start > 0 && i < width; i++) {
                if (copied.get(start + i)) {
                    row[i] = rows.get(rows.size() - 1)[i];
                }
            }
            rows.add(row);
        }
        return new Rows(schema, rows);
    }

    private static KeySchema numbered(List<Column> columns) {
        List<Column> numbered = new ArrayList<>();
        for (Column column : columns) {
            numbered.add(new Column("c" + numbered.size(), column.type(), column.order(), column.nulls()));
        }
        return KeySchema.of(numbered.toArray(new Column[0]));
    }

    private static Arbitrary<? extends Object> random(ColumnType type) {
        return switch (type) {
            case BOOLEAN -> Arbitraries.of(true, false);
            case INT8 -> Arbitraries.bytes();
            case INT16 -> Arbitraries.shorts();
            case INT32 -> Arbitraries.integers();
            case INT64 -> Arbitraries.longs();
            case UINT32 -> Arbitraries.longs().between(0, 0xFFFF_FFFFL);
            case FLOAT -> Arbitraries.integers().map(Float::intBitsToFloat);
            case DOUBLE -> Arbitraries.longs().map(Double::longBitsToDouble);
            case DECIMAL -> decimals();
            case TEXT -> texts();
            case BYTES -> byteArrays();
            case UUID ->
                Combinators.combine(Arbitraries.longs(), Arbitraries.longs()).as(UUID::new);
            case DATE ->
                Arbitraries.longs()
                        .between(LocalDate.MIN.toEpochDay(), LocalDate.MAX.toEpochDay())
                        .map(LocalDate::ofEpochDay);
            case TIME ->
                Arbitraries.longs().between(0, LocalTime.MAX.toNanoOfDay()).map(LocalTime::ofNanoOfDay);
            case TIMESTAMP ->
                Combinators.combine(
                                Arbitraries.longs().between(Instant.MIN.getEpochSecond(), Instant.MAX.getEpochSecond()),
                                Arbitraries.longs().between(0, 999_999_999))
                        .as(Instant::ofEpochSecond);
        };
    }

    /** Close together more often than not, so that numbers of different scale meet; some with a scale at the ends. */
    private static Arbitrary<BigDecimal> decimals() {
        BigInteger limit = BigInteger.TEN.pow(60);
        Arbitrary<BigInteger> unscaled = Arbitraries.oneOf(
                Arbitraries.integers().between(-1200, 1200).map(BigInteger::valueOf),
                Arbitraries.bigIntegers().between(limit.negate(), limit));
        Arbitrary<Integer> scale = Arbitraries.oneOf(
                Arbitraries.integers().between(-4, 4),
                Arbitraries.integers().between(-140, 140),
                // away from the lowest scale by as much as stripping can take
                Arbitraries.integers().between(Integer.MIN_VALUE + 61, Integer.MAX_VALUE));
        return Combinators.combine(unscaled, scale).as(BigDecimal::new);
    }

    static Arbitrary<String> texts() {
        Arbitrary<Integer> point = Arbitraries.oneOf(
                Arbitraries.of(0, 1, 2, 'a', 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF),
                Arbitraries.integers()
                        .between(0, Character.MAX_CODE_POINT)
                        .filter(p -> p < Character.MIN_SURROGATE || p > Character.MAX_SURROGATE));
        return point.list().ofMaxSize(6).map(points -> {
            StringBuilder text = new StringBuilder();
            points.forEach(text::appendCodePoint);
            return text.toString();
        });
    }

    static Arbitrary<byte[]> byteArrays() {
        Arbitrary<Byte> content = Arbitraries.oneOf(
                Arbitraries.of((byte) 0, (byte) 1, (byte) 2, (byte) 0xFE, (byte) 0xFF), Arbitraries.bytes());
        return content.array(byte[].class).ofMaxSize(6);
    }
}
