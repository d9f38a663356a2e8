package org.artindex.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.artindex.Cursor;
import org.artindex.Direction;
import org.artindex.IndexReader;
import org.artindex.Snapshot;
import org.artindex.key.KeyRange;
import org.artindex.storage.Store;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What all commands have in common that ask an index: a command says which range of keys, this shows what is in it. */
abstract class QueryCommand implements Callable<Integer> {
    static final int DEFAULT_LIMIT = 20;

    @Spec
    CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FILE", description = "The index file.")
    Path file;

    @Parameters(index = "1", paramLabel = "INDEX", description = "The name of the index.")
    String indexName;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "" + DEFAULT_LIMIT,
            description = "Show at most N entries (default ${DEFAULT-VALUE}); 0 shows only how many there are.")
    long limit;

    @Option(names = "--reverse", description = "Begin at the other end.")
    boolean reverse;

    @Option(names = "--count", description = "Show only how many entries there are, of all.")
    boolean count;

    @Option(
            names = "--csv",
            paramLabel = "CSV",
            description = "Show the rows, from the CSV that the index was made of.")
    @Nullable
    Path csv;

    @Option(names = "--json", description = "Show each entry as a JSON object on a line of its own.")
    boolean json;

    /** The keys that are asked for. */
    abstract KeyRange range(IndexKeys keys);

    /** The values on the command line, all of them. */
    abstract List<String> values();

    /** From which end the range is read without {@code --reverse}. */
    Direction direction() {
        return Direction.ASCENDING;
    }

    @Override
    public Integer call() throws IOException {
        checkArguments();
        try (Store store = ExistingFile.open(file);
                Snapshot snapshot = store.engine().snapshot()) {
            IndexReader reader = snapshot.reader(snapshot.index(indexName));
            IndexKeys keys = IndexKeys.of(reader.index());
            KeyRange range = range(keys);
            if (count) {
                showCount(reader.count(range));
            } else if (limit == 0 && !json) {
                out().println(Shown.count(reader.count(range), "entry", "entries"));
            } else {
                String hint = range.isEmpty() ? "the range is empty: no value is within its bounds" : keys.describe();
                show(reader.cursor(range, reverse ? opposite(direction()) : direction()), keys, hint);
            }
        }
        return ExitCode.DONE;
    }

    private void showCount(long entries) {
        out().println(json ? new Json().put("count", entries).toString() : String.valueOf(entries));
    }

    private void show(Cursor cursor, IndexKeys keys, String hint) throws IOException {
        if (csv == null) {
            showEntries(cursor, keys, hint);
        } else {
            showRows(cursor, keys, csv, hint);
        }
    }

    private void showEntries(Cursor cursor, IndexKeys keys, String hint) {
        HitPrinter printer = new HitPrinter(out(), keys, List.of(), json);
        long shown = 0;
        boolean wanted = true;
        while (wanted && shown < limit && cursor.next()) {
            wanted = printer.add(Hit.at(cursor, keys.schema()));
            shown++;
        }
        printer.end(wanted && shown == limit && cursor.next(), hint);
    }

    private void showRows(Cursor cursor, IndexKeys keys, Path csvPath, String hint) throws IOException {
        List<Hit> hits = new ArrayList<>();
        while (hits.size() < limit && cursor.next()) {
            hits.add(Hit.at(cursor, keys.schema()));
        }
        try (CsvFile rows = CsvFile.open(csvPath)) {
            HitPrinter printer = new HitPrinter(out(), keys, rows.heading(), json);
            CsvRows.attach(hits, rows, keys.schema());
            for (Hit hit : hits) {
                if (!printer.add(hit)) {
                    return;
                }
            }
            printer.end(hits.size() == limit && cursor.next(), hint);
        }
    }

    /** Refuses what makes no sense, before the file is opened. */
    void checkArguments() {
        if (limit < 0) {
            throw new ParameterException(spec.commandLine(), "--limit " + limit + " is negative");
        }
        List<String> arguments = spec.commandLine().getParseResult().originalArgs();
        int end = arguments.indexOf("--");
        List<String> positional = new ArrayList<>(values());
        positional.add(indexName);
        positional.add(file.toString());
        for (String argument : end < 0 ? arguments : arguments.subList(0, end)) {
            if (looksLikeOption(argument) && positional.contains(argument)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "Unknown option '" + argument + "' (a value that begins like one goes after --)");
            }
        }
    }

    /** Of no option: the parser leaves them to the values, where negative numbers belong. */
    private static boolean looksLikeOption(String argument) {
        return argument.length() > 1
                && argument.charAt(0) == '-'
                && (argument.charAt(1) == '-' || Character.isLetter(argument.charAt(1)))
                && !argument.equals("-Infinity");
    }

    private static Direction opposite(Direction direction) {
        return direction == Direction.ASCENDING ? Direction.DESCENDING : Direction.ASCENDING;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
