package org.artindex;

/**
 * A value that has no key, or bytes that are no key: a value of the wrong type or out of its column's range, text that
 * does not parse, key or schema bytes that the encoder cannot have produced.
 */
public final class InvalidKeyException extends ArtIndexException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the error.
     *
     * @param message names the column or type, the value or position, and the reason
     */
    public InvalidKeyException(String message) {
        super(message);
    }

    /**
     * Creates the error from the failure that revealed it.
     *
     * @param message names the column or type, the value or position, and the reason
     * @param cause the failure underneath, such as a number that does not parse
     */
    public InvalidKeyException(String message, Throwable cause) {
        super(message, cause);
    }
}
