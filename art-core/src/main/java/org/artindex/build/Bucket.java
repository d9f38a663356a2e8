package org.artindex.build;

import java.util.ArrayList;
import java.util.List;

/**
 * Pairs that agree in the first bytes of the strings they are sorted by, in pieces of raw memory.
 *
 * <p>Not thread-safe.
 */
final class Bucket {
    /** Adjacent pairs in one region. */
    record Piece(Region region, long start, long end) {}

    final List<Piece> pieces;
    final long count;
    final long bytes;

    /** How many bytes of the strings are known to agree. */
    final int depth;

    Bucket(List<Piece> pieces, long count, long bytes, int depth) {
        this.pieces = pieces;
        this.count = count;
        this.bytes = bytes;
        this.depth = depth;
    }

    /** The same pairs, of which more is known. */
    Bucket at(int newDepth) {
        return new Bucket(pieces, count, bytes, newDepth);
    }

    /** Addresses of all pairs, in the order in which they came. */
    int addresses(long[] to) {
        int n = 0;
        for (Piece piece : pieces) {
            for (long pair = piece.start(); pair < piece.end(); pair += Pair.sizeAt(pair)) {
                to[n++] = pair;
            }
        }
        return n;
    }

    /** Gives the memory up. */
    void release() {
        pieces.forEach(piece -> piece.region().free());
    }

    /** The pairs of a log so far, whose memory then belongs to the bucket. */
    static Bucket of(PairLog log) {
        return new Bucket(new ArrayList<>(log.pieces()), log.count(), log.bytes(), 0);
    }
}
