package org.artindex;

import java.util.Arrays;
import java.util.HexFormat;
import org.artindex.key.KeySchema;
import org.jspecify.annotations.Nullable;

/**
 * Two entries of a unique index exclude each other: after a batch, which has been rolled back, or within a bulk build, which has changed nothing. Their keys are the same, or agree
 * in the columns that are compared.
 */
public class DuplicateKeyException extends ArtIndexException {
    private static final long serialVersionUID = 1L;
    private static final int SHOWN_BYTES = 64;

    private final String indexName;
    private final byte[] key;
    private final byte[] secondKey;
    private final long firstRow;
    private final long secondRow;

    /** Names two entries, the first before the second in the order of the index. */
    public DuplicateKeyException(Index index, byte[] firstKey, long firstRow, byte[] secondKey, long secondRow) {
        super("duplicate key in index " + index.name() + ", " + index.uniqueness() + ": "
                + describe(index.schema(), firstKey, firstRow, secondKey, secondRow));
        this.indexName = index.name();
        this.key = firstKey.clone();
        this.secondKey = secondKey.clone();
        this.firstRow = firstRow;
        this.secondRow = secondRow;
    }

    public String indexName() {
        return indexName;
    }

    /** The encoded key of the first entry. */
    public byte[] key() {
        return key.clone();
    }

    /** The encoded key of the second entry, the same as that of the first where whole keys are compared. */
    public byte[] secondKey() {
        return secondKey.clone();
    }

    /** The row id of the first entry, the smaller one where the keys are the same. */
    public long firstRow() {
        return firstRow;
    }

    /** The row id of the second entry. */
    public long secondRow() {
        return secondRow;
    }

    private static String describe(
            @Nullable KeySchema schema, byte[] firstKey, long firstRow, byte[] secondKey, long secondRow) {
        if (Arrays.equals(firstKey, secondKey)) {
            return "rows " + firstRow + " and " + secondRow + " both have key " + describe(schema, firstKey);
        }
        return "row " + firstRow + " has key " + describe(schema, firstKey) + " and row " + secondRow + " has key "
                + describe(schema, secondKey);
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
