package org.artindex;

/** A bulk build was cancelled; its index is as it was before. */
public class BuildCancelledException extends ArtIndexException {
    private static final long serialVersionUID = 1L;

    public BuildCancelledException(String message) {
        super(message);
    }
}
