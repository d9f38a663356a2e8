package org.artindex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keeps the README's examples what it says they are: code that compiles and runs. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ReadmeTest {
    private static final Path README = Path.of("..", "README.md");

    private static final String PROMPT = "$ ./art ";

    @TempDir
    Path folder;

    @Test
    void the_examples_compile_and_print_what_they_should() throws Exception {
        List<String> blocks = blocks("```java");
        assertThat(blocks).hasSize(2);
        int imports = blocks.get(0).indexOf("\n\nKeySchema");

        assertThat(run(
                        "First",
                        blocks.get(0).substring(0, imports),
                        blocks.get(0).substring(imports)))
                .isEqualTo("[FR, Saint-Malo] is row 7\n");
        assertThat(run("Second", blocks.get(0).substring(0, imports), blocks.get(1)))
                .isEqualTo("[FR, St. Malo] is row 7\n[FR, Rennes] is row 9\n");
        assertThat(Art.lines("get", folder.resolve("cities.art"), "by_country_name", "FR"))
                .containsExactly(
                        "country  name      row", "FR       Rennes      9", "FR       St. Malo    7", "2 entries");
    }

    /** Compiles a block as a method, runs it where the test may write, and returns what it has printed. */
    private String run(String name, String imports, String block) throws Exception {
        Path source = folder.resolve(name + ".java");
        String body = block.replace(
                        "\"cities.art\"", '"' + folder.resolve("cities.art").toString() + '"')
                .replace("System.out", "out");
        Files.writeString(
                source,
                imports + "\npublic class " + name + " { public static void run(java.io.PrintStream out) {" + body
                        + "} }");
        int failures = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-proc:none",
                        "-d",
                        folder.toString(),
                        source.toString());
        assertThat(failures).as(name).isZero();
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (URLClassLoader loader =
                        new URLClassLoader(new URL[] {folder.toUri().toURL()});
                PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            loader.loadClass(name).getMethod("run", PrintStream.class).invoke(null, out);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void the_session_prints_what_the_README_shows() throws IOException {
        String session = blocks("```console").get(0);
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

    private static List<String> blocks(String fence) throws IOException {
        return Pattern.compile("(?ms)^" + fence + "$\n(.*?)^```$")
                .matcher(Files.readString(README))
                .results()
                .map(result -> result.group(1))
                .toList();
    }
}
