package org.artindex.storage;

/**
 * What can be chosen when a store is made or opened.
 *
 * @param blockSize bytes of a block of a new file: a power of two from 4 KiB to 512 KiB
 * @param memoryLimit the most bytes of off-heap memory for nodes that are not in the file, counted in slabs of 256 KiB
 */
public record StoreOptions(int blockSize, long memoryLimit) {
    /** Bytes of a block where nothing else is asked for: 256 KiB. */
    public static final int DEFAULT_BLOCK_SIZE = 256 * 1024;

    static final int MIN_BLOCK_SIZE = 4 * 1024;
    static final int MAX_BLOCK_SIZE = 512 * 1024;

    /** Checks the values. */
    public StoreOptions {
        if (!isBlockSize(blockSize)) {
            throw new IllegalArgumentException(
                    "a block has a power of two of bytes from 4,096 to 524,288, not " + blockSize);
        }
    }

    /** The options that are right where nothing speaks for others. */
    public static StoreOptions defaults() {
        return new StoreOptions(DEFAULT_BLOCK_SIZE, Long.MAX_VALUE);
    }

    /** The same with another size of blocks. */
    public StoreOptions withBlockSize(int size) {
        return new StoreOptions(size, memoryLimit);
    }

    /** The same with another bound on memory. */
    public StoreOptions withMemoryLimit(long limit) {
        return new StoreOptions(blockSize, limit);
    }

    static boolean isBlockSize(int size) {
        return size >= MIN_BLOCK_SIZE && size <= MAX_BLOCK_SIZE && Integer.bitCount(size) == 1;
    }
}
