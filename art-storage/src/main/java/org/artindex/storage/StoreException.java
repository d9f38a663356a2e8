package org.artindex.storage;

import org.artindex.ArtIndexException;

/** Base of the errors of a store, but for damage, which is an {@link org.artindex.CorruptionException}. */
public class StoreException extends ArtIndexException {
    private static final long serialVersionUID = 1L;

    StoreException(String message) {
        super(message);
    }

    StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
