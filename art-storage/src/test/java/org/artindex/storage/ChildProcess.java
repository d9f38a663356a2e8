package org.artindex.storage;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.artindex.Batch;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.Snapshot;
import org.artindex.Table;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;
import org.artindex.key.KeySchema;

/** Another Java process, without any flag, on the class path of the tests but for their logging. */
final class ChildProcess {
    private ChildProcess() {}

    static Process start(String... arguments) throws IOException {
        return start(List.of(), arguments);
    }

    /** With flags for the JVM after all. */
    static Process start(List<String> flags, String... arguments) throws IOException {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String without = Arrays.stream(path.split(File.pathSeparator))
                .filter(entry -> !entry.contains("slf4j-nop"))
                .collect(Collectors.joining(File.pathSeparator));
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.add("-cp");
        command.add(without);
        command.add(ChildProcess.class.getName());
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).start();
    }

    static BufferedReader output(Process process) {
        return new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** What the child does: see the cases. */
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[1]);
        switch (arguments[0]) {
            case "hold" -> {
                Store store = Store.open(file);
                System.out.println("open");
                System.in.read();
                store.close();
            }
            case "write" -> write(file);
            default -> smoke(file);
        }
    }

    /** Writes checkpoint after checkpoint, and says which are done, until somebody kills it. */
    private static void write(Path file) {
        Store store = Store.open(file);
        Index index;
        try (Batch batch = store.engine().begin()) {
            index = batch.createIndex("a", null, Uniqueness.NOT_UNIQUE);
            batch.commit();
        }
        for (long round = 0; ; round++) {
            try (Batch batch = store.engine().begin()) {
                for (long i = 0; i < 50; i++) {
                    batch.put(index, Stores.key(round * 50 + i), round);
                }
                batch.commit();
            }
            store.checkpoint();
            System.out.println(round);
            System.out.flush();
        }
    }

    private static void smoke(Path file) {
        try (Store store = Store.create(file)) {
            try (Batch batch = store.engine().begin()) {
                Table table = batch.createTable("t");
                KeySchema schema = KeySchema.of(Column.asc("name", ColumnType.TEXT));
                Index index = batch.createIndex(table, "names", schema, Uniqueness.NOT_UNIQUE);
                for (long row = 0; row < 1000; row++) {
                    batch.insertRow(table, row, index.key("name " + row % 10));
                }
                batch.commit();
            }
            store.checkpoint();
        }
        try (Store store = Store.openReadOnly(file);
                Snapshot snapshot = store.engine().snapshot()) {
            Index index = snapshot.index("names");
            System.out.println(snapshot.reader(index).count(index.key("name 3")));
        }
        System.out.println(StoreCheck.run(file).isClean());
    }
}
