package org.artindex.bench;

/** Runs the benchmarks that decide and compares their results with the limits. */
public final class Gates {
    private Gates() {}

    /** Prints that there are no gates. */
    public static void main(String[] args) {
        System.out.println("no gates");
    }
}
