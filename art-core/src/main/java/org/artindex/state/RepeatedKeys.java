package org.artindex.state;

import java.util.Arrays;
import org.artindex.Direction;
import org.artindex.DuplicateKeyException;
import org.artindex.Index;
import org.artindex.postings.PostingCursor;
import org.artindex.postings.Postings;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.TreeCursor;

/**
 * How many keys of a unique index have more than the one entry they may have, while a batch changes the index. Where the first
 * columns only are compared, keys that agree in them count as one.
 *
 * <p>A published state has none. The count changes only when a key goes from one entry to two or back, so a look at up to three
 * entries before each change keeps it exact: nothing is remembered for each key, and judging the whole batch costs nothing.
 */
final class RepeatedKeys {
    private final Index index;
    private final NodeSpace space;
    private final UniqueRule rule;
    private final TreeCursor cursor;
    private long count;
    private byte[] last = new byte[0];

    /** Watches over an index that is unique and has no repeated keys yet; the cursor may be anybody's between calls. */
    RepeatedKeys(Index index, NodeSpace space, TreeCursor cursor) {
        this.index = index;
        this.space = space;
        this.rule = new UniqueRule(index);
        this.cursor = cursor;
    }

    /**
     * Whether a key has so many entries now, which exclude each other.
     *
     * @param entries 1 or 2
     * @param root of the tree
     * @param value the rows of exactly this key, 0 for none
     * @throws org.artindex.InvalidKeyException when the bytes are no key of the index
     */
    boolean hasEntries(int entries, long root, long value, byte[] key, int length) {
        if (rule.comparesWholeKeys()) {
            return Postings.count(space, value) == entries && !rule.exempts(key, length);
        }
        int compared = rule.comparedLength(key, length);
        return count(root, key, compared, entries + 1) == entries && !rule.exempts(key, length);
    }

    /** A key has got a second entry. */
    void noteRepeated(byte[] key, int length) {
        count++;
        last = Arrays.copyOf(key, length);
    }

    /** A key has one entry again. */
    void noteMended() {
        count--;
    }

    /** No key has any entry. */
    void clear() {
        count = 0;
    }

    /**
     * Proves that no key is repeated.
     *
     * @param root of the tree
     * @throws DuplicateKeyException when one is; it names the one that was repeated last or, where that is mended, the first in order
     */
    void check(long root) {
        if (count > 0) {
            throw duplicate(root);
        }
    }

    /** Entries whose keys begin with the compared bytes, counted up to a limit. */
    private long count(long root, byte[] key, int compared, int limit) {
        cursor.reset(root);
        long entries = 0;
        boolean found = cursor.toCeiling(key, compared);
        while (entries < limit && found && agrees(key, compared)) {
            entries += Postings.count(space, cursor.value());
            found = cursor.next();
        }
        return Math.min(entries, limit);
    }

    private boolean agrees(byte[] key, int compared) {
        return cursor.keyLength() >= compared && Arrays.equals(cursor.keyBuffer(), 0, compared, key, 0, compared);
    }

    private DuplicateKeyException duplicate(long root) {
        if (count(root, last, rule.comparedLength(last, last.length), 2) == 2) {
            return duplicate(root, last);
        }
        TreeCursor all = new TreeCursor(space);
        all.reset(root);
        while (all.next()) {
            byte[] key = Arrays.copyOf(all.keyBuffer(), all.keyLength());
            if (count(root, key, rule.comparedLength(key, key.length), 2) == 2 && !rule.exempts(key, key.length)) {
                return duplicate(root, key);
            }
        }
        throw new AssertionError("no repeated key where " + count + " were counted");
    }

    /** Names the first two entries of a key. */
    private DuplicateKeyException duplicate(long root, byte[] key) {
        cursor.reset(root);
        cursor.toCeiling(key, rule.comparedLength(key, key.length));
        PostingCursor rows = new PostingCursor(space);
        rows.open(cursor.value(), Direction.ASCENDING);
        byte[] firstKey = Arrays.copyOf(cursor.keyBuffer(), cursor.keyLength());
        long firstRow = rows.next();
        long secondRow = rows.next();
        if (secondRow != PostingCursor.END) {
            return new DuplicateKeyException(index, firstKey, firstRow, firstKey, secondRow);
        }
        cursor.next();
        byte[] secondKey = Arrays.copyOf(cursor.keyBuffer(), cursor.keyLength());
        return new DuplicateKeyException(index, firstKey, firstRow, secondKey, Postings.first(space, cursor.value()));
    }
}
