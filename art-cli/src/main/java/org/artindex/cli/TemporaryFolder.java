package org.artindex.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A folder that goes away with all files in it, also after Ctrl-C. */
final class TemporaryFolder implements AutoCloseable {
    private final Path path;
    private final Thread sweeper = new Thread(this::sweep);

    private TemporaryFolder(Path path) {
        this.path = path;
        Runtime.getRuntime().addShutdownHook(sweeper);
    }

    static TemporaryFolder create(String prefix) throws IOException {
        return new TemporaryFolder(Files.createTempDirectory(prefix));
    }

    Path path() {
        return path;
    }

    /** Leaves the folder where it is. */
    void keep() {
        try {
            Runtime.getRuntime().removeShutdownHook(sweeper);
        } catch (IllegalStateException e) {
            // the machine is shutting down and the sweeper runs
        }
    }

    @Override
    public void close() {
        keep();
        sweep();
    }

    private void sweep() {
        try (Stream<Path> found = Files.list(path)) {
            List<Path> files = found.toList();
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // the system clears its folder of temporary files
        }
    }
}
