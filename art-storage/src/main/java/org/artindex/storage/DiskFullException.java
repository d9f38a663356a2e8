package org.artindex.storage;

import java.io.IOException;

/** A write failed because the file cannot grow. */
final class DiskFullException extends IOException {
    private static final long serialVersionUID = 1L;

    private final long end;

    /** Tells where the write would have ended. */
    DiskFullException(long end, String message) {
        super(message);
        this.end = end;
    }

    /** Where the write would have ended. */
    long end() {
        return end;
    }
}
