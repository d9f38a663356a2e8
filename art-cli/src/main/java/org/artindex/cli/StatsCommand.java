package org.artindex.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.artindex.Index;
import org.artindex.Snapshot;
import org.artindex.storage.Store;
import org.artindex.storage.StoreStats;
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
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try (Store store = ExistingFile.open(file);
                Snapshot snapshot = store.engine().snapshot()) {
            IndexReport report = new IndexReport(out, snapshot);
            List<Index> indexes = indexName == null ? snapshot.indexes() : List.of(snapshot.index(indexName));
            if (json) {
                out.println(object(report, snapshot, indexes, store.stats()));
                return ExitCode.DONE;
            }
            report.tables();
            out.println();
            report.sizes(indexes);
            out.println();
            report.nodes(indexes);
            out.println();
            StoreStats stats = store.stats();
            out.println(file + ": " + Shown.bytes(stats.fileSize()) + ", "
                    + Shown.count(stats.blockCount(), "block", "blocks") + " of " + Shown.bytes(stats.blockSize())
                    + ", "
                    + Shown.count(stats.freeBlocks()) + " free; checkpoint " + stats.checkpoint());
        }
        return ExitCode.DONE;
    }

    private static Json object(IndexReport report, Snapshot snapshot, List<Index> indexes, StoreStats stats) {
        return new Json()
                .put("fileBytes", stats.fileSize())
                .put("blockBytes", stats.blockSize())
                .put("blocks", stats.blockCount())
                .put("freeBlocks", stats.freeBlocks())
                .put("checkpoint", stats.checkpoint())
                .put(
                        "tables",
                        snapshot.tables().stream()
                                .map(table ->
                                        new Json().put("table", table.name()).put("rows", snapshot.rowCount(table)))
                                .toList())
                .put("indexes", indexes.stream().map(report::json).toList());
    }
}
