package org.artindex;

/**
 * A structure in memory or in a file is not what it must be. The message names the place, what was expected and what was found.
 */
public class CorruptionException extends ArtIndexException {
    private static final long serialVersionUID = 1L;

    public CorruptionException(String message) {
        super(message);
    }

    public CorruptionException(String message, Throwable cause) {
        super(message, cause);
    }
}
