package org.artindex.bench;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Times of contenders that took turns in one JVM. Each round lets every contender run once, so that what slows the machine for
 * a while slows all of them, and a ratio within a round says more than one of two medians.
 */
public final class Rounds {
    /** One structure under a workload. */
    public interface Contender {
        /** What it is called. */
        String name();

        /** Does all operations once and returns the nanoseconds of each by its name. */
        Map<String, Double> run();

        /** Whether it is slower the first times: code of the JVM is, until it is compiled. */
        default boolean warmsUp() {
            return true;
        }
    }

    /**
     * A contender that is compiled ahead of time.
     *
     * @param once does all operations once, see {@link Contender#run}
     */
    public record Compiled(String name, Supplier<Map<String, Double>> once) implements Contender {
        @Override
        public Map<String, Double> run() {
            return once.get();
        }

        @Override
        public boolean warmsUp() {
            return false;
        }
    }

    /**
     * A contender that the JVM compiles.
     *
     * @param once does all operations once, see {@link Contender#run}
     */
    public record Jitted(String name, Supplier<Map<String, Double>> once) implements Contender {
        @Override
        public Map<String, Double> run() {
            return once.get();
        }
    }

    private static final double DOUBT = 0.05;

    private final Map<String, double[]> times = new LinkedHashMap<>();

    private Rounds() {}

    /**
     * Runs contenders by turns.
     *
     * @param warmUps rounds that are not counted, for those who need them
     * @param count rounds that are
     */
    public static Rounds alternate(List<? extends Contender> contenders, int warmUps, int count) {
        Rounds rounds = new Rounds();
        for (int round = -warmUps; round < count; round++) {
            for (Contender contender : contenders) {
                if (round >= 0) {
                    rounds.record(contender, round, count);
                } else if (contender.warmsUp()) {
                    contender.run();
                }
            }
        }
        return rounds;
    }

    private void record(Contender contender, int round, int count) {
        contender.run().forEach((operation, nanos) -> {
            double[] all = times.computeIfAbsent(contender.name() + '/' + operation, key -> new double[count]);
            all[round] = nanos;
        });
    }

    /** Whether a contender was measured in an operation. */
    public boolean has(String contender, String operation) {
        return times.containsKey(contender + '/' + operation);
    }

    /** Nanoseconds of an operation of a contender, one a round. */
    public double[] of(String contender, String operation) {
        double[] found = times.get(contender + '/' + operation);
        if (found == null) {
            throw new IllegalArgumentException("nobody measured " + contender + '/' + operation);
        }
        return found;
    }

    /** The middle one, or the mean of the two in the middle. */
    public static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /**
     * A value that the true median is not below, but for one case in twenty: the largest value with so few values at or below
     * it that a fair coin would show so few heads less often. With fewer than five values it is the least one, and less sure.
     */
    static double lowerBoundOfMedian(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double probability = Math.pow(0.5, n);
        double tail = probability;
        int rank = 0;
        while (rank + 1 < n) {
            probability = probability * (n - rank) / (rank + 1);
            if (tail + probability > DOUBT) {
                break;
            }
            tail += probability;
            rank++;
        }
        return sorted[rank];
    }
}
