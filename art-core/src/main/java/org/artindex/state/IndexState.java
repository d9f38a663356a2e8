package org.artindex.state;

import java.util.Arrays;
import java.util.HexFormat;
import org.artindex.CorruptionException;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.key.KeySchema;
import org.artindex.postings.Postings;
import org.artindex.postings.SetVerifier;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.TreeCursor;
import org.artindex.tree.TreeVerifier;

/**
 * An index at one version.
 *
 * @param index what it is
 * @param root pointer to the root of its tree, 0 while it is empty
 * @param keys distinct keys
 * @param entries (key, row id) pairs
 */
public record IndexState(Index index, long root, long keys, long entries) {
    /** A new index. */
    public static IndexState empty(Index index) {
        return new IndexState(index, 0, 0, 0);
    }

    /** The same content, laid out elsewhere. */
    public IndexState withRoot(long newRoot) {
        return new IndexState(index, newRoot, keys, entries);
    }

    /**
     * Proves that the index is whole: well-formed nodes, keys in order, counts that agree.
     *
     * @throws CorruptionException when it is not
     */
    public void verify(NodeSpace space) {
        SetVerifier sets = new SetVerifier(space);
        TreeVerifier verifier = new TreeVerifier(space, sets);
        try {
            verifier.verify(root);
        } catch (CorruptionException broken) {
            throw new CorruptionException("index " + index.name() + ": " + broken.getMessage(), broken);
        }
        expect("keys", keys, verifier.keys());
        expect("entries", entries, sets.rows());
        verifyUnique(space);
    }

    /** Whether a key may have one row only. */
    static boolean mustBeUnique(Index index, byte[] key, int length) {
        KeySchema schema = index.schema();
        return index.uniqueness() == Uniqueness.UNIQUE
                && (schema == null || !schema.hasNull(length == key.length ? key : Arrays.copyOf(key, length)));
    }

    private void verifyUnique(NodeSpace space) {
        if (index.uniqueness() != Uniqueness.UNIQUE) {
            return;
        }
        TreeCursor cursor = new TreeCursor(space);
        cursor.reset(root);
        while (cursor.next()) {
            boolean repeated = Postings.count(space, cursor.value()) > 1;
            if (repeated && mustBeUnique(index, cursor.keyBuffer(), cursor.keyLength())) {
                throw new CorruptionException("index " + index.name() + " is unique but has a key with several rows: "
                        + HexFormat.of().formatHex(cursor.keyBuffer(), 0, cursor.keyLength()));
            }
        }
    }

    private void expect(String what, long recorded, long found) {
        if (recorded != found) {
            throw new CorruptionException(
                    "index " + index.name() + " records " + recorded + " " + what + " but holds " + found);
        }
    }
}
