package org.artindex;

import org.jspecify.annotations.Nullable;

/**
 * The engine may not, or cannot, use more off-heap memory.
 *
 * <p>The batch that met it can only be rolled back; the indexes are as they were before that batch.
 */
public class MemoryLimitException extends ArtIndexException {
    private static final long serialVersionUID = 1L;

    public MemoryLimitException(long used, long limit, long requested) {
        super(message(used, limit, requested));
    }

    public MemoryLimitException(long used, long limit, long requested, Throwable cause) {
        super(message(used, limit, requested) + ": the system refused", cause);
    }

    /** Creates an error of a more particular kind. */
    protected MemoryLimitException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    private static String message(long used, long limit, long requested) {
        return "out of index memory: " + used + " bytes used of " + limit + ", " + requested + " more requested";
    }
}
