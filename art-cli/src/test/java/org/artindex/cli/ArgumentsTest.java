package org.artindex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ArgumentsTest {
    private static final int SCREEN_LINES = 36;
    private static final int SCREEN_COLUMNS = 90;

    @Test
    void the_help_of_every_command_fits_a_screen_and_has_examples() {
        CommandLine all = Main.commandLine(new PrintWriter(System.out), new PrintWriter(System.err));
        assertThat(all.getSubcommands()).hasSize(11);
        assertFitsAScreen(Art.lines("--help"));
        for (String command : all.getSubcommands().keySet()) {
            assertFitsAScreen(Art.lines(command, "--help"));
            if (!command.equals("help")) {
                assertThat(Art.lines("--help")).anyMatch(line -> line.startsWith("  " + command + " "));
            }
        }
    }

    @Test
    void help_is_a_command_too() {
        assertThat(Art.lines("help")).isEqualTo(Art.lines("--help"));
        assertThat(Art.lines("help", "create")).isEqualTo(Art.lines("create", "--help"));
        Art.run("help", "creat").refuses("there is no command 'creat'");
    }

    @Test
    void the_version_names_program_and_java() {
        assertThat(Art.lines("--version")).hasSize(2).first().asString().startsWith("art ");
    }

    @Test
    void a_command_that_is_not_there_gets_a_hint() {
        Art.run().refuses("missing required subcommand");
        Art unknown = Art.run("chek");
        unknown.refuses("there is no command 'chek'");
        assertThat(unknown.err()).contains("Did you mean check");
    }

    @Test
    void options_and_arguments_that_are_not_there_are_refused() {
        Art.run("list", "--all", "f").refuses("unknown option: '--all'");
        Art.run("list", "f", "g").refuses("unmatched argument at index 2: 'g'");
        Art.run("list").refuses("missing required parameter: 'FILE'");
        Art.run("get", "f", "i").refuses("missing required parameter: 'VALUE'");
        Art.run("create", "f", "--csv", "c")
                .refuses("missing required argument(s): (--key=NAME=COLUMN,... [--unique])");
        Art.run("create", "f", "--key", "k=a").refuses("missing required option: '--csv=CSV'");
        Art.run("range", "f", "i", "--ge").refuses("missing required parameter for option '--ge' (V)");
    }

    @Test
    void a_stack_trace_is_shown_only_where_it_is_asked_for() {
        assertThat(Art.run("list", "no such file").err()).doesNotContain("\tat ");
        assertThat(Art.run("list", "no such file", "--debug").err()).contains("\tat ");
        assertThat(Art.run("--debug", "list", "no such file").err()).contains("\tat ");
    }

    @Test
    void a_reader_that_has_seen_enough_is_no_failure_but_a_full_disk_is() {
        assertThat(failureAfter("Broken pipe")).isNull();
        assertThat(failureAfter("No space left on device")).isEqualTo("No space left on device");
    }

    private static String failureAfter(String message) {
        StandardOutput out = new StandardOutput(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(message);
            }
        });
        PrintWriter writer = new PrintWriter(out);
        writer.println("a line");
        assertThat(writer.checkError()).isTrue();
        return out.failure();
    }

    private static void assertFitsAScreen(List<String> help) {
        assertThat(help).hasSizeLessThanOrEqualTo(SCREEN_LINES).anyMatch(line -> line.startsWith("Example"));
        assertThat(help).allMatch(line -> line.length() <= SCREEN_COLUMNS, "at most " + SCREEN_COLUMNS + " wide");
    }
}
