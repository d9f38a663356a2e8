package org.artindex.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.artindex.storage.CheckReport;
import org.artindex.storage.StoreCheck;
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
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        ExistingFile.refuseMissing(file);
        CheckReport report;
        try (Progress progress = Progress.steps("Checking")) {
            report = StoreCheck.run(file, progress::at);
        }
        List<String> damages = DamageLines.of(report.damages());
        damages.forEach(damage -> out.println("damage: " + Shown.text(damage)));
        report.notes().forEach(note -> out.println("note: " + Shown.text(note)));
        out.println(file + ": " + verdict(report, damages.size()));
        return report.isClean() ? ExitCode.DONE : ExitCode.DAMAGED;
    }

    private static String verdict(CheckReport report, int damages) {
        String seen =
                Shown.count(report.blocks(), "block", "blocks") + ", " + Shown.count(report.nodes(), "node", "nodes")
                        + ", " + Shown.count(report.indexes(), "index", "indexes") + ", "
                        + Shown.count(report.entries(), "entry", "entries");
        return report.isClean()
                ? "sound; " + seen
                : "damaged in " + Shown.count(damages, "place", "places") + "; " + seen;
    }
}
