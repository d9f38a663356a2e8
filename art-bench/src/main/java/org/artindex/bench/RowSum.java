package org.artindex.bench;

/**
 * What two structures must agree on about the rows of a key.
 *
 * @param count how many there are
 * @param sum their sum
 */
public record RowSum(long count, long sum) {
    /** That of no rows. */
    public static final RowSum NONE = new RowSum(0, 0);

    /** That of two disjoint sets of rows. */
    public RowSum plus(RowSum other) {
        return new RowSum(count + other.count, sum + other.sum);
    }
}
