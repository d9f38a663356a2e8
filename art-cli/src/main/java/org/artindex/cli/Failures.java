package org.artindex.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import org.artindex.ArtIndexException;
import org.artindex.CorruptionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says in one line on standard error what went wrong, two where a hint helps; in full with {@code --debug}. */
final class Failures implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private static final String DEBUG_VARIABLE = "ART_DEBUG";

    @Override
    public int handleParseException(ParameterException e, String[] args) {
        CommandLine line = e.getCommandLine();
        PrintWriter err = line.getErr();
        err.println("art: " + oneLine(message(e, line)));
        String help = line.getCommandSpec().qualifiedName() + " --help";
        List<String> similar =
                e instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        err.println(
                similar.isEmpty() ? "See: " + help : "Did you mean " + String.join(", ", similar) + "? See: " + help);
        trace(e, line, List.of(args).contains("--debug"));
        return ExitCode.FAILED;
    }

    private static String message(ParameterException e, CommandLine line) {
        if (e instanceof UnmatchedArgumentException unmatched
                && line.getParent() == null
                && !unmatched.isUnknownOption()) {
            return "there is no command '" + unmatched.getUnmatched().get(0) + "'";
        }
        // the parser puts "Error: " before what it says about groups of options
        String message = String.valueOf(e.getMessage()).replaceFirst("^Error: ", "");
        return Character.toLowerCase(message.charAt(0)) + message.substring(1);
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine line, @Nullable ParseResult parsed) {
        line.getOut().flush();
        line.getErr().println("art: " + oneLine(message(e)));
        trace(e, line, parsed != null && parsed.originalArgs().contains("--debug"));
        return e instanceof CorruptionException ? ExitCode.DAMAGED : ExitCode.FAILED;
    }

    static String message(Throwable e) {
        if (e instanceof CommandFailure || e instanceof ArtIndexException) {
            return String.valueOf(e.getMessage());
        }
        if (e instanceof UncheckedIOException && e.getCause() != null) {
            return message(e.getCause());
        }
        if (e instanceof FileSystemException file) {
            return file.getFile() + ": " + reason(file);
        }
        return e instanceof IOException ? String.valueOf(e.getMessage()) : "internal error, please report it: " + e;
    }

    private static String reason(FileSystemException e) {
        if (e instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "exists already";
        }
        if (e instanceof NotDirectoryException) {
            return "not a directory";
        }
        return e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
    }

    private static String oneLine(String message) {
        return Shown.text(message.strip());
    }

    private static void trace(Exception e, CommandLine line, boolean asked) {
        String variable = System.getenv(DEBUG_VARIABLE);
        if (asked || (variable != null && !variable.isEmpty())) {
            e.printStackTrace(line.getErr());
        }
    }
}
