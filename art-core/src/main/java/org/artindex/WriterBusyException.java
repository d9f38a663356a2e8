package org.artindex;

/** The writer's turn was not had in time: another batch is open. Try again. */
public class WriterBusyException extends ArtIndexException {
    private static final long serialVersionUID = 1L;

    public WriterBusyException(String message) {
        super(message);
    }
}
