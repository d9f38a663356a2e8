package org.artindex.storage;

/** Somebody else has the store open, in this process or another, in a way that excludes this opening. */
public final class StoreLockedException extends StoreException {
    private static final long serialVersionUID = 1L;

    StoreLockedException(String message) {
        super(message);
    }

    StoreLockedException(String message, Throwable cause) {
        super(message, cause);
    }
}
