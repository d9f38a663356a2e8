package org.artindex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class QueryTest {
    @TempDir
    static Path folder;

    private static Path file;
    private static Path csv;

    @BeforeAll
    static void build() {
        csv = Art.csv(folder, """
                city,country,height,note
                Saint-Malo,FR,8,
                Saintes,FR,3.5,"sea, no"
                Saint John,CA,,"two
                lines"
                Amsterdam,NL,-2,@home
                Paris,FR,35,\u001b[31m
                Paris,US,600,
                ,FR,-2,東京
                """);
        file = folder.resolve("cities.art");
        Art.lines(
                "create",
                file,
                "--csv",
                csv,
                "--key",
                "by_city=city",
                "--key",
                "by_country=country,city",
                "--key",
                "by_height=height:double",
                "--key",
                "down=height:decimal:desc",
                "--key",
                "by_note=note");
    }

    @Test
    void get_shows_all_rows_of_a_key() {
        assertThat(Art.lines("get", file, "by_city", "Paris"))
                .containsExactly(
                        "city   row", //
                        "Paris    4",
                        "Paris    5",
                        "2 entries");
    }

    @Test
    void get_needs_the_first_columns_only() {
        assertThat(Art.lines("get", file, "by_country", "FR"))
                .containsExactly(
                        "country  city        row",
                        "FR       Paris         4",
                        "FR       Saint-Malo    0",
                        "FR       Saintes       1",
                        "FR       NULL          6",
                        "4 entries");
        assertThat(Art.lines("get", file, "by_country", "FR", "Paris", "--count"))
                .containsExactly("1");
    }

    @Test
    void get_of_what_is_not_there_is_no_error() {
        assertThat(Art.lines("get", file, "by_city", "Oz"))
                .containsExactly("no entries; index by_city has the column city");
        assertThat(Art.lines("get", file, "by_country", "Paris"))
                .containsExactly("no entries; index by_country has the columns country,city");
        assertThat(Art.lines("get", file, "by_city", "Oz", "--count")).containsExactly("0");
        assertThat(Art.lines("get", file, "by_city", "Oz", "--json")).isEmpty();
    }

    @Test
    void an_empty_value_is_NULL() {
        assertThat(Art.lines("get", file, "by_city", "")).containsExactly("city  row", "NULL    6", "1 entry");
        assertThat(Art.lines("get", file, "by_height", "", "--json"))
                .containsExactly("{\"key\":{\"height\":null},\"row\":2}");
    }

    @Test
    void range_takes_bounds_of_both_kinds_on_both_sides() {
        assertThat(rows("range", file, "by_height", "--ge", "-2", "--lt", "8")).containsExactly(3, 6, 1);
        assertThat(rows("range", file, "by_height", "--gt", "-2", "--le", "8")).containsExactly(1, 0);
        assertThat(rows("range", file, "by_height", "--gt", "35")).containsExactly(5);
        assertThat(rows("range", file, "by_height", "--lt=-1")).containsExactly(3, 6);
        assertThat(rows("range", file, "by_height", "--ge", "9", "--le", "8")).isEmpty();
    }

    @Test
    void bounds_that_leave_nothing_say_so_and_two_of_one_side_are_refused() {
        assertThat(Art.lines("range", file, "by_height", "--ge", "66", "--lt", "60"))
                .containsExactly("no entries; the range is empty: no value is within its bounds");
        Art.run("range", file, "by_height", "--ge", "6", "--gt", "7").refuses("--ge and --gt exclude each other");
        Art.run("range", file, "by_height", "--le", "6", "--lt", "7").refuses("--le and --lt exclude each other");
    }

    @Test
    void range_leaves_NULL_out_where_it_has_a_bound() {
        assertThat(rows("range", file, "by_height")).containsExactly(3, 6, 1, 0, 4, 5, 2);
        assertThat(rows("range", file, "by_height", "--ge", "-Infinity")).containsExactly(3, 6, 1, 0, 4, 5);
    }

    @Test
    void bounds_are_about_values_also_where_the_index_descends() {
        assertThat(rows("range", file, "down", "--ge", "8")).containsExactly(5, 4, 0);
        assertThat(rows("range", file, "down", "--lt", "3.500")).containsExactly(3, 6);
        assertThat(rows("range", file, "down")).containsExactly(2, 5, 4, 0, 1, 3, 6);
    }

    @Test
    void range_bounds_the_column_after_the_values() {
        assertThat(rows("range", file, "by_country", "FR", "--ge", "Saint")).containsExactly(0, 1);
        assertThat(rows("range", file, "by_country", "FR")).containsExactly(4, 0, 1, 6);
    }

    @Test
    void bounds_of_integers_may_be_fractions_or_out_of_their_range() {
        Path numbers = folder.resolve("numbers.art");
        Path rows = Art.write(folder.resolve("numbers.csv"), "n\n1\n2\n4294967295\n".getBytes(StandardCharsets.UTF_8));
        Art.lines("create", numbers, "--csv", rows, "--key", "n=n:uint32");

        assertThat(rows("range", numbers, "n", "--gt", "1.5", "--lt", "4294967296"))
                .containsExactly(1, 2);
        assertThat(rows("range", numbers, "n", "--ge", "-1e40", "--le", "1")).containsExactly(0);
        Art.run("range", numbers, "n", "--ge", "x")
                .fails("column n: 'x' is not of type uint32, a whole number from 0 to 4294967295");
        Art.run("get", numbers, "n", "1.5")
                .fails("column n: '1.5' is not of type uint32, a whole number from 0 to 4294967295");
    }

    @Test
    void the_largest_up_to_a_value_is_the_first_one_backwards() {
        assertThat(rows("range", file, "by_height", "--le", "9", "--reverse", "--limit", "1"))
                .containsExactly(0);
        assertThat(rows("range", file, "by_height", "--le", "-3", "--reverse", "--limit", "1"))
                .isEmpty();
    }

    @Test
    void prefix_finds_text_by_its_beginning_after_equal_columns() {
        assertThat(rows("prefix", file, "by_city", "Saint")).containsExactly(2, 0, 1);
        assertThat(rows("prefix", file, "by_country", "FR", "Saint")).containsExactly(0, 1);
        assertThat(rows("prefix", file, "by_country", "FR", "")).containsExactly(4, 0, 1);
        assertThat(rows("prefix", file, "by_country", "F")).containsExactly(4, 0, 1, 6);
    }

    @Test
    void first_and_last_go_from_their_ends() {
        assertThat(rows("first", file, "by_city", "--limit", "2")).containsExactly(3, 4);
        assertThat(rows("last", file, "by_city", "--limit", "2")).containsExactly(6, 1);
        assertThat(rows("last", file, "by_country", "FR", "--limit", "1")).containsExactly(6);
        assertThat(rows("first", file, "by_city", "--reverse")).isEqualTo(rows("last", file, "by_city"));
    }

    @Test
    void a_limit_says_that_there_is_more() {
        assertThat(Art.lines("first", file, "by_city", "--limit", "1"))
                .containsExactly(
                        "city       row", "Amsterdam    3", "1 entry shown; --limit shows more, --count counts all");
        assertThat(Art.lines("first", file, "by_city", "--limit", "7")).last().isEqualTo("7 entries");
    }

    @Test
    void limit_0_shows_only_how_many_there_are_and_less_is_refused() {
        assertThat(Art.lines("first", file, "by_city", "--limit", "0")).containsExactly("7 entries");
        assertThat(Art.lines("get", file, "by_city", "Oz", "--limit", "0")).containsExactly("0 entries");
        assertThat(Art.lines("first", file, "by_city", "--limit", "0", "--json"))
                .isEmpty();
        Art.run("first", file, "by_city", "--limit", "-1").refuses("--limit -1 is negative");
        Art.run("first", file, "by_city", "--limit", "x")
                .refuses("invalid value for option '--limit': 'x' is not a long");
    }

    @Test
    void count_counts_all_whatever_the_limit() {
        assertThat(Art.lines("first", file, "by_city", "--limit", "2", "--count"))
                .containsExactly("7");
        assertThat(Art.lines("range", file, "by_height", "--lt", "8", "--count", "--json"))
                .containsExactly("{\"count\":3}");
    }

    @Test
    void the_row_of_the_CSV_is_shown_where_it_is_given() {
        assertThat(Art.lines("prefix", file, "by_city", "Saint", "--csv", csv))
                .containsExactly(
                        "city        country  height  note        row",
                        "Saint John  CA               two\\nlines    2",
                        "Saint-Malo  FR       8                     0",
                        "Saintes     FR       3.5     sea, no       1",
                        "3 entries");
        assertThat(Art.lines("get", file, "by_city", "Saintes", "--csv", csv, "--json"))
                .containsExactly("{\"key\":{\"city\":\"Saintes\"},\"row\":1,\"csv\":{\"city\":\"Saintes\","
                        + "\"country\":\"FR\",\"height\":\"3.5\",\"note\":\"sea, no\"}}");
    }

    @Test
    void a_CSV_that_is_another_one_is_refused() {
        Path other = Art.write(folder.resolve("other.csv"), "city\nParis\nLondon\n".getBytes(StandardCharsets.UTF_8));

        Art.run("get", file, "by_city", "Paris", "--csv", other)
                .fails(other + ": no row 4, it has only 2; the index was made of another CSV");
        Art.run("get", file, "by_city", "Saintes", "--csv", other)
                .fails(other + ": row 1 has not the key (Saintes); the index was made of another CSV");
    }

    @Test
    void control_characters_do_not_reach_the_terminal_and_wide_ones_are_aligned() {
        assertThat(Art.lines("first", file, "by_note", "--limit", "5"))
                .startsWith(
                        "note        row",
                        "\\u001b[31m    4",
                        "@home         3",
                        "sea, no       1",
                        "two\\nlines    2",
                        "東京          6");
        assertThat(Art.lines("prefix", file, "by_note", "\u001b", "--json"))
                .containsExactly("{\"key\":{\"note\":\"\\u001b[31m\"},\"row\":4}");
    }

    @Test
    void values_may_begin_with_at_or_be_negative_or_go_after_two_dashes() {
        assertThat(rows("get", file, "by_note", "@home")).containsExactly(3);
        assertThat(rows("get", file, "by_height", "-2")).containsExactly(3, 6);
        assertThat(rows("get", file, "by_note", "--", "--count")).isEmpty();
        Art.run("get", file, "by_note", "--cuont")
                .refuses("Unknown option '--cuont' (a value that begins like one goes after --)".replace("U", "u"));
    }

    @Test
    void values_that_do_not_fit_the_columns_are_refused() {
        Art.run("get", file, "by_height", "high")
                .fails("column height: 'high' is not of type double, a number such as -1.5 or 1e3");
        Art.run("get", file, "by_city", "a", "b").fails("too many values: index by_city has the column city");
        Art.run("range", file, "by_city", "a", "--ge", "b").fails("too many values: index by_city has the column city");
        Art.run("prefix", file, "by_height", "1")
                .fails("column height is of type double; only text and bytes begin with something");
    }

    @Test
    void an_index_that_is_not_there_is_refused_with_those_that_are() {
        Art.run("get", file, "by_name", "x")
                .fails("there is no index by_name; there are [by_city, by_country, by_height, down, by_note]");
    }

    /** The row ids that a command shows, in its order. */
    private static List<Integer> rows(Object... arguments) {
        List<String> lines = Art.lines(arguments);
        return lines.size() == 1
                ? List.of()
                : lines.subList(1, lines.size() - 1).stream()
                        .map(line -> Integer.valueOf(line.substring(line.lastIndexOf(' ') + 1)))
                        .toList();
    }
}
