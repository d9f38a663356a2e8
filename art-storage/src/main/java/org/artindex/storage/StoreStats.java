package org.artindex.storage;

/**
 * Figures of an open store.
 *
 * @param blockSize bytes of a block
 * @param fileSize bytes of the file
 * @param checkpoint number of the last checkpoint
 * @param blockCount blocks of the file
 * @param freeBlocks blocks that the next checkpoint may write
 * @param waitingBlocks blocks of earlier checkpoints that open snapshots may still read
 * @param blockLoads how many times a block was verified since the store was opened
 * @param mappedBytes bytes of address space taken by mappings of the file
 * @param memoryBytes bytes of off-heap memory for nodes that are not in the file
 */
public record StoreStats(
        int blockSize,
        long fileSize,
        long checkpoint,
        long blockCount,
        long freeBlocks,
        long waitingBlocks,
        long blockLoads,
        long mappedBytes,
        long memoryBytes) {}
