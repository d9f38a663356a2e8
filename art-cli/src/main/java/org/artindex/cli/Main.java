package org.artindex.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** Entry point of the art command. */
public final class Main {
    private static final int HELP_WIDTH = 90;

    private Main() {}

    /** Runs a command and exits with its code. */
    public static void main(String[] args) {
        StandardOutput standard = new StandardOutput(new FileOutputStream(FileDescriptor.out));
        // UTF-8 whatever the locale says: names from all over the world are what indexes hold
        PrintWriter out = new PrintWriter(new OutputStreamWriter(standard, StandardCharsets.UTF_8));
        PrintWriter err = new PrintWriter(
                new OutputStreamWriter(new FileOutputStream(FileDescriptor.err), StandardCharsets.UTF_8), true);
        int code;
        try {
            code = commandLine(out, err).execute(args);
        } catch (OutOfMemoryError e) {
            err.println("art: out of memory; java -Xmx... -jar art.jar gives it more");
            code = ExitCode.FAILED;
        }
        out.flush();
        String lost = standard.failure();
        if (lost != null) {
            err.println("art: cannot write the output: " + lost);
            code = ExitCode.FAILED;
        }
        err.flush();
        System.exit(code);
    }

    /** The command with all its subcommands, writing to where it is told. */
    static CommandLine commandLine(PrintWriter out, PrintWriter err) {
        CommandLine line = new CommandLine(new ArtCommand());
        Failures failures = new Failures();
        arrangeHelp(line);
        line.getSubcommands().values().forEach(Main::arrangeHelp);
        line.getSubcommands().values().stream()
                .filter(subcommand -> subcommand.getCommand() instanceof QueryCommand)
                // so that a value may be a negative number; see QueryCommand.checkArguments
                .forEach(subcommand -> subcommand.setUnmatchedOptionsArePositionalParams(true));
        return line.setOut(out)
                .setErr(err)
                .setUsageHelpWidth(HELP_WIDTH)
                // a value may begin with @
                .setExpandAtFiles(false)
                .setParameterExceptionHandler(failures)
                .setExecutionExceptionHandler(failures);
    }

    private static void arrangeHelp(CommandLine line) {
        line.getCommandSpec()
                .usageMessage()
                .sortOptions(false)
                .parameterListHeading("%nArguments:%n")
                .optionListHeading("%nOptions:%n");
    }
}
