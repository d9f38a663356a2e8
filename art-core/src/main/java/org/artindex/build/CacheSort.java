package org.artindex.build;

import java.util.Arrays;

/**
 * Sorts the pairs of a bucket that fits in the cache, by moving words of eight bytes and the addresses of their pairs.
 *
 * <p>A least-significant-digit radix sort on the first bytes that vary, no more of them than it takes to tell most pairs apart; runs
 * that are still equal are sorted by the bytes behind, short ones by insertion. All of it is stable. Not thread-safe.
 */
final class CacheSort {
    private static final int INSERTION_PAIRS = 20;
    private static final int DIGITS = 256;

    private long[] words = new long[0];
    private long[] pairs = new long[0];
    private long[] otherWords = new long[0];
    private long[] otherPairs = new long[0];
    private final int[] starts = new int[DIGITS];

    /** Runs yet to be sorted: first pair, pair after the last one, and bytes known to be equal. */
    private int[] runs = new int[96];

    private int runsEnd;

    /** The addresses of the pairs of a bucket in order, at the start of an array that stays this object's. */
    long[] sort(Bucket bucket, int count) {
        if (pairs.length < count) {
            int length = Math.max(count, Math.min(2 * pairs.length, PairSorter.CACHE_PAIRS));
            words = new long[length];
            pairs = new long[length];
            otherWords = new long[length];
            otherPairs = new long[length];
        }
        bucket.addresses(pairs);
        pushRun(0, count, bucket.depth);
        while (runsEnd > 0) {
            runsEnd -= 3;
            sortRun(runs[runsEnd], runs[runsEnd + 1], runs[runsEnd + 2]);
        }
        return pairs;
    }

    private void sortRun(int from, int to, int depth) {
        if (to - from <= INSERTION_PAIRS) {
            insertionSort(from, to, depth);
            return;
        }
        if (isSorted(from, to, depth)) {
            return;
        }
        long varying = loadWords(from, to, depth);
        if (varying == 0) {
            int end = Pair.keyLength(pairs[from]) + Pair.ROW_BYTES;
            int common = commonDepth(from, to, depth + Long.BYTES, end);
            if (common < end) {
                pushRun(from, to, common);
            }
            return;
        }
        int lastByte = radixSort(from, to, varying);
        if (depth + lastByte + 1 < Pair.keyLength(pairs[from]) + Pair.ROW_BYTES) {
            pushEqualRuns(from, to, depth, lastByte);
        }
    }

    /** How many first bytes the pairs of a run have in common, up to an end. */
    private int commonDepth(int from, int to, int depth, int end) {
        int common = end;
        for (int i = from + 1; i < to && common > depth; i++) {
            common = Pair.mismatch(pairs[from], pairs[i], depth, common);
        }
        return common;
    }

    /** Reads eight bytes of each pair and returns the bits that are not the same in all of them. */
    private long loadWords(int from, int to, int depth) {
        long first = Pair.word(pairs[from], depth);
        long varying = 0;
        for (int i = from; i < to; i++) {
            long word = Pair.word(pairs[i], depth);
            words[i] = word;
            varying |= word ^ first;
        }
        return varying;
    }

    /** Sorts by the first varying bytes, so many that few pairs are equal in them; returns the number of the last one. */
    private int radixSort(int from, int to, long varying) {
        int wanted = (Integer.SIZE - Integer.numberOfLeadingZeros(to - from) + 7) / Byte.SIZE + 1;
        int lastByte = -1;
        for (int i = 0; i < Long.BYTES && wanted > 0; i++) {
            if (byteAt(varying, i) != 0) {
                lastByte = i;
                wanted--;
            }
        }
        for (int i = lastByte; i >= 0; i--) {
            if (byteAt(varying, i) != 0) {
                sortByByte(from, to, i);
            }
        }
        return lastByte;
    }

    private void sortByByte(int from, int to, int index) {
        Arrays.fill(starts, 0);
        int shift = Long.SIZE - Byte.SIZE - (index << 3);
        for (int i = from; i < to; i++) {
            starts[(int) (words[i] >>> shift) & 0xFF]++;
        }
        int start = from;
        for (int digit = 0; digit < DIGITS; digit++) {
            int count = starts[digit];
            starts[digit] = start;
            start += count;
        }
        for (int i = from; i < to; i++) {
            long word = words[i];
            int place = starts[(int) (word >>> shift) & 0xFF]++;
            otherWords[place] = word;
            otherPairs[place] = pairs[i];
        }
        System.arraycopy(otherWords, from, words, from, to - from);
        System.arraycopy(otherPairs, from, pairs, from, to - from);
    }

    private void pushEqualRuns(int from, int to, int depth, int lastByte) {
        int shift = Long.SIZE - Byte.SIZE - (lastByte << 3);
        int start = from;
        for (int i = from + 1; i <= to; i++) {
            if (i == to || words[i] >>> shift != words[start] >>> shift) {
                if (i - start > 1) {
                    pushRun(start, i, depth + lastByte + 1);
                }
                start = i;
            }
        }
    }

    /** Fails soon where the order is random; the pairs of one key mostly come sorted. */
    private boolean isSorted(int from, int to, int depth) {
        for (int i = from + 1; i < to; i++) {
            if (Pair.compare(pairs[i - 1], pairs[i], depth) > 0) {
                return false;
            }
        }
        return true;
    }

    private void insertionSort(int from, int to, int depth) {
        for (int i = from + 1; i < to; i++) {
            long pair = pairs[i];
            int place = i;
            while (place > from && Pair.compare(pairs[place - 1], pair, depth) > 0) {
                pairs[place] = pairs[place - 1];
                place--;
            }
            pairs[place] = pair;
        }
    }

    private void pushRun(int from, int to, int depth) {
        if (runsEnd == runs.length) {
            runs = Arrays.copyOf(runs, 2 * runs.length);
        }
        runs[runsEnd++] = from;
        runs[runsEnd++] = to;
        runs[runsEnd++] = depth;
    }

    private static int byteAt(long word, int index) {
        return (int) (word >>> (Long.SIZE - Byte.SIZE - (index << 3))) & 0xFF;
    }
}
