package org.artindex;

/** A change was asked of an engine that is open for reading only. */
public class ReadOnlyException extends ArtIndexException {
    private static final long serialVersionUID = 1L;

    public ReadOnlyException(String message) {
        super(message);
    }
}
