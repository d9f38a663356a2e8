package org.artindex.bench;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Times of contenders that took turns in one JVM. Each round lets every contender run once, so that what slows the machine for
 * a while slows all of them, and a ratio within a round says more than one of two medians.
 */
final class Rounds {
    /** One structure under a workload. */
    interface Contender {
        String name();

        /** Does all operations once, on a structure built anew, and returns the nanoseconds of each by its name. */
        Map<String, Double> run();
    }

    private static final double DOUBT = 0.05;

    private final Map<String, double[]> times = new LinkedHashMap<>();

    private Rounds() {}

    /**
     * Runs contenders by turns.
     *
     * @param warmUps rounds that are not counted
     * @param count rounds that are
     */
    static Rounds alternate(List<? extends Contender> contenders, int warmUps, int count) {
        Rounds rounds = new Rounds();
        for (int round = -warmUps; round < count; round++) {
            for (Contender contender : contenders) {
                Map<String, Double> figures = contender.run();
                if (round >= 0) {
                    for (Map.Entry<String, Double> figure : figures.entrySet()) {
                        rounds.times
                                        .computeIfAbsent(
                                                contender.name() + '/' + figure.getKey(), key -> new double[count])[
                                        round] =
                                figure.getValue();
                    }
                }
            }
        }
        return rounds;
    }

    /** Nanoseconds of an operation of a contender, one a round. */
    double[] of(String contender, String operation) {
        double[] found = times.get(contender + '/' + operation);
        if (found == null) {
            throw new IllegalArgumentException("nobody measured " + contender + '/' + operation);
        }
        return found;
    }

    static double median(double[] values) {
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
