package org.artindex;

/** A key whose encoded form is longer than the limit. It is refused whole: keys are never cut or hashed. */
public final class KeyTooLongException extends ArtIndexException {
    private static final long serialVersionUID = 1L;

    /** Encoded bytes that were asked for. */
    private final long length;

    /** The most bytes a key may have. */
    private final int limit;

    /**
     * Creates the error.
     *
     * @param length encoded bytes that were asked for, see {@link #length()}
     * @param limit the most bytes a key may have
     */
    public KeyTooLongException(long length, int limit) {
        super("key of " + length + " bytes is over the limit of " + limit + " bytes");
        this.length = length;
        this.limit = limit;
    }

    /**
     * Returns the length that broke the limit.
     *
     * @return bytes; for a composite key counted up to and including the column that went over, as later columns are not
     *     looked at any more, and for a DECIMAL of very many digits a lower bound, as they are not computed
     */
    public long length() {
        return length;
    }

    /**
     * Returns the limit.
     *
     * @return the most bytes a key may have
     */
    public int limit() {
        return limit;
    }
}
