package org.artindex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.artindex.Snapshot;
import org.artindex.storage.Store;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares what the indexes of the demo answer with what a plain scan of the tables finds. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DemoTest {
    private static final int NAME = 0;
    private static final int COUNTRY = 1;
    private static final int LAT = 4;

    @TempDir
    static Path folder;

    private static Path file;
    private static List<DemoAnswer> answers;
    private static List<List<String>> cities;
    private static List<List<String>> ranges;
    private static String output;

    @BeforeAll
    static void runDemo() throws IOException {
        file = folder.resolve("demo.art");
        Art demo = Art.run("demo", "--dir", folder, "--keep");
        assertThat(demo.err()).isEmpty();
        assertThat(demo.code()).isZero();
        output = demo.out();
        try (Store store = Store.openReadOnly(file);
                Snapshot snapshot = store.engine().snapshot()) {
            answers = new DemoQuestions(snapshot).ask();
        }
        cities = read(DemoTable.CITIES);
        ranges = read(DemoTable.IPV4);
    }

    @Test
    void addresses_lie_in_the_last_range_that_begins_up_to_them() {
        assertRows("Country of 8.8.8.8", floor(134_744_072L));
        assertRows("Country of 193.0.6.139", floor(3_238_004_363L));
        assertRows("Country of 10.1.2.3", floor(167_838_211L));
        assertThat(output).contains("none; the last range before it is 9.252.0.0 - 9.255.255.255  US");
    }

    @Test
    void places_are_found_by_the_beginning_of_their_names() {
        assertAnswer(
                "Places in France that begin with Saint",
                sorted(
                        cities,
                        row -> row.get(COUNTRY).equals("FR") && row.get(NAME).startsWith("Saint"),
                        byText(NAME)),
                3);
    }

    @Test
    void places_are_found_by_their_names_or_not_at_all() {
        assertAnswer("Places called Paris", sorted(cities, row -> row.get(NAME).equals("Paris"), byText(NAME)), 20);
        assertAnswer("Places called Xanadu", List.of(), 3);
    }

    @Test
    void places_are_found_by_their_latitudes() {
        double[] latitudes = cities.stream().mapToDouble(DemoTest::latitude).toArray();
        List<Long> byLatitude = LongStream.range(0, latitudes.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Long row) -> latitudes[row.intValue()])
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        assertAnswer(
                "Places south of 50 degrees south",
                byLatitude.stream()
                        .filter(row -> latitudes[row.intValue()] < -50)
                        .toList(),
                3);
        assertRows("Southernmost places", byLatitude.subList(0, 5));
        assertRows("Northernmost places", reversed(byLatitude).subList(0, 5));
    }

    @Test
    void places_are_found_by_country_in_either_order() {
        List<Long> iceland = sorted(cities, row -> row.get(COUNTRY).equals("IS"), byText(NAME));
        assertRows("Places in Iceland, backwards by name", reversed(iceland).subList(0, 3));
        assertAnswer(
                "Places in the United States",
                sorted(cities, row -> row.get(COUNTRY).equals("US"), byText(NAME)),
                0);
        assertThat(answer("Different countries, the keys of by_country").count())
                .hasValue(
                        cities.stream().map(row -> row.get(COUNTRY)).distinct().count());
    }

    @Test
    void ranges_are_found_by_country() {
        assertAnswer(
                "IPv4 ranges of Vatican City", sorted(ranges, row -> row.get(2).equals("VA"), byText(2)), 4);
    }

    @Test
    void every_question_is_one_a_user_can_ask() {
        for (DemoAnswer answer : answers) {
            List<Object> arguments = new ArrayList<>(List.of(answer.command().split(" ")));
            arguments.replaceAll(argument -> argument.equals("%s") ? file : argument);

            List<String> lines = Art.lines(arguments.toArray());

            if (answer.command().endsWith("--count")) {
                assertThat(lines).containsExactly(String.valueOf(answer.count().orElseThrow()));
            } else if (answer.rows().isEmpty()) {
                assertThat(lines.get(0)).as(answer.command()).matches("no entries; .*|table +rows");
            } else {
                assertThat(lines).as(answer.command()).hasSize(answer.rows().size() + 2);
                if (answer.count().isPresent()) {
                    arguments.add("--count");
                    assertThat(Art.lines(arguments.toArray()))
                            .containsExactly(String.valueOf(answer.count().orElseThrow()));
                }
                List<Long> shown = lines.subList(1, 1 + answer.rows().size()).stream()
                        .map(line -> Long.valueOf(line.substring(line.lastIndexOf(' ') + 1)))
                        .toList();
                assertThat(shown).as(answer.command()).isEqualTo(answer.rows());
            }
        }
    }

    @Test
    void the_output_is_the_same_each_time_but_for_times_and_nothing_is_left(@TempDir Path other) {
        Art second = Art.run("demo", "--dir", other);

        assertThat(other).isEmptyDirectory();
        assertThat(upToTheCredits(second.out())).isEqualTo(upToTheCredits(output));
        assertThat(output)
                .contains("312,897 rows, ")
                .contains("GeoNames (geonames.org), CC-BY-4.0")
                .contains("Number Resource Organization (NRO), CC-BY-4.0");
    }

    @Test
    void a_directory_that_is_missing_is_refused_and_not_made() {
        Path missing = folder.resolve("missing");

        Art.run("demo", "--dir", missing).fails(missing.resolve("demo.art") + ": there is no directory " + missing);
        assertThat(missing).doesNotExist();
    }

    @Test
    void the_file_is_not_replaced_and_stays_sound() {
        Art.run("demo", "--dir", folder).fails(file + ": exists already; remove it first or choose another name");
        Art.lines("check", file);
    }

    private static DemoAnswer answer(String question) {
        return answers.stream()
                .filter(answer -> answer.question().equals(question))
                .findFirst()
                .orElseThrow();
    }

    private static void assertAnswer(String question, List<Long> all, int shown) {
        assertThat(answer(question).count()).hasValue(all.size());
        assertThat(answer(question).rows()).isEqualTo(all.subList(0, Math.min(shown, all.size())));
    }

    private static void assertRows(String question, List<Long> rows) {
        assertThat(answer(question).count()).isEqualTo(OptionalLong.empty());
        assertThat(answer(question).rows()).isEqualTo(rows);
    }

    private static List<Long> floor(long address) {
        List<Long> upTo = sorted(
                ranges,
                row -> Long.parseLong(row.get(0)) <= address,
                Comparator.comparing(row -> Long.valueOf(row.get(0))));
        return List.of(upTo.get(upTo.size() - 1));
    }

    private static List<Long> sorted(
            List<List<String>> table, Predicate<List<String>> wanted, Comparator<List<String>> order) {
        return LongStream.range(0, table.size())
                .boxed()
                .filter(row -> wanted.test(table.get(row.intValue())))
                .sorted(Comparator.comparing((Long row) -> table.get(row.intValue()), order)
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    private static List<Long> reversed(List<Long> rows) {
        List<Long> reversed = new ArrayList<>(rows);
        java.util.Collections.reverse(reversed);
        return reversed;
    }

    /** By code point, which is the order of UTF-8. */
    private static Comparator<List<String>> byText(int column) {
        return (a, b) -> Arrays.compareUnsigned(
                a.get(column).getBytes(StandardCharsets.UTF_8), b.get(column).getBytes(StandardCharsets.UTF_8));
    }

    private static double latitude(List<String> row) {
        return Double.parseDouble(row.get(LAT));
    }

    private static String upToTheCredits(String text) {
        return text.substring(0, text.indexOf("Data:")).replaceAll(" +[0-9.]+ m?s", " T");
    }

    private static List<List<String>> read(DemoTable table) throws IOException {
        List<List<String>> rows = new ArrayList<>();
        try (CsvFile csv = table.open()) {
            while (csv.next()) {
                rows.add(csv.fields());
            }
        }
        return rows;
    }
}
