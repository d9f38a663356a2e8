package org.artindex;

/** An index or table of that name exists already, or does not exist (any more). */
public class CatalogException extends ArtIndexException {
    private static final long serialVersionUID = 1L;

    public CatalogException(String message) {
        super(message);
    }
}
