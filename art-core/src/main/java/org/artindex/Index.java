package org.artindex;

import org.artindex.key.KeySchema;
import org.jspecify.annotations.Nullable;

/**
 * An index: a name and what its keys are. Immutable, and valid as long as the index exists.
 *
 * @param id never reused in an engine, nor shared with a table
 * @param name unique among the indexes of an engine
 * @param table the table whose rows it indexes, or {@code null} for a lone index
 * @param schema how keys are encoded, or {@code null} where the host brings encoded keys, which must be prefix-free
 * @param uniqueness whether a key may have more than one row
 */
public record Index(
        int id,
        String name,
        @Nullable Table table,
        @Nullable KeySchema schema,
        Uniqueness uniqueness) {

    /** Whether a key may have more than one row. */
    public enum Uniqueness {
        /** Any number of rows a key. */
        NOT_UNIQUE(0),
        /** One row a key; keys with a NULL in any column are exempt, since NULLs are distinct. */
        UNIQUE(1);

        private final int code;

        Uniqueness(int code) {
            this.code = code;
        }

        /** The code that stands for it in a file. */
        public int code() {
            return code;
        }
    }

    /**
     * Encodes a key.
     *
     * @param values one value for each column of the schema
     * @throws InvalidKeyException when a value does not fit its column
     * @throws KeyTooLongException when the encoded key passes {@link KeySchema#MAX_KEY_LENGTH}
     */
    public byte[] key(@Nullable Object... values) {
        if (schema == null) {
            throw new IllegalStateException("index " + name + " has no schema: its keys come encoded");
        }
        return schema.encode(values);
    }
}
