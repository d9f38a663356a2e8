package org.artindex.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "demo",
        description = "Indexes 171,075 places and 141,822 IPv4 ranges, keeps the indexes in a file, and asks them.",
        footerHeading = "%nExamples:%n",
        footer = {"  art demo", "  art demo --dir . --keep    (then ask demo.art yourself)"})
final class DemoCommand implements Callable<Integer> {
    private static final String FILE_NAME = "demo.art";

    @Spec
    CommandSpec spec;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "The directory to build " + FILE_NAME + " in (default: a temporary one).")
    @Nullable
    Path folder;

    @Option(names = "--keep", description = "Keep the file.")
    boolean keep;

    @Override
    public Integer call() throws IOException {
        if (folder != null) {
            runIn(folder);
            return ExitCode.DONE;
        }
        try (TemporaryFolder temporary = TemporaryFolder.create("art-demo")) {
            runIn(temporary.path());
            if (keep) {
                temporary.keep();
            }
        }
        return ExitCode.DONE;
    }

    private void runIn(Path where) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Path file = where.resolve(FILE_NAME);
        Demo demo = new Demo(out, file);
        demo.build();
        try {
            demo.ask();
        } finally {
            if (!keep) {
                ExistingFile.delete(file);
            }
        }
        out.println(keep ? "The file: " + file : "The file is gone again; with --keep you can ask it yourself.");
    }
}
