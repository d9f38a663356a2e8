package org.artindex.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.artindex.Cursor;
import org.artindex.Direction;
import org.artindex.Index;
import org.artindex.IndexReader;
import org.artindex.Snapshot;
import org.artindex.key.Comparison;
import org.artindex.key.KeyRange;
import org.artindex.key.KeySchema;

/** Asks the indexes of the demo what people ask of such tables. */
final class DemoQuestions {
    private static final Object[] NO_LEADING = {};

    private final Snapshot snapshot;

    DemoQuestions(Snapshot snapshot) {
        this.snapshot = snapshot;
    }

    /** All questions and their answers, in the order in which they are asked. */
    List<DemoAnswer> ask() {
        return List.of(
                address("8.8.8.8"),
                address("193.0.6.139"),
                address("10.1.2.3"),
                city("Places in France that begin with Saint", "prefix %s by_country_name FR Saint --limit 3")
                        .countAndFirst(3, "by_country_name", schema -> schema.startsWith("FR", "Saint")),
                city("Places called Paris", "get %s by_name Paris")
                        .countAndFirst(20, "by_name", schema -> schema.equal("Paris")),
                city("Places called Xanadu", "get %s by_name Xanadu")
                        .countAndFirst(3, "by_name", schema -> schema.equal("Xanadu")),
                city("Places south of 50 degrees south", "range %s by_lat --lt -50 --limit 3")
                        .countAndFirst(3, "by_lat", schema -> schema.where(NO_LEADING, Comparison.LESS, -50.0)),
                city("Southernmost places", "first %s by_lat --limit 5")
                        .first(5, "by_lat", schema -> KeyRange.all(), Direction.ASCENDING),
                city("Northernmost places", "last %s by_lat --limit 5")
                        .first(5, "by_lat", schema -> KeyRange.all(), Direction.DESCENDING),
                city("Places in Iceland, backwards by name", "get %s by_country_name IS --reverse --limit 3")
                        .first(3, "by_country_name", schema -> schema.equal("IS"), Direction.DESCENDING),
                city("Places in the United States", "get %s by_country US --count")
                        .countAndFirst(0, "by_country", schema -> schema.equal("US")),
                countries(),
                range("IPv4 ranges of Vatican City", "get %s ip_country VA --limit 4")
                        .countAndFirst(4, "ip_country", schema -> schema.equal("VA")));
    }

    /** The range that begins at the address or is the last one before it; its row says whether it reaches that far. */
    private DemoAnswer address(String dotted) {
        long address = number(dotted);
        String command = "range %s ip_start --le " + address + " --reverse --limit 1";
        long start = System.nanoTime();
        IndexReader reader = reader("ip_start");
        Cursor cursor =
                reader.cursor(schema(reader).where(NO_LEADING, Comparison.AT_MOST, address), Direction.DESCENDING);
        List<Long> rows = take(cursor, 1);
        Duration time = Duration.ofNanos(System.nanoTime() - start);
        return new DemoAnswer(
                "Country of " + dotted,
                command,
                OptionalLong.empty(),
                rows,
                DemoTable.IPV4,
                row -> Long.parseLong(row.get(1)) < address
                        ? "none; the last range before it is " + showRange(row)
                        : showRange(row),
                time);
    }

    private DemoAnswer countries() {
        long start = System.nanoTime();
        OptionalLong keys = OptionalLong.of(reader("by_country").keyCount());
        Duration time = Duration.ofNanos(System.nanoTime() - start);
        return new DemoAnswer(
                "Different countries, the keys of by_country",
                "list %s",
                keys,
                List.of(),
                DemoTable.CITIES,
                DemoQuestions::showCity,
                time);
    }

    private Question city(String words, String command) {
        return new Question(words, command, DemoTable.CITIES, DemoQuestions::showCity);
    }

    private Question range(String words, String command) {
        return new Question(words, command, DemoTable.IPV4, DemoQuestions::showRange);
    }

    /** A question about a range of keys. */
    private final class Question {
        private final String words;
        private final String command;
        private final DemoTable table;
        private final Function<List<String>, String> line;

        Question(String words, String command, DemoTable table, Function<List<String>, String> line) {
            this.words = words;
            this.command = command;
            this.table = table;
            this.line = line;
        }

        /** How many entries the range has, and the rows of the first of them. */
        DemoAnswer countAndFirst(int most, String indexName, Function<KeySchema, KeyRange> range) {
            long start = System.nanoTime();
            IndexReader reader = reader(indexName);
            KeyRange asked = range.apply(schema(reader));
            OptionalLong count = OptionalLong.of(reader.count(asked));
            return answer(count, take(reader.cursor(asked), most), start);
        }

        /** The rows of the first entries of the range, from one end or the other. */
        DemoAnswer first(int most, String indexName, Function<KeySchema, KeyRange> range, Direction direction) {
            long start = System.nanoTime();
            IndexReader reader = reader(indexName);
            Cursor cursor = reader.cursor(range.apply(schema(reader)), direction);
            return answer(OptionalLong.empty(), take(cursor, most), start);
        }

        private DemoAnswer answer(OptionalLong count, List<Long> rows, long start) {
            Duration time = Duration.ofNanos(System.nanoTime() - start);
            return new DemoAnswer(words, command, count, rows, table, line, time);
        }
    }

    private IndexReader reader(String name) {
        return snapshot.reader(snapshot.index(name));
    }

    private static KeySchema schema(IndexReader reader) {
        Index index = reader.index();
        return IndexKeys.of(index).schema();
    }

    private static List<Long> take(Cursor cursor, int most) {
        List<Long> rows = new ArrayList<>();
        while (rows.size() < most && cursor.next()) {
            rows.add(cursor.row());
        }
        return rows;
    }

    private static String showCity(List<String> row) {
        return row.get(0) + ", " + row.get(1) + "  (" + row.get(4) + ", " + row.get(5) + ")";
    }

    private static String showRange(List<String> row) {
        return dotted(row.get(0)) + " - " + dotted(row.get(1)) + "  " + row.get(2);
    }

    private static long number(String dotted) {
        long number = 0;
        for (String part : dotted.split("\\.", -1)) {
            number = number << 8 | Integer.parseInt(part);
        }
        return number;
    }

    private static String dotted(String number) {
        long address = Long.parseLong(number);
        return (address >> 24) + "." + (address >> 16 & 0xFF) + "." + (address >> 8 & 0xFF) + "." + (address & 0xFF);
    }
}
