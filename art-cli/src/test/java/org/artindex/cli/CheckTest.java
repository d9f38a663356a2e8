package org.artindex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.artindex.Batch;
import org.artindex.Index.Uniqueness;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;
import org.artindex.key.KeySchema;
import org.artindex.storage.CheckReport.Damage;
import org.artindex.storage.Store;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CheckTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void build() {
        StringBuilder rows = new StringBuilder("a,b\n");
        for (int i = 0; i < 2_000; i++) {
            rows.append(i).append(',').append(i % 7).append('\n');
        }
        file = folder.resolve("rows.art");
        Art.lines(
                "create",
                file,
                "--csv",
                Art.csv(folder, rows.toString()),
                "--key",
                "a=a:int32",
                "--unique",
                "--key",
                "b=b");
    }

    @Test
    void a_sound_file_says_how_much_of_it_was_looked_at() {
        assertThat(Art.lines("check", file))
                .singleElement()
                .asString()
                .matches(file + ": sound; \\d+ blocks, [\\d,]+ nodes, 2 indexes, 4,000 entries");
    }

    @Test
    void a_flipped_bit_is_found_and_named_wherever_it_is() throws IOException {
        byte[] sound = Files.readAllBytes(file);
        for (int position = 0; position < sound.length; position += sound.length / 23) {
            byte[] damaged = sound.clone();
            damaged[position] ^= 0x10;
            Files.write(file, damaged);

            Art check = Art.run("check", file);

            assertThat(check.code()).as("byte " + position).isEqualTo(ExitCode.DAMAGED);
            assertThat(check.err()).isEmpty();
            assertThat(check.out().lines()).first().asString().startsWith("damage: ");
            assertThat(check.out()).doesNotContainPattern("(block \\d+): \\1");
            assertThat(check.out().lines()).last().asString().startsWith(file + ": damaged in ");
            assertThat(file).hasBinaryContent(damaged);
        }
    }

    @Test
    void what_a_damaged_block_makes_unreadable_is_said_in_its_line() {
        Damage block = new Damage("block 19", "block 19: checksum is 1 but its bytes have 2");
        Damage index = new Damage("index a", "rows.art, block 19: checksum is 1 but its bytes have 2");
        Damage other = new Damage("index b", "row 7 is not live");
        Damage catalog = new Damage("catalog", "rows.art, catalog, block 1: the chain ends early");

        assertThat(DamageLines.of(List.of(catalog, block, index, other)))
                .containsExactly(
                        "block 19: checksum is 1 but its bytes have 2; makes index a unreadable",
                        "catalog: rows.art, catalog, block 1: the chain ends early",
                        "index b: row 7 is not live");
        assertThat(DamageLines.of(List.of(catalog, new Damage("block 1", "block 1: torn"))))
                .containsExactly("block 1: torn; makes the catalog unreadable");
    }

    @Test
    void a_file_that_is_cut_short_is_damaged() throws IOException {
        byte[] sound = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(sound, sound.length - 1000));

        assertThat(Art.run("check", file).code()).isEqualTo(ExitCode.DAMAGED);
    }

    @Test
    void a_query_that_meets_damage_says_so_in_one_line_and_exits_as_check_does() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        // all but the two header slots, wherever the nodes are
        for (int position = 16 * 1024; position < bytes.length; position += 512) {
            bytes[position] ^= 0x01;
        }
        Files.write(file, bytes);

        Art query = Art.run("first", file, "a");

        assertThat(query.err().lines()).singleElement().asString().startsWith("art: ");
        assertThat(query.code()).isEqualTo(ExitCode.DAMAGED);
    }

    @Test
    void what_is_no_index_file_cannot_be_checked_or_asked() {
        Path foreign =
                Art.write(folder.resolve("notes.txt"), "a text\n".repeat(2_000).getBytes(StandardCharsets.UTF_8));
        Path empty = Art.write(folder.resolve("empty.art"), new byte[0]);
        for (Path path : new Path[] {foreign, empty}) {
            for (String command : new String[] {"check", "list", "stats"}) {
                Art run = Art.run(command, path);
                assertThat(run.code()).isEqualTo(ExitCode.FAILED);
                assertThat(run.err().lines())
                        .singleElement()
                        .asString()
                        .startsWith("art: ")
                        .contains(path.toString());
                assertThat(run.out()).isEmpty();
            }
        }
    }

    @Test
    void a_file_that_is_missing_or_a_directory_is_named() {
        Path none = folder.resolve("none.art");
        for (String command : new String[] {"check", "list", "stats"}) {
            Art.run(command, none).fails(none + ": no such file");
            Art.run(command, folder).fails(folder + ": is a directory");
        }
        Art.run("first", none, "a").fails(none + ": no such file");
        assertThat(Art.files(folder)).containsExactly("rows.art", "rows.csv");
    }

    @Test
    void a_file_that_is_being_written_is_locked_for_all() {
        try (Store writer = Store.open(file)) {
            assertThat(writer.hasChanges()).isFalse();
            for (String command : new String[] {"check", "list", "stats"}) {
                Art run = Art.run(command, file);
                assertThat(run.code()).isEqualTo(ExitCode.FAILED);
                assertThat(run.err().lines()).singleElement().asString().contains("is open in this process");
            }
        }
        Art.lines("check", file);
    }

    @Test
    void stats_and_list_say_what_there_is() {
        assertThat(Art.lines("list", file))
                .containsExactly(
                        "table   rows",
                        "rows   2,000",
                        "",
                        "index  table  columns  unique   keys  entries",
                        "a      rows   a:int32  yes     2,000    2,000",
                        "b      rows   b        no          7    2,000");
        assertThat(Art.lines("stats", file))
                .contains("rows   2,000")
                .last()
                .asString()
                .startsWith(file + ": ");
        assertThat(Art.lines("stats", file, "b")).noneMatch(line -> line.startsWith("a "));
        assertThat(Art.lines("stats", file, "b", "--json"))
                .singleElement()
                .asString()
                .contains("\"fileBytes\":", "{\"table\":\"rows\",\"rows\":2000}", "\"index\":\"b\"", "\"keys\":7")
                .doesNotContain("\"index\":\"a\"");
        Art.run("stats", file, "c").fails("there is no index c; there are [a, b]");
    }

    @Test
    void list_says_which_columns_are_unique_where_a_host_has_chosen_them() {
        Path other = folder.resolve("other.art");
        try (Store store = Store.create(other)) {
            try (Batch batch = store.engine().begin()) {
                KeySchema schema = KeySchema.of(Column.asc("a", ColumnType.INT32), Column.asc("b", ColumnType.INT32));
                batch.createIndex("k", schema, Uniqueness.UNIQUE_NULLS_NOT_DISTINCT.inFirst(1));
                batch.commit();
            }
            store.checkpoint();
        }
        assertThat(Art.lines("list", other))
                .last()
                .asString()
                .contains("a:int32,b:int32  unique in the first column, NULLs not distinct");
        assertThat(Art.lines("stats", other, "--json"))
                .singleElement()
                .asString()
                .contains("\"unique\":true");
    }
}
