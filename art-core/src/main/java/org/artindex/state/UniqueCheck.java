package org.artindex.state;

import java.util.Arrays;
import org.artindex.DuplicateKeyException;
import org.artindex.Index;
import org.artindex.build.KeyCheck;

/** Refuses entries of a bulk build that exclude each other. Immutable and thread-safe. */
final class UniqueCheck implements KeyCheck {
    private final Index index;
    private final UniqueRule rule;

    UniqueCheck(Index index) {
        this.index = index;
        this.rule = new UniqueRule(index);
    }

    @Override
    public boolean allowsRepeats() {
        return !index.uniqueness().isUnique();
    }

    @Override
    public boolean comparesNeighbours() {
        return index.uniqueness().isUnique() && !rule.comparesWholeKeys();
    }

    @Override
    public void newKey(
            byte[] before, int beforeLength, long beforeRow, byte[] key, int length, long row, int mismatch) {
        if (mismatch >= rule.comparedLength(key, length) && !rule.exempts(key, length)) {
            throw new DuplicateKeyException(
                    index, Arrays.copyOf(before, beforeLength), beforeRow, Arrays.copyOf(key, length), row);
        }
    }

    @Override
    public void repeatedKey(byte[] key, int length, long firstRow, long secondRow) {
        if (index.uniqueness().isUnique() && !rule.exempts(key, length)) {
            byte[] copy = Arrays.copyOf(key, length);
            throw new DuplicateKeyException(index, copy, firstRow, copy, secondRow);
        }
    }

    /** Counts once. */
    @Override
    public void repeatedEntry(byte[] key, int length, long row) {}
}
