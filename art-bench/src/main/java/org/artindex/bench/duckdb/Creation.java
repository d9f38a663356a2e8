package org.artindex.bench.duckdb;

import java.util.ArrayList;
import java.util.List;
import org.artindex.bench.Scale;
import org.artindex.key.ColumnType;

/**
 * An index that is made over a loaded table {@code src} with the one column {@code id}. Names and data are those of DuckDB's
 * benchmarks; in a smaller scale the number of keys shrinks with the rows.
 *
 * @param name what the benchmark is called
 * @param rows rows of the table
 * @param type type of the column
 * @param load statements that make the table
 * @param create the statement that is timed, over a table {@code art} with the same rows
 * @param timeLimit the most that our time may be of DuckDB's
 * @param bytesLimit the most that our bytes may be of DuckDB's
 */
record Creation(
        String name, int rows, ColumnType type, List<String> load, String create, double timeLimit, double bytesLimit) {

    private static final String INDEX = "CREATE INDEX idx ON art USING ART(id)";
    private static final String UNIQUE = "CREATE UNIQUE INDEX idx ON art USING ART(id)";
    private static final String PRIMARY_KEY = "ALTER TABLE art ADD PRIMARY KEY (id)";

    private static final String STRINGS = "(SELECT ((i * 95823983533) % 100000)::VARCHAR AS s1,"
            + " ((i * 547892347987) % 1000)::VARCHAR AS s2, ((i * 847892347987) % 100)::VARCHAR AS s3"
            + " FROM range($n) tbl(i))";
    static final String SHORT_STRINGS = "SELECT s1 || 'a' || s2 || 'b' || s3 || 'c' AS id FROM " + STRINGS;
    static final String LONG_STRINGS =
            "SELECT s3 || 'a' || s2 || 'b' || s3 || 'c' || repeat(s2, s3::INT) || s1 || 'a' || s3"
                    + " || 'c' AS id FROM " + STRINGS;
    static final String SHUFFLED = "SELECT range AS id FROM range($n) ORDER BY random()";
    static final String FOUR_TIMES = "SELECT (range * 9876983769044::INT128 % $n)::INT64 AS id FROM range($n)";

    private static final double TIME = 0.35;
    private static final double UNIQUE_TIME = 0.5;
    private static final double BYTES = 1.05;
    private static final double FEWER_BYTES = 0.75;
    private static final double DUPLICATES_BYTES = 0.5;

    private static final int M = 1_000_000;

    static List<Creation> all(Scale scale) {
        List<Creation> all = new ArrayList<>();
        int ten = scale.of(10 * M);
        int one = scale.of(M);
        String random = "SELECT (hash(range)::INT128 - 9223372036854775808)::INT64 AS id FROM range($n)";
        all.add(of("create-art", ten, ColumnType.INT64, FOUR_TIMES, TIME, FEWER_BYTES));
        all.add(of("create-art-sorted", one, ColumnType.INT32, "SELECT range::INT AS id FROM range($n)", TIME, BYTES));
        all.add(of("sorted-bigint", ten, ColumnType.INT64, "SELECT range AS id FROM range($n)", TIME, BYTES));
        all.add(of("random-64-bit", one, ColumnType.INT64, random, TIME, BYTES));
        all.add(of("random-64-bit", ten, ColumnType.INT64, random, TIME, BYTES));
        all.add(of(
                "create-art-random",
                ten,
                ColumnType.INT32,
                "SELECT (random() * $n / 10)::INT AS id FROM range($n)",
                TIME,
                BYTES));
        all.add(of(
                "create-art-duplicates",
                ten,
                ColumnType.INT32,
                "SELECT (random() * 100)::INT AS id FROM range($n)",
                TIME,
                DUPLICATES_BYTES));
        all.add(of(
                "mod-1000", one, ColumnType.INT64, "SELECT range % 1000 AS id FROM range($n)", TIME, DUPLICATES_BYTES));
        all.add(new Creation(
                "create-art-unique", ten, ColumnType.INT64, load(SHUFFLED, ten), UNIQUE, UNIQUE_TIME, BYTES));
        all.add(new Creation(
                "create-art-pk", ten, ColumnType.INT64, load(SHUFFLED, ten), PRIMARY_KEY, UNIQUE_TIME, BYTES));
        all.add(varchar(scale.of(14_400_000)));
        all.add(of("create-art-varchar-short", one, ColumnType.TEXT, SHORT_STRINGS, TIME, FEWER_BYTES));
        all.add(of("create-art-varchar-long", one, ColumnType.TEXT, LONG_STRINGS, TIME, FEWER_BYTES));
        return all;
    }

    private static Creation of(
            String name, int rows, ColumnType type, String select, double timeLimit, double bytesLimit) {
        return new Creation(name, rows, type, load(select, rows), INDEX, timeLimit, bytesLimit);
    }

    private static Creation varchar(int rows) {
        String select = "SELECT rpad(((i * 95823983533) % 86000000)::VARCHAR, 10, '-') AS id FROM range($n) tbl(i)";
        List<String> load = new ArrayList<>(load(select, rows / 4));
        load.add("INSERT INTO src (SELECT * FROM src)");
        load.add("INSERT INTO src (SELECT * FROM src)");
        return new Creation("create-art-varchar", rows, ColumnType.TEXT, load, INDEX, TIME, FEWER_BYTES);
    }

    /** The statement that makes {@code src} of a query in which {@code $n} stands for the number of rows. */
    static List<String> load(String select, int rows) {
        return List.of("CREATE TABLE src AS " + select.replace("$n", String.valueOf(rows)));
    }

    boolean unique() {
        return !create.equals(INDEX);
    }

    /** The name with the number of rows, as it stands in the gates' names. */
    String label() {
        return name + '.' + Scale.label(rows);
    }
}
