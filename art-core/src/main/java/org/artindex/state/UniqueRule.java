package org.artindex.state;

import org.artindex.Index;
import org.artindex.Index.Uniqueness.Rule;
import org.artindex.InvalidKeyException;
import org.artindex.key.KeySchema;
import org.jspecify.annotations.Nullable;

/** Which entries of a unique index exclude each other: those whose keys begin with the same <em>compared bytes</em>. */
final class UniqueRule {
    private final @Nullable KeySchema schema;

    /** The columns that are compared. */
    private final int columns;

    private final boolean comparesWholeKeys;
    private final boolean exemptsNulls;

    /** The rule of an index that is unique. */
    UniqueRule(Index index) {
        this.schema = index.schema();
        int all = schema == null ? 0 : schema.columns().size();
        int compared = index.uniqueness().columns();
        this.comparesWholeKeys = compared == 0 || compared == all;
        this.columns = comparesWholeKeys ? all : compared;
        this.exemptsNulls = index.uniqueness().rule() == Rule.NULLS_DISTINCT;
    }

    /** Whether only entries of one key exclude each other. */
    boolean comparesWholeKeys() {
        return comparesWholeKeys;
    }

    /**
     * Whether a key excludes nothing, since NULL is in one of its compared columns.
     *
     * @throws InvalidKeyException when the bytes that were read are no key of the schema
     */
    boolean exempts(byte[] key, int length) {
        return exemptsNulls && schema != null && schema.hasNull(key, length, columns);
    }

    /**
     * How many bytes of a key are compared.
     *
     * @throws InvalidKeyException when they are no part of a key of the schema
     */
    int comparedLength(byte[] key, int length) {
        return comparesWholeKeys || schema == null ? length : schema.prefixLength(key, length, columns);
    }
}
