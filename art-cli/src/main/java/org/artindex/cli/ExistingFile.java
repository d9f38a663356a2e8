package org.artindex.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.artindex.storage.Store;

/** Opens an index file that must be there, for reading. */
final class ExistingFile {
    private ExistingFile() {}

    static Store open(Path file) {
        refuseMissing(file);
        return Store.openReadOnly(file);
    }

    static void refuseMissing(Path file) {
        if (Files.isDirectory(file)) {
            throw new CommandFailure(file + ": is a directory");
        }
        if (!Files.exists(file)) {
            throw new CommandFailure(file + ": no such file");
        }
    }

    /** Removes a file that the command has made itself, and what belongs to it. */
    static void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
        Files.deleteIfExists(file.resolveSibling(file.getFileName() + "-lock"));
    }
}
