package org.artindex;

import org.jspecify.annotations.Nullable;

/**
 * Base of every error this engine reports on purpose. Callers that only want to know that the index refused something
 * catch this; each subclass carries the particulars.
 */
public class ArtIndexException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates an error without a cause.
     *
     * @param message what was refused and why, for a person to read
     */
    public ArtIndexException(String message) {
        super(message);
    }

    /**
     * Creates an error that another one led to.
     *
     * @param message what was refused and why, for a person to read
     * @param cause the error underneath, {@code null} for none
     */
    public ArtIndexException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
