package org.artindex.state;

import org.artindex.RowException;
import org.artindex.Table;
import org.artindex.build.KeyCheck;

/** Refuses rows of a bulk load that come twice; the rows are built as those of one key without bytes. Immutable and thread-safe. */
record NewRowCheck(Table table) implements KeyCheck {
    @Override
    public boolean allowsRepeats() {
        return false;
    }

    @Override
    public boolean comparesNeighbours() {
        return false;
    }

    @Override
    public void newKey(
            byte[] before, int beforeLength, long beforeRow, byte[] key, int length, long row, int mismatch) {}

    @Override
    public void repeatedKey(byte[] key, int length, long firstRow, long secondRow) {}

    @Override
    public void repeatedEntry(byte[] key, int length, long row) {
        String which = row == UNKNOWN_ROW ? "a row" : "row " + row;
        throw new RowException(which + " was added twice to table " + table.name());
    }
}
