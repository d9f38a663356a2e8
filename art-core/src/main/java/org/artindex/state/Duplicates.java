package org.artindex.state;

import java.util.Arrays;
import org.artindex.Direction;
import org.artindex.DuplicateKeyException;
import org.artindex.Index;
import org.artindex.postings.PostingCursor;
import org.artindex.postings.Postings;
import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.NodeType;
import org.artindex.tree.TreeCursor;

/**
 * How many entries of a unique index are too many while a batch changes it: of those that exclude each other, all but one.
 *
 * <p>A published state has none. An entry is too many when it comes to one that is there, and one less is when an entry goes from
 * several; so a look at up to two entries before each change keeps the count exact. Nothing is remembered for each key, and
 * judging the whole batch costs nothing.
 */
final class Duplicates {
    private final Index index;
    private final NodeSpace space;
    private final UniqueRule rule;
    private final TreeCursor cursor;
    private long count;

    /** The key that got one too many last. */
    private byte[] last = new byte[0];

    private int lastLength;

    /** Watches over an index that is unique and has no duplicates yet; the cursor may be anybody's between calls. */
    Duplicates(Index index, NodeSpace space, TreeCursor cursor) {
        this.index = index;
        this.space = space;
        this.rule = new UniqueRule(index);
        this.cursor = cursor;
    }

    /**
     * Whether there are so many entries that an entry of the key excludes, or more.
     *
     * @param entries 1 or 2
     * @param root of the tree
     * @param value the rows of exactly this key, 0 for none
     * @throws org.artindex.InvalidKeyException when the bytes are no key of the index
     */
    boolean areThere(int entries, long root, long value, byte[] key, int length) {
        if (rule.comparesWholeKeys()) {
            return hasRows(entries, value) && !rule.exempts(key, length);
        }
        return hasEntries(entries, root, key, rule.comparedLength(key, length)) && !rule.exempts(key, length);
    }

    /** An entry was added to one that excludes it. */
    void noteAdded(byte[] key, int length) {
        count++;
        last = last.length < length ? new byte[Math.max(length, 2 * last.length)] : last;
        System.arraycopy(key, 0, last, 0, length);
        lastLength = length;
    }

    /** An entry was removed from several that exclude each other. */
    void noteRemoved() {
        count--;
    }

    /** Whether only entries of one key exclude each other. */
    boolean areOfOneKey() {
        return rule.comparesWholeKeys();
    }

    /** A key has the entries of two trees, each of which was counted with its own. */
    void noteMerged(byte[] key, int length, long firstCount, long secondCount, long mergedCount) {
        if (mergedCount > 1 && !rule.exempts(key, length)) {
            noteAdded(key, length);
            count += mergedCount - firstCount - secondCount;
        }
    }

    /** All entries were removed. */
    void clear() {
        count = 0;
    }

    /**
     * Proves that no entries exclude each other.
     *
     * @param root of the tree
     * @throws DuplicateKeyException when some do; it names a key that got one too many last or, where that is mended, the first in
     *     order
     */
    void check(long root) {
        if (count > 0) {
            throw duplicate(root);
        }
    }

    private static boolean hasRows(int rows, long value) {
        return value != 0 && (rows == 1 || NodePointer.type(value) != NodeType.INLINED);
    }

    /** Whether so many entries have keys that begin with the compared bytes, or more. */
    private boolean hasEntries(int entries, long root, byte[] key, int compared) {
        cursor.reset(root);
        if (!cursor.toCeiling(key, compared) || !agrees(key, compared)) {
            return false;
        }
        return hasRows(entries, cursor.value()) || (cursor.next() && agrees(key, compared));
    }

    private boolean agrees(byte[] key, int compared) {
        return cursor.keyLength() >= compared && Arrays.equals(cursor.keyBuffer(), 0, compared, key, 0, compared);
    }

    private DuplicateKeyException duplicate(long root) {
        byte[] key = Arrays.copyOf(last, lastLength);
        if (hasEntries(2, root, key, rule.comparedLength(key, key.length))) {
            return duplicate(root, key);
        }
        TreeCursor all = new TreeCursor(space);
        all.reset(root);
        while (all.next()) {
            key = Arrays.copyOf(all.keyBuffer(), all.keyLength());
            if (hasEntries(2, root, key, rule.comparedLength(key, key.length)) && !rule.exempts(key, key.length)) {
                return duplicate(root, key);
            }
        }
        throw new AssertionError("no duplicate where " + count + " were counted");
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
