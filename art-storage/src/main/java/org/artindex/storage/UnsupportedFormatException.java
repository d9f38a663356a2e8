package org.artindex.storage;

/** The file is of a later format, or has features that this version does not know; the message names them. */
public final class UnsupportedFormatException extends StoreException {
    private static final long serialVersionUID = 1L;

    UnsupportedFormatException(String message) {
        super(message);
    }
}
