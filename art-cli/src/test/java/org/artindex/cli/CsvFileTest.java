package org.artindex.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CsvFileTest {
    @Test
    void fields_in_quotes_may_hold_commas_quotes_and_line_breaks() throws IOException {
        assertThat(rows("a,b\n\"1,\"\"2\"\"\",\"x\r\ny\"\n3,4\n"))
                .containsExactly(List.of("1,\"2\"", "x\r\ny"), List.of("3", "4"));
    }

    @Test
    void lines_may_end_as_on_any_system_and_the_last_one_need_not_end() throws IOException {
        for (String end : List.of("\n", "\r\n", "\r")) {
            assertThat(rows("a,b" + end + "1,2" + end + "3,4")).containsExactly(List.of("1", "2"), List.of("3", "4"));
        }
    }

    @Test
    void a_byte_order_mark_is_no_part_of_the_heading() throws IOException {
        assertThat(open("\uFEFFa,b\n").heading()).containsExactly("a", "b");
        assertThat(open("\uFEFF\"a\",b\n").heading()).containsExactly("a", "b");
        assertThat(open("\uFEFFa,b\n", true).heading()).containsExactly("a", "b");
    }

    @Test
    void empty_lines_are_no_rows_but_quoted_emptiness_is() throws IOException {
        assertThat(rows("a\n\n1\n\n\"\"\n\n")).containsExactly(List.of("1"), List.of(""));
    }

    @Test
    void a_row_with_too_few_or_too_many_fields_names_its_line() {
        assertThatThrownBy(() -> rows("a,b\n\n1,\"x\ny\"\n2\n"))
                .isInstanceOf(CommandFailure.class)
                .hasMessage("t.csv, line 5: 1 field, but the heading has 2");
        assertThatThrownBy(() -> rows("a,b\n1,2,3\n")).hasMessage("t.csv, line 2: 3 fields, but the heading has 2");
    }

    @Test
    void broken_quotes_name_the_line() {
        assertThatThrownBy(() -> rows("a,b\n1,2\n3,\"x\"y\n"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageStartingWith("t.csv, after line 2: not a CSV: ")
                .hasMessageContaining("quote");
        assertThatThrownBy(() -> rows("a,b\n1,2\n3,\"x\n")).hasMessageStartingWith("t.csv, after line 2: not a CSV: ");
    }

    @Test
    void an_empty_file_has_no_heading() {
        assertThatThrownBy(() -> open("")).hasMessage("t.csv: no heading, the file is empty");
    }

    @Test
    void other_encodings_than_UTF_8_are_refused() {
        byte[] latin = "a\nZürich\n".getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> rows(CsvFile.open("t.csv", new ByteArrayInputStream(latin))))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("not UTF-8");
        byte[] wide = "a\n1\n".getBytes(StandardCharsets.UTF_16);
        assertThatThrownBy(() -> CsvFile.open("t.csv", new ByteArrayInputStream(wide)))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("not UTF-8");
    }

    @Test
    void a_gzipped_file_that_is_cut_short_is_refused() throws IOException {
        byte[] whole = gzip("a\n" + "x\n".repeat(100_000));
        byte[] cut = Arrays.copyOf(whole, whole.length / 2);
        assertThatThrownBy(() -> rows(CsvFile.open("t.csv", new ByteArrayInputStream(cut))))
                .isInstanceOf(CommandFailure.class)
                .hasMessageMatching("t\\.csv, after line \\d+: Unexpected end of ZLIB input stream");
    }

    @Test
    void gzipped_parts_one_after_the_other_are_one_file() throws IOException {
        ByteArrayOutputStream parts = new ByteArrayOutputStream();
        parts.write(gzip("a\n1\n"));
        parts.write(gzip("2\n"));
        assertThat(rows(CsvFile.open("t.csv", new ByteArrayInputStream(parts.toByteArray()))))
                .containsExactly(List.of("1"), List.of("2"));
    }

    @Test
    void how_far_it_is_read_counts_in_bytes_of_the_file() throws IOException {
        byte[] bytes = gzip("a\n1\n2\n");
        CsvFile csv = CsvFile.open("t.csv", new ByteArrayInputStream(bytes));
        while (csv.next()) {}
        assertThat(csv.bytesRead()).isEqualTo(bytes.length);
        assertThat(csv.row()).isEqualTo(1);
    }

    private static List<List<String>> rows(String content) throws IOException {
        List<List<String>> plain = rows(open(content));
        assertThat(rows(open(content, true))).isEqualTo(plain);
        return plain;
    }

    private static List<List<String>> rows(CsvFile csv) throws IOException {
        List<List<String>> rows = new ArrayList<>();
        try (csv) {
            while (csv.next()) {
                assertThat(csv.row()).isEqualTo(rows.size());
                rows.add(csv.fields());
            }
        }
        return rows;
    }

    private static CsvFile open(String content) throws IOException {
        return CsvFile.open("t.csv", new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8)));
    }

    private static CsvFile open(String content, boolean gzipped) throws IOException {
        return gzipped ? CsvFile.open("t.csv", new ByteArrayInputStream(gzip(content))) : open(content);
    }

    private static byte[] gzip(String content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(content.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
