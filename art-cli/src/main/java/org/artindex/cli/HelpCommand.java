package org.artindex.cli;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What people type before they know of {@code --help}. */
@Command(
        name = "help",
        hidden = true,
        description = "Shows the help of all, or of one command.",
        footerHeading = "%nExamples:%n",
        footer = {"  art help", "  art help create"})
final class HelpCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "COMMAND", description = "The command; none for all.")
    @Nullable
    String command;

    @Override
    public Integer call() {
        CommandLine all = spec.parent().commandLine();
        CommandLine asked = command == null ? all : all.getSubcommands().get(command);
        if (asked == null) {
            throw new ParameterException(all, "there is no command '" + command + "'");
        }
        asked.usage(spec.commandLine().getOut());
        return ExitCode.DONE;
    }
}
