package org.artindex.key;

/** The comparisons of a column with a value that select one contiguous range of keys. */
public enum Comparison {
    /** {@code column = value}. */
    EQUAL,
    /** {@code column < value}. */
    LESS,
    /** {@code column <= value}. */
    AT_MOST,
    /** {@code column > value}. */
    GREATER,
    /** {@code column >= value}. */
    AT_LEAST;

    /**
     * Returns the comparison that selects the same values when the order is turned round.
     *
     * @return for example {@link #GREATER} for {@link #LESS}
     */
    public Comparison mirrored() {
        return switch (this) {
            case EQUAL -> EQUAL;
            case LESS -> GREATER;
            case AT_MOST -> AT_LEAST;
            case GREATER -> LESS;
            case AT_LEAST -> AT_MOST;
        };
    }
}
