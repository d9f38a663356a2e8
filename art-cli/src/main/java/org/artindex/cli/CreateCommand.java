package org.artindex.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.artindex.Batch;
import org.artindex.Snapshot;
import org.artindex.storage.Store;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "create",
        description = "Builds a file of indexes over the rows of a CSV.",
        customSynopsis = "art create FILE --csv CSV (--key NAME=COLUMN[:TYPE][:desc],... [--unique])...",
        footerHeading = "%nExamples:%n",
        footer = {
            "  art create cities.art --csv data/cities.csv.gz \\",
            "      --key by_name=name --key by_country_name=country,name --key by_lat=lat:double:desc",
            "  art create ip.art --csv data/ipv4-country.csv.gz --key ip_start=start:uint32 --unique",
            "",
            "A COLUMN may be followed by its type, and by desc, asc or notnull: --key k=a:int32:desc,b",
            "Types: text (the default), boolean, int8, int16, int32, int64, uint32, float, double,",
            "  decimal, bytes (hex), uuid, date, time, timestamp (ISO 8601).",
            "The row id is the number of the row, from 0. An empty field is NULL; NULLs come last,",
            "  with desc first, and may repeat in a unique index.",
            "FILE must not exist; where anything is wrong none is made."
        })
final class CreateCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The file to make.")
    Path file;

    @Option(
            names = "--csv",
            required = true,
            paramLabel = "CSV",
            description = "The rows, in UTF-8 with a heading; may be gzipped.")
    Path csv;

    @ArgGroup(exclusive = false, multiplicity = "1..*")
    List<KeyOptions> keys;

    @Option(names = "--table", paramLabel = "NAME", description = "The name of the table (default: that of the CSV).")
    @Nullable
    String table;

    /** A key, and what is said about it. */
    static final class KeyOptions {
        @Option(
                names = "--key",
                required = true,
                paramLabel = "NAME=COLUMN,...",
                description = "An index and its columns, as often as wanted; all are built in one pass.")
        String key;

        @Option(names = "--unique", description = "No two rows have the same key; goes behind the --key it is about.")
        boolean unique;

        KeySpec spec() {
            return KeySpec.parse(key, unique);
        }
    }

    @Override
    public Integer call() throws IOException {
        long start = System.nanoTime();
        List<KeySpec> specs = keys.stream().map(KeyOptions::spec).toList();
        refuseRepeated(specs);
        long rows;
        try (NewFile made = NewFile.at(file)) {
            rows = build(made.part(), specs);
            made.publish();
        }
        Duration time = Duration.ofNanos(System.nanoTime() - start);
        PrintWriter out = spec.commandLine().getOut();
        try (Store store = ExistingFile.open(file);
                Snapshot snapshot = store.engine().snapshot()) {
            new IndexReport(out, snapshot).sizes(snapshot.indexes());
        }
        out.println();
        out.println(file + ": " + Shown.count(rows, "row", "rows") + " in " + Shown.time(time) + ", "
                + Shown.bytes(Files.size(file)));
        return ExitCode.DONE;
    }

    /** In one batch: nobody sees a file that is not finished, so there is nothing to publish before. */
    private long build(Path part, List<KeySpec> specs) throws IOException {
        long rows;
        try (CsvFile source = CsvFile.open(csv);
                Store store = Store.create(part)) {
            try (Batch batch = store.engine().begin();
                    Progress progress = Progress.bytes("Reading", Files.size(csv))) {
                rows = TableLoader.load(batch, tableName(), source, specs, progress);
                batch.commit();
            }
            store.checkpoint();
        }
        return rows;
    }

    private String tableName() {
        if (table != null) {
            return table;
        }
        String name = csv.getFileName().toString().replaceFirst("(?i)(\\.csv)?(\\.gz)?$", "");
        return name.isEmpty() ? "rows" : name;
    }

    private static void refuseRepeated(List<KeySpec> specs) {
        Set<String> names = new HashSet<>();
        for (KeySpec spec : specs) {
            if (!names.add(spec.name())) {
                throw new CommandFailure("two keys are called " + spec.name());
            }
        }
    }
}
