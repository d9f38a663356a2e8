package org.artindex.storage;

/**
 * The file could not grow. Nothing that was acknowledged is lost, reads and batches go on, and a later checkpoint may succeed.
 */
public final class NoSpaceException extends StoreException {
    private static final long serialVersionUID = 1L;

    private final long fileSize;

    NoSpaceException(String file, long fileSize, Throwable cause) {
        super("no space for " + file + " to grow to " + fileSize + " bytes", cause);
        this.fileSize = fileSize;
    }

    /** Bytes that the file would have had after the write that failed. */
    public long fileSize() {
        return fileSize;
    }
}
