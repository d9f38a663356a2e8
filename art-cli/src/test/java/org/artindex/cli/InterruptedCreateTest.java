package org.artindex.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class InterruptedCreateTest {
    @TempDir
    Path folder;

    @Test
    @Timeout(60)
    void a_build_that_is_stopped_leaves_nothing_behind() throws Exception {
        Path input = Path.of("/dev/stdin");
        assumeTrue(Files.exists(input));
        Process build =
                start("create", folder.resolve("rows.art").toString(), "--csv", input.toString(), "--key", "k=a");
        try (OutputStream rows = build.getOutputStream()) {
            rows.write(("a\n" + "1\n".repeat(1_000_000)).getBytes(StandardCharsets.UTF_8));
            rows.flush();
            while (Art.files(folder).isEmpty()) {
                assertThat(build.isAlive()).isTrue();
                Thread.sleep(20);
            }
            assertThat(Art.files(folder)).singleElement().asString().startsWith("rows.art.part-");

            // as Ctrl-C does: the process may end in order
            build.destroy();
            assertThat(build.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(folder).isEmptyDirectory();
    }

    private static Process start(String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(Main.class.getName());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }
}
