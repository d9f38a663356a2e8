package org.artindex.build;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.artindex.tree.KeyBytes;

/**
 * Sorts pairs and hands them out in order: buckets that do not fit in the cache are split by one byte after another, those that
 * do are sorted by {@link CacheSort}.
 *
 * <p>A most-significant-digit radix sort (McIlroy, Bostic, McIlroy, "Engineering Radix Sort", 1993) on whole pairs, so that what
 * is sorted in the cache also lies in the cache, and bytes that all pairs of a bucket share are skipped. Pairs of one key that
 * came with ascending row ids are not sorted at all. Not thread-safe.
 */
final class PairSorter {
    /** The most pairs of a bucket that is sorted in the cache, whose words and addresses take 32 bytes each. */
    static final int CACHE_PAIRS = 1 << 16;

    /** The most bytes of a bucket that is sorted in the cache. */
    static final long CACHE_BYTES = 3 << 20;

    private static final int BUCKETS = 256;

    private final PairMemory memory;
    private final BuildControl control;
    private final CacheSort cache = new CacheSort();
    private final Runnable progress;
    private final Deque<Bucket> pending = new ArrayDeque<>();
    private byte[] key = new byte[64];

    /**
     * Makes a sorter.
     *
     * @param progress is run after each part, in the thread that sorts
     */
    PairSorter(PairMemory memory, BuildControl control, Runnable progress) {
        this.memory = memory;
        this.control = control;
        this.progress = progress;
    }

    /** Hands out the pairs of a bucket in order, and gives its memory up. */
    void sort(Bucket all, EntryBuilder out) {
        pending.push(all);
        while (!pending.isEmpty()) {
            control.check();
            Bucket bucket = pending.pop();
            if (bucket.count <= CACHE_PAIRS && bucket.bytes <= CACHE_BYTES) {
                sortInCache(bucket, out);
                progress.run();
                continue;
            }
            List<Bucket> parts = split(bucket);
            if (parts.size() > 1) {
                for (int i = parts.size() - 1; i >= 0; i--) {
                    pending.push(parts.get(i));
                }
                continue;
            }
            Bucket deeper = bucket.at(commonDepth(bucket));
            if (isSorted(deeper)) {
                emitInOrder(deeper, out);
                progress.run();
            } else {
                pending.push(deeper);
            }
        }
    }

    /** Splits a bucket by the first byte in which its pairs differ; it stays whole where they have one key and are sorted. */
    List<Bucket> partition(Bucket all) {
        Bucket bucket = all;
        while (true) {
            control.check();
            List<Bucket> parts = split(bucket);
            if (parts.size() > 1) {
                return parts;
            }
            bucket = bucket.at(commonDepth(bucket));
            if (isSorted(bucket)) {
                return List.of(bucket);
            }
        }
    }

    /**
     * Splits a bucket by the byte at its depth. Where that does not part it, its parts are the bucket alone, untouched; else they
     * are in order and the bucket's memory is given up.
     */
    private List<Bucket> split(Bucket bucket) {
        long[] counts = new long[BUCKETS];
        long[] bytes = new long[BUCKETS];
        for (Bucket.Piece piece : bucket.pieces) {
            for (long pair = piece.start(); pair < piece.end(); ) {
                int size = Pair.sizeAt(pair);
                int digit = digit(pair, bucket.depth);
                counts[digit]++;
                bytes[digit] += size;
                pair += size;
            }
        }
        int used = 0;
        for (long count : counts) {
            used += count > 0 ? 1 : 0;
        }
        return used == 1 ? List.of(bucket) : scatter(bucket, counts, bytes, used);
    }

    private List<Bucket> scatter(Bucket bucket, long[] counts, long[] bytes, int used) {
        List<Bucket> parts = new ArrayList<>(used);
        long[] ends = new long[BUCKETS];
        for (int digit = 0; digit < BUCKETS; digit++) {
            if (counts[digit] > 0) {
                Region region = new Region(memory, bytes[digit]);
                ends[digit] = region.address;
                Bucket.Piece piece = new Bucket.Piece(region, region.address, region.address + bytes[digit]);
                parts.add(new Bucket(List.of(piece), counts[digit], bytes[digit], bucket.depth + 1));
            }
        }
        for (Bucket.Piece piece : bucket.pieces) {
            for (long pair = piece.start(); pair < piece.end(); ) {
                int size = Pair.sizeAt(pair);
                int digit = digit(pair, bucket.depth);
                Pair.copy(pair, ends[digit], size);
                ends[digit] += size;
                pair += size;
            }
            piece.region().free();
        }
        return parts;
    }

    private void sortInCache(Bucket bucket, EntryBuilder out) {
        int count = Math.toIntExact(bucket.count);
        long[] pairs = cache.sort(bucket, count);
        for (int i = 0; i < count; i++) {
            emit(pairs[i], out);
        }
        bucket.release();
        control.built(count);
    }

    private void emitInOrder(Bucket bucket, EntryBuilder out) {
        for (Bucket.Piece piece : bucket.pieces) {
            for (long pair = piece.start(); pair < piece.end(); pair += Pair.sizeAt(pair)) {
                emit(pair, out);
            }
        }
        bucket.release();
        control.built(bucket.count);
    }

    private void emit(long pair, EntryBuilder out) {
        int length = Pair.keyLength(pair);
        if (length + Long.BYTES > key.length) {
            key = new byte[2 * (length + Long.BYTES)];
        }
        KeyBytes.copyPadded(Pair.keyAddress(pair), length, key);
        out.add(key, length, Pair.row(pair));
    }

    /** How many first bytes all pairs of a bucket have in common. */
    private static int commonDepth(Bucket bucket) {
        long first = bucket.pieces.get(0).start();
        int depth = Pair.keyLength(first) + Pair.ROW_BYTES;
        for (Bucket.Piece piece : bucket.pieces) {
            for (long pair = piece.start(); pair < piece.end(); pair += Pair.sizeAt(pair)) {
                depth = Pair.mismatch(first, pair, bucket.depth, depth);
            }
        }
        return depth;
    }

    /** Whether all pairs have one key and their row ids ascend, or no byte is left to sort by. */
    private static boolean isSorted(Bucket bucket) {
        int keyLength = Pair.keyLength(bucket.pieces.get(0).start());
        if (bucket.depth < keyLength) {
            return false;
        }
        if (bucket.depth >= keyLength + Pair.ROW_BYTES) {
            return true;
        }
        long last = -1;
        for (Bucket.Piece piece : bucket.pieces) {
            for (long pair = piece.start(); pair < piece.end(); pair += Pair.sizeAt(pair)) {
                long row = Pair.row(pair);
                if (row < last) {
                    return false;
                }
                last = row;
            }
        }
        return true;
    }

    private static int digit(long pair, int depth) {
        return (int) (Pair.word(pair, depth) >>> (Long.SIZE - Byte.SIZE));
    }
}
