package org.artindex.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.artindex.Snapshot;
import org.artindex.storage.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "list",
        description = "Lists the tables and indexes of a file.",
        footerHeading = "%nExample:%n",
        footer = "  art list cities.art")
final class ListCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The index file.")
    Path file;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try (Store store = ExistingFile.open(file);
                Snapshot snapshot = store.engine().snapshot()) {
            IndexReport report = new IndexReport(out, snapshot);
            report.tables();
            out.println();
            report.indexes();
        }
        return ExitCode.DONE;
    }
}
