package org.artindex;

import java.util.Arrays;
import java.util.HexFormat;
import org.artindex.key.KeySchema;
import org.jspecify.annotations.Nullable;

/** Two rows have the same key in a unique index after a batch; the batch has been rolled back. */
public class DuplicateKeyException extends ArtIndexException {
    private static final long serialVersionUID = 1L;
    private static final int SHOWN_BYTES = 64;

    private final String indexName;
    private final byte[] key;
    private final long firstRow;
    private final long secondRow;

    public DuplicateKeyException(Index index, byte[] key, long firstRow, long secondRow) {
        super("duplicate key in unique index " + index.name() + ": rows " + firstRow + " and " + secondRow
                + " both have key " + describe(index.schema(), key));
        this.indexName = index.name();
        this.key = key.clone();
        this.firstRow = firstRow;
        this.secondRow = secondRow;
    }

    public String indexName() {
        return indexName;
    }

    /** The encoded key. */
    public byte[] key() {
        return key.clone();
    }

    /** The smaller of the two row ids. */
    public long firstRow() {
        return firstRow;
    }

    /** The larger of the two row ids. */
    public long secondRow() {
        return secondRow;
    }

    private static String describe(@Nullable KeySchema schema, byte[] key) {
        if (schema != null) {
            try {
                return Arrays.deepToString(schema.decode(key));
            } catch (InvalidKeyException notOfTheSchema) {
                return hex(key);
            }
        }
        return hex(key);
    }

    private static String hex(byte[] key) {
        int shown = Math.min(key.length, SHOWN_BYTES);
        return HexFormat.of().formatHex(key, 0, shown) + (shown < key.length ? "... (" + key.length + " bytes)" : "");
    }
}
