package org.artindex.storage;

/** The file is not one of this engine's. */
public final class NotAStoreException extends StoreException {
    private static final long serialVersionUID = 1L;

    NotAStoreException(String message) {
        super(message);
    }
}
