package org.artindex;

/** The engine, snapshot or batch has been closed. It stays so; open a new one. */
public class ClosedException extends ArtIndexException {
    private static final long serialVersionUID = 1L;

    public ClosedException(String message) {
        super(message);
    }
}
