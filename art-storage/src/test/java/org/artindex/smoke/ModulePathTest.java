package org.artindex.smoke;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine as named modules: art-core, art-storage and the two of Chronicle, which have no module descriptor. */
class ModulePathTest {
    private static final List<String> MODULES = List.of("art-core", "art-storage", "chronicle-core", "chronicle-bytes");

    @TempDir
    Path directory;

    @Test
    void onTheModulePathAnEmbedderNeedsNoFlagAndSeesNoWarningEither() throws Exception {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> entries = List.of(path.split(File.pathSeparator));
        String tests = entries.stream().filter(ModulePathTest::isTests).collect(Collectors.joining(File.pathSeparator));
        String modules = entries.stream()
                .filter(entry -> !isTests(entry) && MODULES.stream().anyMatch(module -> isOf(entry, module)))
                .collect(Collectors.joining(File.pathSeparator));
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-p",
                        modules,
                        "--add-modules",
                        "org.artindex.storage",
                        "-cp",
                        tests,
                        Embedder.class.getName(),
                        directory.resolve("names.art").toString())
                .start();
        String errors = new String(child.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor()).as(errors).isZero();
        assertThat(output.strip()).isEqualTo("org.artindex.storage 7");
        if (Runtime.version().feature() < 24) {
            assertThat(errors).isEmpty();
        }
    }

    private static boolean isTests(String entry) {
        return entry.contains("test-classes");
    }

    private static boolean isOf(String entry, String module) {
        return Arrays.stream(entry.split("[/\\\\]"))
                .anyMatch(part -> part.equals(module) || part.startsWith(module + "-"));
    }
}
