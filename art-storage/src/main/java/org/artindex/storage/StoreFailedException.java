package org.artindex.storage;

/**
 * A write or sync has failed, so it is not known what the file holds of the checkpoint that was under way. Reads go on, further
 * batches and checkpoints are refused; opened again, the store holds the state before that checkpoint or after it.
 */
public final class StoreFailedException extends StoreException {
    private static final long serialVersionUID = 1L;

    StoreFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
