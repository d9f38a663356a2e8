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
 * @param uniqueness which entries exclude each other
 */
public record Index(
        int id,
        String name,
        @Nullable Table table,
        @Nullable KeySchema schema,
        Uniqueness uniqueness) {

    /**
     * Creates an index's description.
     *
     * @throws CatalogException when uniqueness is over more columns than keys have, or over some where there is no schema
     */
    public Index {
        int columns = schema == null ? 0 : schema.columns().size();
        if (uniqueness.columns() > columns) {
            throw new CatalogException("index " + name + " cannot be " + uniqueness + ": its keys have "
                    + (schema == null ? "no schema" : columns + " columns"));
        }
    }

    /**
     * Which entries exclude each other: those whose keys agree in the compared columns.
     *
     * @param rule whether any do, and what NULL equals
     * @param columns how many of the first columns are compared, the others being included only; 0 for the whole key
     */
    public record Uniqueness(Rule rule, int columns) {
        /** Any number of rows a key. */
        public static final Uniqueness NOT_UNIQUE = new Uniqueness(Rule.NONE, 0);

        /** One row a key; keys with a NULL in any column are exempt, since NULLs are distinct. */
        public static final Uniqueness UNIQUE = new Uniqueness(Rule.NULLS_DISTINCT, 0);

        /** One row a key, also where columns are NULL. */
        public static final Uniqueness UNIQUE_NULLS_NOT_DISTINCT = new Uniqueness(Rule.NULLS_NOT_DISTINCT, 0);

        /** Whether entries exclude each other, and what NULL equals in SQL's terms. */
        public enum Rule {
            /** Entries exclude nothing. */
            NONE(0),
            /** A NULL equals nothing: entries with a NULL in a compared column exclude nothing. */
            NULLS_DISTINCT(1),
            /** A NULL equals a NULL. */
            NULLS_NOT_DISTINCT(2);

            private final int code;

            Rule(int code) {
                this.code = code;
            }

            /** The code that stands for it in a file. */
            public int code() {
                return code;
            }
        }

        /**
         * Creates a rule.
         *
         * @throws IllegalArgumentException when the number of columns is impossible
         */
        public Uniqueness {
            if (columns < 0 || columns > KeySchema.MAX_COLUMN_COUNT || (rule == Rule.NONE && columns > 0)) {
                throw new IllegalArgumentException(rule + " in the first " + columns + " columns");
            }
        }

        /**
         * The same rule, but comparing the first columns only: a key may have more columns, which are included for the sake of those
         * who read them.
         *
         * @param count 1 to {@link KeySchema#MAX_COLUMN_COUNT}
         * @throws IllegalArgumentException when it is not
         */
        public Uniqueness inFirst(int count) {
            if (count == 0) {
                throw new IllegalArgumentException("unique in no column");
            }
            return new Uniqueness(rule, count);
        }

        /** Whether any entries exclude each other. */
        public boolean isUnique() {
            return rule != Rule.NONE;
        }

        @Override
        public String toString() {
            String compared =
                    columns == 0 ? "" : columns == 1 ? " in the first column" : " in the first " + columns + " columns";
            return switch (rule) {
                case NONE -> "not unique";
                case NULLS_DISTINCT -> "unique" + compared;
                case NULLS_NOT_DISTINCT -> "unique" + compared + ", NULLs not distinct";
            };
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
