package org.artindex.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.artindex.Batch;
import org.artindex.Index;
import org.artindex.Snapshot;
import org.artindex.storage.Store;

/** The demo: builds a file of indexes over two tables, opens it again and asks it. */
final class Demo {
    private static final String CREDITS =
            "Data: GeoNames (geonames.org), CC-BY-4.0; Number Resource Organization (NRO), CC-BY-4.0.";

    private final PrintWriter out;
    private final Path file;
    private long rows;
    private Duration buildTime = Duration.ZERO;

    Demo(PrintWriter out, Path file) {
        this.out = out;
        this.file = file;
    }

    /** Builds the file in one batch and a checkpoint. */
    void build() throws IOException {
        long start = System.nanoTime();
        try (NewFile made = NewFile.at(file)) {
            try (Store store = Store.create(made.part())) {
                try (Batch batch = store.engine().begin()) {
                    for (DemoTable table : DemoTable.values()) {
                        load(batch, table);
                    }
                    batch.commit();
                }
                long committed = System.nanoTime();
                store.checkpoint();
                step("Checkpoint: " + Shown.bytes(Files.size(made.part())), since(committed));
            }
            made.publish();
        }
        buildTime = since(start);
    }

    /** Opens the file, asks all questions and shows the answers and what it all took. */
    void ask() throws IOException {
        long start = System.nanoTime();
        try (Store store = ExistingFile.open(file);
                Snapshot snapshot = store.engine().snapshot()) {
            Duration openTime = since(start);
            step("Opened again", openTime);
            List<DemoAnswer> answers = new DemoQuestions(snapshot).ask();
            show(answers);
            new IndexReport(out, snapshot).sizes(snapshot.indexes());
            out.println();
            showTotals(snapshot, openTime, answers.get(0).time());
            out.println(CREDITS);
        }
    }

    private void load(Batch batch, DemoTable table) throws IOException {
        long start = System.nanoTime();
        try (CsvFile csv = table.open()) {
            long loaded = TableLoader.load(batch, table.tableName(), csv, table.keys(), bytes -> {});
            rows += loaded;
            String names =
                    String.join(", ", table.keys().stream().map(KeySpec::name).toList());
            step("Table " + table.tableName() + ": " + Shown.count(loaded) + " rows into " + names, since(start));
        }
    }

    /** The rows are the host's: they are read from the CSVs, each in one pass, after the indexes have answered. */
    private void show(List<DemoAnswer> answers) throws IOException {
        Map<DemoTable, Map<Long, List<String>>> found = new EnumMap<>(DemoTable.class);
        for (DemoTable table : DemoTable.values()) {
            List<Long> wanted = new ArrayList<>();
            answers.stream().filter(answer -> answer.table() == table).forEach(answer -> wanted.addAll(answer.rows()));
            try (CsvFile csv = table.open()) {
                found.put(table, CsvRows.read(csv, wanted));
            }
        }
        out.println();
        out.println(
                "Below each question: the command that asks the same, and its answer. The demo adds the count (as --count");
        out.println("does) and what the rows hold (as --csv data/cities.csv.gz or data/ipv4-country.csv.gz does).");
        out.println();
        for (DemoAnswer answer : answers) {
            String count = answer.count().isPresent()
                    ? ": " + Shown.count(answer.count().getAsLong())
                    : "";
            step(answer.question() + count, answer.time());
            out.println("    ./art " + String.format(answer.command(), file.getFileName()));
            Map<Long, List<String>> rowsOfTable = Objects.requireNonNull(found.get(answer.table()));
            for (long row : answer.rows()) {
                out.println("      " + answer.line().apply(Objects.requireNonNull(rowsOfTable.get(row))));
            }
        }
        out.println();
    }

    private void showTotals(Snapshot snapshot, Duration openTime, Duration firstTime) throws IOException {
        long size = Files.size(file);
        long keys = 0;
        long entries = 0;
        for (Index index : snapshot.indexes()) {
            keys += snapshot.reader(index).keyCount();
            entries += snapshot.reader(index).entryCount();
        }
        out.println(
                Shown.count(rows) + " rows, " + Shown.count(keys) + " keys, " + Shown.count(entries) + " entries in "
                        + Shown.bytes(size) + ": " + Shown.decimal((double) size / keys) + " bytes a key, "
                        + Shown.decimal((double) size / entries) + " an entry");
        out.println("Built in " + Shown.time(buildTime) + ", opened in " + Shown.time(openTime) + ", first answer in "
                + Shown.time(firstTime));
    }

    private void step(String words, Duration time) {
        out.printf("%-72s %10s%n", words, Shown.time(time));
        out.flush();
    }

    private static Duration since(long start) {
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
