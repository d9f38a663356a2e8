package org.artindex.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.artindex.CorruptionException;
import org.artindex.Index;
import org.artindex.Snapshot;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "check",
        description = "Checks every block and every node of a file, and names all damage.",
        footerHeading = "%nExit code: 0 sound, 1 damaged, 2 it cannot be checked.%n%nExample:%n",
        footer = "  art check cities.art")
final class CheckCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The index file.")
    Path file;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        int damaged = 0;
        try (IndexFile store = ExistingFile.open(file);
                Snapshot snapshot = store.engine().snapshot()) {
            for (Index index : snapshot.indexes()) {
                try {
                    snapshot.reader(index).verify();
                } catch (CorruptionException e) {
                    damaged++;
                    out.println("index " + index.name() + ": " + e.getMessage());
                }
            }
        }
        out.println(file + ": " + (damaged == 0 ? "sound" : "damaged"));
        return damaged == 0 ? ExitCode.DONE : ExitCode.DAMAGED;
    }
}
