package org.artindex.cli;

import static org.artindex.Index.Uniqueness.NOT_UNIQUE;
import static org.artindex.key.ColumnType.TEXT;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.artindex.Batch;
import org.artindex.Cursor;
import org.artindex.Index;
import org.artindex.Snapshot;
import org.artindex.Table;
import org.artindex.key.Column;
import org.artindex.key.KeySchema;
import org.artindex.storage.Store;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keeps the README's example what it says it is: code that compiles and runs. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ReadmeTest {
    private static final Path README = Path.of("..", "README.md");
    private static final Path SOURCE = Path.of("src/test/java/org/artindex/cli/ReadmeTest.java");

    private static final String PROMPT = "$ ./art ";

    @TempDir
    Path folder;

    @Test
    void the_example_runs() throws IOException {
        Path printed = folder.resolve("printed");
        try (PrintStream out = new PrintStream(Files.newOutputStream(printed))) {
            runExample(folder.resolve("cities.art"), out);
        }

        assertThat(printed).hasContent("[FR, Saint-Malo] is row 7\n");
        assertThat(Art.lines("get", folder.resolve("cities.art"), "by_name", "FR", "Saint-Malo"))
                .contains("FR       Saint-Malo    7");
    }

    @Test
    void the_example_is_the_one_in_the_README() throws IOException {
        String source = between(Files.readAllLines(SOURCE), "        // README begins", "        // README ends")
                .replace("(file)", "(Path.of(\"cities.art\"))")
                .replace("out.println", "System.out.println")
                .indent(-8);

        assertThat(between(Files.readAllLines(README), "```java", "```")).isEqualTo(source);
    }

    @Test
    void the_session_prints_what_the_README_shows() throws IOException {
        String session = between(Files.readAllLines(README), "```console", "```");
        String printed = session.lines()
                .filter(line -> line.startsWith(PROMPT))
                .map(this::run)
                .collect(Collectors.joining("\n"));

        assertThat(withoutMeasures(printed)).isEqualTo(withoutMeasures(session));
        assertThat(session).contains("$ ./art create", "$ ./art prefix", "$ ./art check");
    }

    /** Runs a command of the session where the test may write, and says it was run in the project's root. */
    private String run(String line) {
        Object[] arguments = Arrays.stream(line.substring(PROMPT.length()).split(" "))
                .map(argument ->
                        argument.equals("cities.art") ? folder.resolve(argument).toString() : argument)
                .map(argument -> argument.startsWith("data/") ? ".." + "/" + argument : argument)
                .toArray();
        String output = String.join("\n", Art.lines(arguments));
        return line + "\n" + output.replace(folder + "/", "") + "\n";
    }

    /** What depends on the machine or on how nodes are laid out, that is all numbers of create and check, may differ. */
    private static String withoutMeasures(String session) {
        return Arrays.stream(session.split("(?=" + Pattern.quote(PROMPT) + ")"))
                .map(part -> part.matches("(?s).*art (create|check) .*")
                        ? part.replaceAll("[0-9][0-9,.]*", "#")
                                .replaceAll(" m?s,", " s,")
                                .replaceAll(" +", " ")
                        : part)
                .collect(Collectors.joining());
    }

    private static void runExample(Path file, PrintStream out) {
        // README begins
        KeySchema schema = KeySchema.of(Column.asc("country", TEXT), Column.asc("name", TEXT));
        try (Store store = Store.create(file)) {
            try (Batch batch = store.engine().begin()) {
                Table cities = batch.createTable("cities");
                Index byName = batch.createIndex(cities, "by_name", schema, NOT_UNIQUE);
                batch.insertRow(cities, 7, byName.key("FR", "Saint-Malo")); // row 7 of your table
                batch.commit();
            }
            store.checkpoint(); // what is committed before survives a crash from here on
            try (Snapshot snapshot = store.engine().snapshot()) {
                Cursor cursor = snapshot.reader(snapshot.index("by_name")).cursor(schema.startsWith("FR", "Saint"));
                while (cursor.next()) {
                    out.println(Arrays.toString(schema.decode(cursor.key())) + " is row " + cursor.row());
                }
            }
        }
        // README ends
    }

    private static String between(List<String> lines, String begin, String end) {
        int first = lines.indexOf(begin) + 1;
        assertThat(first).as(begin).isPositive();
        int last = first + lines.subList(first, lines.size()).indexOf(end);
        return String.join("\n", lines.subList(first, last)) + "\n";
    }
}
