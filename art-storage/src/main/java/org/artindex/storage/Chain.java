package org.artindex.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.artindex.CorruptionException;

/** Reads bytes that are spread over a chain of blocks: the catalog, the block table. */
final class Chain {
    private Chain() {}

    /**
     * Reads a chain of the checkpoint that a header tells of.
     *
     * @param size bytes of it, which the header's checks have bounded by the size of the file
     * @throws CorruptionException when a block of it is damaged
     */
    static ByteBuffer read(FileAccess file, StoreHeader header, int kind, long first, long size, String name)
            throws IOException {
        if (size > Integer.MAX_VALUE) {
            throw new CorruptionException(name + ", " + BlockFormat.kindName(kind) + ": impossible size " + size);
        }
        ByteBuffer bytes = ByteBuffer.allocate((int) size).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer block = ByteBuffer.allocate(header.blockSize()).order(ByteOrder.LITTLE_ENDIAN);
        long id = first;
        while (bytes.hasRemaining()) {
            String place = name + ", block " + id + " (" + BlockFormat.kindName(kind) + ")";
            if (id < 0 || id >= header.blockCount()) {
                throw new CorruptionException(place + ": the chain ends " + bytes.remaining() + " bytes early");
            }
            file.read(header.position(id), block.clear());
            block.clear();
            BlockFormat.verify(block, header.identity(), id, place);
            BlockFormat.verifyWriting(block, kind, header.number(), place);
            int here = Math.min(bytes.remaining(), header.blockSize() - BlockFormat.HEADER_SIZE);
            if (BlockFormat.used(block) != BlockFormat.HEADER_SIZE + here) {
                throw new CorruptionException(place + ": " + BlockFormat.used(block) + " used bytes where "
                        + (BlockFormat.HEADER_SIZE + here) + " are expected");
            }
            bytes.put(block.slice(BlockFormat.HEADER_SIZE, here));
            id = BlockFormat.next(block);
        }
        if (id != StoreHeader.NO_BLOCK && size > 0) {
            throw new CorruptionException(
                    name + ", " + BlockFormat.kindName(kind) + ": the chain goes on to block " + id);
        }
        return bytes.flip();
    }
}
