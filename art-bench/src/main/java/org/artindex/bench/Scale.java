package org.artindex.bench;

/** How large the data is. */
public enum Scale {
    FULL(1),
    /** A tenth. */
    QUICK(10),
    /** So little that nothing can be measured: for trying whether a group works at all. */
    TRIAL(10_000);

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
        if (count % 1_000_000 == 0) {
            return count / 1_000_000 + "m";
        }
        return count % 1000 == 0 ? count / 1000 + "k" : String.valueOf(count);
    }
}
