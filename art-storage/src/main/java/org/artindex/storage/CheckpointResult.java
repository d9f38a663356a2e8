package org.artindex.storage;

/**
 * What a checkpoint has done.
 *
 * @param number of the checkpoint that the file holds now; it grows with each one
 * @param blocksWritten 0 where nothing had changed since the last one
 * @param nodesWritten nodes that were written
 * @param bytesWritten bytes of all blocks that were written
 */
public record CheckpointResult(long number, long blocksWritten, long nodesWritten, long bytesWritten) {
    /** Whether anything had to be written. */
    public boolean hasWritten() {
        return blocksWritten > 0;
    }
}
