package org.artindex.storage;

/** An index was written with another key encoding or schema than this version makes of its description: it has to be rebuilt. */
public final class SchemaMismatchException extends StoreException {
    private static final long serialVersionUID = 1L;

    SchemaMismatchException(String message) {
        super(message);
    }
}
