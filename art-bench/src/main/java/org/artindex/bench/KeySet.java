package org.artindex.bench;

import java.util.SplittableRandom;

/**
 * The keys of a workload, one a row, and what is asked for in which order. Rows are numbered in the order of insertion.
 *
 * <p>Whatever is asked for lies in an array in the order in which it is asked for, so that the structure under test pays for
 * its own cache misses only.
 */
abstract class KeySet {
    /** Keys of a range. */
    static final int RANGE = 100;

    private static final long SEED = 0x41525421L;

    private final int count;
    private final int[] lookUpRows;

    KeySet(int count) {
        this.count = count;
        this.lookUpRows = permutation(count, SEED);
    }

    /** The set of a name that {@link #NAMES} lists. */
    static KeySet of(String name, int count) {
        return switch (name) {
            case "random" -> LongKeys.random(count);
            case "sequential" -> LongKeys.sequential(count);
            case "short-strings" -> new TextKeys("", count);
            case "long-strings" -> new TextKeys(TextKeys.LONG_PREFIX, count);
            default -> throw new IllegalArgumentException("no key set " + name + "; there are " + NAMES);
        };
    }

    /** The sets there are. */
    static final String NAMES = "random, sequential, short-strings, long-strings";

    /** Keys, and as many rows. */
    final int count() {
        return count;
    }

    /** Ranges that are asked for; together they cover all keys once. */
    final int rangeCount() {
        return count / RANGE;
    }

    /** The row that the i-th look-up must find: every row once, in random order. */
    final int lookUpRow(int i) {
        return lookUpRows[i];
    }

    /** The row of the i-th smallest key. */
    abstract int rowInKeyOrder(int i);

    /** The place of the smallest key of the i-th range among all keys. */
    abstract int rangeStart(int i);

    /** The keys as bytes, encoded as cheaply as the key type allows before or while they are asked for. */
    abstract ByteKeys bytes();

    /** The keys as bytes, encoded through the schema while they are asked for. */
    abstract ByteKeys encodedBySchema();

    /** An index over these keys or its peers, as named by {@link Structure#NAMES}. */
    abstract Structure structure(String name);

    /** Bytes that a peer keeps alive for all keys, its rows and itself. */
    abstract long bytesOf(String peer);

    /** The numbers below a count in random order. */
    static int[] permutation(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            int j = random.nextInt(i + 1);
            numbers[i] = numbers[j];
            numbers[j] = i;
        }
        return numbers;
    }
}
