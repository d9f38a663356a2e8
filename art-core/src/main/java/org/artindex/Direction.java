package org.artindex;

/** Which way a cursor goes. */
public enum Direction {
    ASCENDING,
    DESCENDING
}
