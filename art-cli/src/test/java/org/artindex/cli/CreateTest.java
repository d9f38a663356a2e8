package org.artindex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CreateTest {
    private static final String PEOPLE = "name,born,city\nAda,1815,London\nGrace,1906,New York\nAlan,1912,London\n";

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void nameFile() {
        file = folder.resolve("people.art");
    }

    @Test
    void several_indexes_are_built_in_one_pass() {
        List<String> lines = Art.lines(
                "create", file, "--csv", people(), "--key", "by_name=name", "--key", "by_city=city,born:int16:desc");

        assertThat(lines.get(0)).startsWith("index").contains("columns", "keys", "entries", "bytes/key");
        assertThat(lines.get(1)).startsWith("by_name ");
        assertThat(lines.get(2)).startsWith("by_city ").contains("city,born:int16:desc");
        assertThat(lines.get(4)).startsWith(file + ": 3 rows in ");
        assertThat(Art.lines("get", file, "by_city", "London"))
                .containsExactly(
                        "city    born  row", //
                        "London  1912    2",
                        "London  1815    0",
                        "2 entries");
        assertThat(Art.files(folder)).containsExactly("people.art", "rows.csv");
    }

    @Test
    void the_table_is_called_as_told_or_like_the_CSV() {
        Art.lines("create", file, "--csv", people(), "--key", "k=name");
        Path other = folder.resolve("other.art");
        Art.lines("create", other, "--csv", people(), "--key", "k=name", "--table", "persons");

        assertThat(Art.lines("list", file)).contains("rows      3");
        assertThat(Art.lines("list", other)).contains("persons     3");
    }

    @Test
    void unique_is_about_the_key_before_it() {
        Art.lines(
                "create",
                file,
                "--csv",
                people(),
                "--key",
                "a=name",
                "--unique",
                "--key",
                "b=city",
                "--key",
                "c=born",
                "--unique");

        assertThat(Art.lines("list", file).subList(4, 7))
                .extracting(line -> line.replaceAll(" +", " "))
                .containsExactly("a rows name yes 3 3", "b rows city no 2 3", "c rows born yes 3 3");
    }

    @Test
    void a_second_row_with_a_unique_key_names_its_line_and_the_first() {
        Art.run("create", file, "--csv", people(), "--key", "by_city=city", "--unique")
                .fails(folder.resolve("rows.csv")
                        + ", line 4 (row 2): index by_city is unique, but line 2 (row 0) has the same key: (London)");
        assertNothingIsLeft();
    }

    @Test
    void the_first_row_is_found_behind_rows_of_several_lines() {
        Path csv = Art.csv(folder, "a\n\"two\nlines\"\nx\nx\n");

        Art.run("create", file, "--csv", csv, "--key", "k=a", "--unique")
                .fails(csv + ", line 5 (row 2): index k is unique, but line 4 (row 1) has the same key: (x)");
    }

    @Test
    void NULLs_may_repeat_in_a_unique_index() {
        Art.lines(
                "create", file, "--csv", Art.csv(folder, "a,b\n1,\n1,\n,\n1,x\n"), "--key", "k=a:int32,b", "--unique");

        assertThat(Art.lines("get", file, "k", "1", ""))
                .containsExactly("a  b     row", "1  NULL    0", "1  NULL    1", "2 entries");
    }

    @Test
    void every_type_has_its_order_and_its_text() {
        String types = "boolean,int8,int16,int32,int64,uint32,float,double,decimal,text,bytes,uuid,date,time,timestamp";
        String low = "false,-128,-1,-1,-1,9,-0.5,-Infinity,-1.50,a,00ff,00000000-0000-0000-0000-000000000001,"
                + "-0001-12-31,00:00,1969-12-31T23:59:59.999999999Z";
        String high = "true,127,1,1,1,4294967295,1e3,NaN,1e30,b,01,ffffffff-0000-0000-0000-000000000001,"
                + "2024-02-29,23:59:59.5,2024-02-29T12:00:00Z";
        Path csv = Art.csv(folder, types + "\n" + high + "\n" + low + "\n");
        for (String type : types.split(",")) {
            Path made = folder.resolve(type + ".art");
            Art.lines("create", made, "--csv", csv, "--key", "k=" + type + ":" + type);

            List<String> shown = Art.lines("first", made, "k", "--csv", csv);
            assertThat(shown.get(1)).as(type).startsWith("false").endsWith("1");
            assertThat(shown.get(2)).as(type).startsWith("true").endsWith("0");
        }
    }

    @Test
    void a_heading_with_comma_and_colon_is_named_with_backslashes() {
        Path csv = Art.csv(folder, "\"a,b\",c:d\n1,2\n");

        Art.lines("create", file, "--csv", csv, "--key", "k=a\\,b:int8,c\\:d");

        assertThat(Art.lines("first", file, "k")).containsExactly("a,b  c:d  row", "  1  2      0", "1 entry");
        assertThat(Art.lines("list", file).get(4)).contains("a\\,b:int8,c\\:d");
    }

    @Test
    void a_CSV_without_rows_makes_empty_indexes() {
        Art.lines("create", file, "--csv", Art.csv(folder, "a\n"), "--key", "k=a");

        assertThat(Art.lines("first", file, "k")).containsExactly("no entries; index k has the column a");
    }

    @Test
    void a_file_that_exists_stays_as_it_is() throws IOException {
        byte[] before = "what was there".getBytes(StandardCharsets.UTF_8);
        Files.write(file, before);

        Art.run("create", file, "--csv", people(), "--key", "k=name")
                .fails(file + ": exists already; remove it first or choose another name");
        assertThat(file).hasBinaryContent(before);
        assertThat(Art.files(folder)).containsExactly("people.art", "rows.csv");
    }

    @Test
    void a_file_that_appears_during_the_build_stays_as_it_is() throws IOException {
        byte[] theirs = "theirs".getBytes(StandardCharsets.UTF_8);
        try (NewFile made = NewFile.at(file)) {
            Files.write(made.part(), new byte[] {1});
            Files.write(file, theirs);

            org.assertj.core.api.Assertions.assertThatThrownBy(made::publish)
                    .isInstanceOf(CommandFailure.class)
                    .hasMessageContaining("exists already");
        }
        assertThat(file).hasBinaryContent(theirs);
        assertThat(Art.files(folder)).containsExactly("people.art");
    }

    @Test
    void a_bad_value_names_its_line_and_column() {
        Path csv = Art.csv(folder, "name,born\n\"Ada\nLovelace\",1815\nGrace,MCMVI\n");

        Art.run("create", file, "--csv", csv, "--key", "k=name,born:int16")
                .fails(csv
                        + ", line 4: column born: 'MCMVI' is not of type int16, a whole number from -32768 to 32767");
        assertNothingIsLeft();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "date | a day such as 2024-02-29",
                "time | a time such as 23:59 or 23:59:59.5",
                "timestamp | a time in a zone such as 2024-02-29T23:59:59Z",
                "uuid | such as 123e4567-e89b-12d3-a456-426614174000",
                "bytes | bytes in hexadecimal such as 00ff",
                "boolean | true or false",
            })
    void a_bad_value_says_what_is_expected(String type, String form) {
        Path csv = Art.csv(folder, "a\n2024-02-29 23:59\n");

        Art.run("create", file, "--csv", csv, "--key", "k=a:" + type)
                .fails(csv + ", line 2: column a: '2024-02-29 23:59' is not of type " + type + ", " + form);
    }

    @Test
    void an_empty_field_of_a_NOT_NULL_column_names_its_line() {
        Path csv = Art.csv(folder, "a,b\n1,1\n,1\n");

        Art.run("create", file, "--csv", csv, "--key", "k=a:notnull")
                .fails(csv + ", line 3: column a: empty, but NOT NULL in index k");
        assertNothingIsLeft();
    }

    @Test
    void a_key_over_the_limit_names_its_line() {
        Path csv = Art.csv(folder, "a\nx\n" + "y".repeat(131_040) + "\n");

        Art.run("create", file, "--csv", csv, "--key", "k=a")
                .fails(csv + ", line 3: index k: key of 131042 bytes is over the limit of 131040 bytes");
        assertNothingIsLeft();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "k=nme | %s: no column 'nme'; there are name, born, city",
                "k=name:string | --key k=name:string: no type 'string', did you mean text? There are boolean, int8, int16, int32, int64,"
                        + " uint32, float, double, decimal, text, bytes, uuid, date, time, timestamp",
                "k=name:Int | --key k=name:Int: no type 'Int', did you mean int32? There are boolean, int8, int16, int32, int64,"
                        + " uint32, float, double, decimal, text, bytes, uuid, date, time, timestamp",
                "k=name:xyz | --key k=name:xyz: no type 'xyz'; there are boolean, int8, int16, int32, int64, uint32,"
                        + " float, double, decimal, text, bytes, uuid, date, time, timestamp",
                "name | --key name: expected NAME=COLUMN[:TYPE][:desc][:notnull],...",
                "=name | --key =name: expected NAME=COLUMN[:TYPE][:desc][:notnull],...",
                "k= | --key k=: a column without a name",
                "k=name,,city | --key k=name,,city: a column without a name",
                "k=name,name:desc | --key k=name,name:desc: two columns are called name",
            })
    void a_bad_key_says_what_is_wrong(String key, String message) {
        Path csv = people();

        Art.run("create", file, "--csv", csv, "--key", key).fails(String.format(message, csv));
        assertNothingIsLeft();
    }

    @Test
    void two_keys_of_one_name_are_refused() {
        Art.run("create", file, "--csv", people(), "--key", "k=name", "--key", "k=city")
                .fails("two keys are called k");
        assertNothingIsLeft();
    }

    @Test
    void a_column_name_that_is_there_twice_is_refused_where_a_key_needs_it() {
        Path csv = Art.csv(folder, "a,b,a\n1,2,3\n");

        Art.run("create", file, "--csv", csv, "--key", "k=a").fails(csv + ": more than one column is called 'a'");
        assertNothingIsLeft();
        Art.lines("create", file, "--csv", csv, "--key", "k=b");
    }

    @Test
    void places_that_cannot_be_written_are_named() {
        Path nowhere = folder.resolve("no").resolve("people.art");

        Art.run("create", nowhere, "--csv", people(), "--key", "k=name")
                .fails(nowhere + ": there is no directory " + folder.resolve("no"));
        Art.run("create", folder, "--csv", people(), "--key", "k=name").fails(folder + ": is a directory");
    }

    @Test
    void a_missing_CSV_is_named() {
        Path csv = folder.resolve("none.csv");

        Art.run("create", file, "--csv", csv, "--key", "k=name").fails(csv + ": no such file or directory");
        Art.run("create", file, "--csv", folder, "--key", "k=name").fails(folder + ": is a directory");
        assertThat(Art.files(folder)).isEmpty();
    }

    @Test
    void the_same_rows_make_the_same_entries_gzipped_or_not() throws IOException {
        Path gzipped = Art.gzip(folder.resolve("rows.csv.gz"), PEOPLE);
        Path misnamed = Art.gzip(folder.resolve("misnamed.csv"), PEOPLE);
        List<String> expected = Arrays.asList("Ada      0", "Alan     2", "Grace    1");
        for (Path csv : List.of(people(), gzipped, misnamed)) {
            Path made = folder.resolve(csv.getFileName() + ".art");
            Art.lines("create", made, "--csv", csv, "--key", "k=name");
            assertThat(Art.lines("first", made, "k").subList(1, 4)).isEqualTo(expected);
        }
    }

    private Path people() {
        return Art.csv(folder, PEOPLE);
    }

    private void assertNothingIsLeft() {
        assertThat(Art.files(folder)).containsExactly("rows.csv");
    }
}
