package org.artindex.cli;

import org.artindex.InvalidKeyException;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;

/** Reads values as people type them, and tells them what a value must look like. */
final class ValueText {
    private static final int LENGTH_SHOWN = 60;

    private ValueText() {}

    /** Reads a value of a column that is not NULL. The message of the failure names column, text and the form expected. */
    static Object parse(Column column, String text) {
        try {
            return column.type().parse(text);
        } catch (InvalidKeyException e) {
            throw new CommandFailure(
                    "column " + column.name() + ": '" + abbreviated(text) + "' is not of type "
                            + KeySpec.nameOf(column.type()) + ", " + form(column.type()),
                    e);
        }
    }

    private static String abbreviated(String text) {
        return text.codePointCount(0, text.length()) <= LENGTH_SHOWN
                ? text
                : text.substring(0, text.offsetByCodePoints(0, LENGTH_SHOWN)) + "...";
    }

    private static String form(ColumnType type) {
        return switch (type) {
            case BOOLEAN -> "true or false";
            case INT8 -> integer(Byte.MIN_VALUE, Byte.MAX_VALUE);
            case INT16 -> integer(Short.MIN_VALUE, Short.MAX_VALUE);
            case INT32 -> integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case INT64 -> integer(Long.MIN_VALUE, Long.MAX_VALUE);
            case UINT32 -> integer(0, 0xFFFF_FFFFL);
            case FLOAT, DOUBLE, DECIMAL -> "a number such as -1.5 or 1e3";
            case TEXT -> "text in Unicode";
            case BYTES -> "bytes in hexadecimal such as 00ff";
            case UUID -> "such as 123e4567-e89b-12d3-a456-426614174000";
            case DATE -> "a day such as 2024-02-29";
            case TIME -> "a time such as 23:59 or 23:59:59.5";
            case TIMESTAMP -> "a time in a zone such as 2024-02-29T23:59:59Z";
        };
    }

    private static String integer(long min, long max) {
        return "a whole number from " + min + " to " + max;
    }
}
