package org.artindex.bench;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs the benchmarks that JMH's arguments choose and prints their medians and allocations as the tables of the documentation. */
public final class Tables {
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private final List<String> operations = new ArrayList<>();
    private final Map<String, Result<?>> times = new TreeMap<>();
    private final Map<String, Result<?>> allocations = new TreeMap<>();
    private final Set<String> sets = new LinkedHashSet<>();
    private final Set<String> structures = new LinkedHashSet<>();

    private Tables(Collection<RunResult> results) {
        for (RunResult result : results) {
            String name = result.getParams().getBenchmark();
            String operation = name.substring(name.lastIndexOf('.') + 1);
            String set = result.getParams().getParam("keys");
            String structure = result.getParams().getParam("structure");
            sets.add(set);
            structures.add(structure);
            if (!operations.contains(operation)) {
                operations.add(operation);
            }
            String cell = cell(set, structure, operation);
            result.getSecondaryResults().forEach((label, figure) -> {
                if (label.equals(CpuTime.LABEL)) {
                    times.put(cell, figure);
                } else if (label.equals(ALLOCATED)) {
                    allocations.put(cell, figure);
                }
            });
        }
    }

    /**
     * Runs the benchmarks.
     *
     * @param args as for JMH
     */
    public static void main(String[] args) throws RunnerException, CommandLineOptionException {
        Options options = new OptionsBuilder()
                .parent(new CommandLineOptions(args))
                .addProfiler(GCProfiler.class)
                .addProfiler(CpuTime.class)
                .shouldFailOnError(true)
                .build();
        new Tables(new Runner(options).run()).print();
    }

    private void print() {
        for (String set : sets) {
            print(set + ": ns/op of processor time, median", set, times, 1);
            print(set + ": B/op allocated on the heap", set, allocations, 2);
        }
    }

    private void print(String title, String set, Map<String, Result<?>> cells, int digits) {
        System.out.println("\n" + title + "\n");
        System.out.println("| | " + String.join(" | ", operations) + " |");
        System.out.println("|---".repeat(operations.size() + 1) + "|");
        for (String structure : structures) {
            StringBuilder row = new StringBuilder("| ").append(structure).append(" |");
            for (String operation : operations) {
                row.append(' ')
                        .append(text(cells.get(cell(set, structure, operation)), digits))
                        .append(" |");
            }
            System.out.println(row);
        }
    }

    private static String text(@Nullable Result<?> result, int digits) {
        return result == null
                ? ""
                : String.format(
                        Locale.ROOT, "%." + digits + "f", result.getStatistics().getPercentile(50));
    }

    private static String cell(String set, String structure, String operation) {
        return set + '/' + structure + '/' + operation;
    }
}
