package org.artindex;

/** A row id, or a row's keys, do not fit what the table or index holds; nothing was changed. */
public class RowException extends ArtIndexException {
    private static final long serialVersionUID = 1L;

    public RowException(String message) {
        super(message);
    }
}
