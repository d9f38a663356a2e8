package org.artindex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** Runs the command inside this process. */
record Art(int code, String out, String err) {
    static Art run(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        PrintWriter outWriter = new PrintWriter(out);
        PrintWriter errWriter = new PrintWriter(err);
        int code = Main.commandLine(outWriter, errWriter)
                .execute(Arrays.stream(arguments).map(Object::toString).toArray(String[]::new));
        outWriter.flush();
        errWriter.flush();
        return new Art(code, out.toString(), err.toString());
    }

    /** Runs a command that must pass and returns the lines of its output. */
    static List<String> lines(Object... arguments) {
        Art run = run(arguments);
        assertThat(run.err).isEmpty();
        assertThat(run.code).isZero();
        return run.out.lines().toList();
    }

    /** Asserts that the command failed with one line that says this, and printed nothing else. */
    void fails(String message) {
        assertThat(err).isEqualTo("art: " + message + System.lineSeparator());
        assertThat(out).isEmpty();
        assertThat(code).isEqualTo(ExitCode.FAILED);
    }

    /** Asserts that the arguments were refused: one line that says why, and one that says where help is. */
    void refuses(String message) {
        assertThat(err.lines()).hasSize(2).first().isEqualTo("art: " + message);
        assertThat(err.lines().toList().get(1)).contains("See: art");
        assertThat(out).isEmpty();
        assertThat(code).isEqualTo(ExitCode.FAILED);
    }

    static Path csv(Path folder, String content) {
        return write(folder.resolve("rows.csv"), content.getBytes(StandardCharsets.UTF_8));
    }

    static Path write(Path file, byte[] content) {
        try {
            return Files.write(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path gzip(Path file, String content) throws IOException {
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(content.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }

    /** The names of what is in a folder, but for lock files, which stay and mean nothing. */
    static List<String> files(Path folder) {
        try (Stream<Path> found = Files.list(folder)) {
            return found.map(path -> path.getFileName().toString())
                    .filter(name -> !name.endsWith("-lock"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
