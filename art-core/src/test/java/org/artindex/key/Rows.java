package org.artindex.key;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import org.jspecify.annotations.Nullable;

/** A schema and rows for it, made at random with plenty of edge cases; every other value is that of the row before. */
record Rows(KeySchema schema, List<@Nullable Object[]> rows) {
    /** One to five columns of any kind. */
    static Arbitrary<Rows> composites(int rowCount) {
        // jqwik's own combinators take far longer to build a row of a random schema than the test takes
        return Arbitraries.randomValue(random -> {
            Column[] columns = new Column[1 + random.nextInt(5)];
            for (int i = 0; i < columns.length; i++) {
                ColumnType type = anyOf(ColumnType.values(), random);
                Column.Order order = anyOf(Column.Order.values(), random);
                columns[i] = new Column("c" + i, type, order, anyOf(Column.Nulls.values(), random));
            }
            return random(KeySchema.of(columns), rowCount, random);
        });
    }

    /** One column of any type, without NULL. */
    static Arbitrary<Rows> single(int rowCount) {
        return Arbitraries.randomValue(random -> {
            ColumnType type = anyOf(ColumnType.values(), random);
            Column.Order order = anyOf(Column.Order.values(), random);
            return random(KeySchema.of(Model.column(type, order, Column.Nulls.NOT_NULL)), rowCount, random);
        });
    }

    private static Rows random(KeySchema schema, int rowCount, Random random) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int i = 0; i < rowCount; i++) {
            @Nullable Object[] row = new @Nullable Object[schema.columns().size()];
            for (int j = 0; j < row.length; j++) {
                Column column = schema.columns().get(j);
                if (i > 0 && random.nextBoolean()) {
                    row[j] = rows.get(i - 1)[j];
                } else if (!column.isNullable() || random.nextInt(5) > 0) {
                    row[j] = RandomValues.next(column.type(), random);
                }
            }
            rows.add(row);
        }
        return new Rows(schema, rows);
    }

    private static <T> T anyOf(T[] choices, Random random) {
        return choices[random.nextInt(choices.length)];
    }
}
