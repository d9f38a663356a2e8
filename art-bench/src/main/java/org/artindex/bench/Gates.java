package org.artindex.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.artindex.bench.duckdb.DuckDbWorkloads;
import org.artindex.bench.duplicates.ChainLimit;
import org.artindex.bench.duplicates.Duplicates;
import org.jspecify.annotations.Nullable;

/**
 * Runs a group of gates: figures with limits, measured beside the peers in this JVM.
 *
 * <p>Prints one line a gate, {@code NAME figure limit=L ok|MISS ...}, and lines that begin with {@code #} for what is not
 * judged. Exits with 0 when every gate holds or misses with an accepted reason, 1 when one misses without, 2 when it is not
 * told what to do.
 */
public final class Gates {
    private static final String USAGE = "usage: gates GROUP [--quick], GROUP being one of: "
            + Arrays.stream(Group.values()).map(Enum::name).collect(Collectors.joining(", "));
    private static final int BAD_USAGE = 2;

    private Gates() {}

    /** What can be measured. */
    enum Group {
        /** One by one, in batches and in bulk. */
        W {
            @Override
            void measure(Scale scale, Scoreboard board) {
                new OneByOne(scale, board).measure();
                new LargeLookUps(scale, board).measure();
                new Loads(scale, board).measure();
            }
        },
        /** Keys with many rows. */
        D {
            @Override
            void measure(Scale scale, Scoreboard board) {
                new Duplicates(scale, board).measure();
            }
        },
        /** The limit between chains and gates, which is not judged. */
        C {
            @Override
            void measure(Scale scale, Scoreboard board) {
                new ChainLimit(scale, board).measure();
            }
        },
        /** DuckDB's own workloads. */
        K {
            @Override
            void measure(Scale scale, Scoreboard board) {
                DuckDbWorkloads.measure(scale, board);
            }
        };

        abstract void measure(Scale scale, Scoreboard board);

        /** The group of a name, null where there is none. */
        static @Nullable Group of(String name) {
            return Arrays.stream(values())
                    .filter(group -> group.name().equals(name))
                    .findFirst()
                    .orElse(null);
        }
    }

    /** What the command line asks for. */
    record Request(Group group, Scale scale) {
        /** Throws {@link IllegalArgumentException} with a line for the user where it cannot be understood. */
        static Request parse(String... args) {
            Group group = null;
            Scale scale = Scale.FULL;
            for (String arg : args) {
                if (arg.equals("--quick")) {
                    scale = Scale.QUICK;
                } else if (arg.startsWith("-")) {
                    throw new IllegalArgumentException("unknown option " + arg + "; " + USAGE);
                } else if (group != null) {
                    throw new IllegalArgumentException("one group at a time; " + USAGE);
                } else {
                    group = Group.of(arg);
                    if (group == null) {
                        throw new IllegalArgumentException("unknown group " + arg + "; " + USAGE);
                    }
                }
            }
            if (group == null) {
                throw new IllegalArgumentException("no group given; " + USAGE);
            }
            return new Request(group, scale);
        }
    }

    /**
     * Runs the group named on the command line and exits.
     *
     * @param args the group, and options
     */
    public static void main(String[] args) throws IOException {
        System.exit(run(args));
    }

    static int run(String... args) throws IOException {
        Request request;
        try {
            request = Request.parse(args);
        } catch (IllegalArgumentException refused) {
            System.err.println("gates: " + refused.getMessage());
            return BAD_USAGE;
        }
        Scoreboard board = new Scoreboard(AcceptedMisses.read(acceptedMisses()), System.out);
        board.note("group " + request.group() + ", " + request.scale() + " scale, " + LocalDate.now(ZoneOffset.UTC)
                + ", JDK " + System.getProperty("java.version") + ", "
                + Runtime.getRuntime().availableProcessors() + " processors");
        request.group().measure(request.scale(), board);
        return board.finish();
    }

    /** The launcher says where the list is. */
    private static @Nullable Path acceptedMisses() {
        String file = System.getProperty("art.accepted-misses");
        return file == null ? null : Path.of(file);
    }
}
