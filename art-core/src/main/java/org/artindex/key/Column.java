package org.artindex.key;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * One column of a key. Immutable.
 *
 * @param name how the host calls the column; 1 to 65,535 bytes of UTF-8. It is part of
 *     {@link KeySchema#fingerprint()}, so a host that stores collation keys puts the collation and its version here
 * @param type what the column holds
 * @param order the direction in which its values are sorted
 * @param nulls where NULL is sorted, or that there is none
 */
public record Column(String name, ColumnType type, Order order, Nulls nulls) {
    static final int MAX_NAME_LENGTH = 65_535;

    /** The direction in which the values of a column are sorted. NULL does not move with it, see {@link Nulls}. */
    public enum Order {
        /** Smallest value first. */
        ASC(0),
        /** Greatest value first. */
        DESC(1);

        private final int code;

        Order(int code) {
            this.code = code;
        }

        /**
         * Returns the number that stands for this direction in files.
         *
         * @return a code that never changes
         */
        public int code() {
            return code;
        }
    }

    /** Where NULL is sorted, whatever the {@link Order} of the values. */
    public enum Nulls {
        /** The column never holds NULL; saves one byte a key. */
        NOT_NULL(0),
        /** NULL before all values. */
        FIRST(1),
        /** NULL after all values. */
        LAST(2);

        private final int code;

        Nulls(int code) {
            this.code = code;
        }

        /**
         * Returns the number that stands for this choice in files.
         *
         * @return a code that never changes
         */
        public int code() {
            return code;
        }
    }

    /**
     * Creates a column.
     *
     * @param name how the host calls the column
     * @param type what the column holds
     * @param order the direction in which its values are sorted
     * @param nulls where NULL is sorted, or that there is none
     * @throws IllegalArgumentException if the name is empty, too long or not well-formed UTF-16
     */
    public Column {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(nulls, "nulls");
        int length = nameLength(name);
        if (length == 0 || length > MAX_NAME_LENGTH) {
            throw new IllegalArgumentException(
                    "column name of " + length + " bytes; 1 to " + MAX_NAME_LENGTH + " are allowed");
        }
    }

    /**
     * Creates a nullable ascending column with NULLs last.
     *
     * @param name the column's name
     * @param type what the column holds
     * @return the column
     * @throws IllegalArgumentException if the name is refused
     */
    public static Column asc(String name, ColumnType type) {
        return new Column(name, type, Order.ASC, Nulls.LAST);
    }

    /**
     * Creates a nullable descending column with NULLs first, so that it is the exact reverse of
     * {@link #asc(String, ColumnType)}, as in PostgreSQL.
     *
     * @param name the column's name
     * @param type what the column holds
     * @return the column
     * @throws IllegalArgumentException if the name is refused
     */
    public static Column desc(String name, ColumnType type) {
        return new Column(name, type, Order.DESC, Nulls.FIRST);
    }

    /**
     * Returns this column without NULL.
     *
     * @return a column that refuses NULL and spends no byte on it
     */
    public Column notNull() {
        return new Column(name, type, order, Nulls.NOT_NULL);
    }

    /**
     * Returns this column with NULL sorted before all values.
     *
     * @return a nullable column
     */
    public Column nullsFirst() {
        return new Column(name, type, order, Nulls.FIRST);
    }

    /**
     * Returns this column with NULL sorted after all values.
     *
     * @return a nullable column
     */
    public Column nullsLast() {
        return new Column(name, type, order, Nulls.LAST);
    }

    /**
     * Tells whether the column may hold NULL.
     *
     * @return true unless made by {@link #notNull()}
     */
    public boolean isNullable() {
        return nulls != Nulls.NOT_NULL;
    }

    @Override
    public String toString() {
        return name + " " + type + " " + order + (isNullable() ? " NULLS " + nulls : " NOT NULL");
    }

    private static int nameLength(String name) {
        try {
            return StandardCharsets.UTF_8
                    .newEncoder()
                    .encode(CharBuffer.wrap(name))
                    .remaining();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("column name is not well-formed UTF-16", e);
        }
    }
}
