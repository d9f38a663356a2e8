package org.artindex.cli;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;
import java.util.function.LongConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** How far a long work has come, as a bar on standard error; nothing where no person watches. */
final class Progress implements LongConsumer, AutoCloseable {
    private static final int INTERVAL_MILLIS = 200;
    private static final long KIBI = 1 << 10;

    private final @Nullable ProgressBar bar;

    private Progress(@Nullable ProgressBar bar) {
        this.bar = bar;
    }

    /** Of reading a file of so many bytes. */
    static Progress bytes(String task, long bytes) {
        return new Progress(
                isTerminal()
                        ? bar(task).setInitialMax(bytes).setUnit(" KiB", KIBI).build()
                        : null);
    }

    /** Of steps whose number turns out later. */
    static Progress steps(String task) {
        return new Progress(isTerminal() ? bar(task).build() : null);
    }

    /** Goes to so many bytes. */
    @Override
    public void accept(long bytes) {
        if (bar != null) {
            bar.stepTo(bytes);
        }
    }

    /** Goes to a step, of so many. */
    void at(long done, long total) {
        if (bar != null) {
            bar.maxHint(total);
            bar.stepTo(done);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }

    private static ProgressBarBuilder bar(String task) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(INTERVAL_MILLIS)
                .clearDisplayOnFinish();
    }

    /** Since JDK 22 there is a console without a terminal too, and a method that JDK 17 has not tells them apart. */
    @SuppressWarnings("SystemConsoleNull") // it is null where there is none on JDK 17 to 21
    private static boolean isTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (IllegalAccessException | InvocationTargetException e) {
            return false;
        }
    }
}
