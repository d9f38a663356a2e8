package org.artindex.bench;

/** How large the data is. */
public enum Scale {
    FULL(1),
    /** A tenth. */
    QUICK(10);

    private final int divisor;

    Scale(int divisor) {
        this.divisor = divisor;
    }

    /** A size of the full scale in this one. */
    public int of(int fullCount) {
        return fullCount / divisor;
    }

    /** A count as it stands in the names of gates: 1m, 100k. */
    public static String label(int count) {
        return count % 1_000_000 == 0 ? count / 1_000_000 + "m" : count / 1000 + "k";
    }
}
