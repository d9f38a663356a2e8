package org.artindex.build;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pairs in the order in which they came, in regions that double up to 4 MiB. Not thread-safe. */
final class PairLog {
    private static final long FIRST_REGION = 1 << 16;
    private static final long LAST_REGION = 1 << 22;

    private final PairMemory memory;
    private final List<Bucket.Piece> full = new ArrayList<>();
    private @Nullable Region region;
    private long nextSize = FIRST_REGION;
    private long end;
    private long limit;
    private long count;
    private long bytes;

    PairLog(PairMemory memory) {
        this.memory = memory;
    }

    void add(byte[] key, int length, long row) {
        int size = Pair.size(length);
        if (end + size > limit) {
            openRegion(size);
        }
        Pair.write(end, key, length, row);
        end += size;
        bytes += size;
        count++;
    }

    long count() {
        return count;
    }

    /** Bytes of all pairs. */
    long bytes() {
        return bytes;
    }

    /** Where the pairs are. */
    List<Bucket.Piece> pieces() {
        closeRegion();
        return full;
    }

    /** Forgets all pairs, whose memory is somebody else's now. */
    void clear() {
        full.clear();
        nextSize = FIRST_REGION;
        region = null;
        end = 0;
        limit = 0;
        count = 0;
        bytes = 0;
    }

    private void openRegion(int size) {
        closeRegion();
        long regionSize = Math.max(nextSize, size);
        Region opened = new Region(memory, regionSize);
        nextSize = Math.min(2 * nextSize, LAST_REGION);
        region = opened;
        end = opened.address;
        limit = opened.address + regionSize;
    }

    private void closeRegion() {
        Region open = region;
        if (open != null) {
            full.add(new Bucket.Piece(open, open.address, end));
            region = null;
            end = 0;
            limit = 0;
        }
    }
}
