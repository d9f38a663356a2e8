package org.artindex.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.artindex.Index;
import org.artindex.Snapshot;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "stats",
        description = "Shows what the indexes of a file take and of which nodes they consist.",
        footerHeading = "%nExamples:%n",
        footer = {"  art stats cities.art", "  art stats cities.art by_name --json"})
final class StatsCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FILE", description = "The index file.")
    Path file;

    @Parameters(index = "1", arity = "0..1", paramLabel = "INDEX", description = "One index (default: all).")
    @Nullable
    String indexName;

    @Option(names = "--json", description = "Show one JSON object.")
    boolean json;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        long fileSize = Files.size(file);
        try (IndexFile store = ExistingFile.open(file);
                Snapshot snapshot = store.engine().snapshot()) {
            IndexReport report = new IndexReport(out, snapshot);
            List<Index> indexes = indexName == null ? snapshot.indexes() : List.of(snapshot.index(indexName));
            if (json) {
                out.println(object(report, snapshot, indexes, fileSize));
                return ExitCode.DONE;
            }
            report.tables();
            out.println();
            report.sizes(indexes);
            out.println();
            report.nodes(indexes);
            out.println();
            out.println(file + ": " + Shown.bytes(fileSize));
        }
        return ExitCode.DONE;
    }

    private static Json object(IndexReport report, Snapshot snapshot, List<Index> indexes, long fileSize) {
        return new Json()
                .put("fileBytes", fileSize)
                .put(
                        "tables",
                        snapshot.tables().stream()
                                .map(table ->
                                        new Json().put("table", table.name()).put("rows", snapshot.rowCount(table)))
                                .toList())
                .put("indexes", indexes.stream().map(report::json).toList());
    }
}
