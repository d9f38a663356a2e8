package org.artindex.state;

import java.util.Arrays;
import java.util.HexFormat;
import org.artindex.CorruptionException;
import org.artindex.Index;
import org.artindex.InvalidKeyException;
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

    private void verifyUnique(NodeSpace space) {
        if (!index.uniqueness().isUnique()) {
            return;
        }
        try {
            verifyUnique(space, new UniqueRule(index));
        } catch (InvalidKeyException malformed) {
            throw new CorruptionException(
                    "index " + index.name() + " holds a key that is none: " + malformed.getMessage(), malformed);
        }
    }

    /** Entries that exclude each other are neighbours. */
    private void verifyUnique(NodeSpace space, UniqueRule rule) {
        TreeCursor cursor = new TreeCursor(space);
        cursor.reset(root);
        byte[] last = new byte[0];
        int lastLength = -1;
        while (cursor.next()) {
            byte[] key = cursor.keyBuffer();
            int length = cursor.keyLength();
            boolean repeated = Postings.count(space, cursor.value()) > 1;
            if (!rule.comparesWholeKeys()) {
                int compared = rule.comparedLength(key, length);
                repeated |= compared == lastLength && Arrays.equals(key, 0, compared, last, 0, compared);
                last = last.length < compared ? new byte[Math.max(compared, 2 * last.length)] : last;
                System.arraycopy(key, 0, last, 0, compared);
                lastLength = compared;
            }
            if (repeated && !rule.exempts(key, length)) {
                throw new CorruptionException("index " + index.name() + " is " + index.uniqueness()
                        + " but has a key with several rows: "
                        + HexFormat.of().formatHex(key, 0, length));
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
