package org.artindex.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.artindex.memory.MappedRegion;
import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeSink;
import org.artindex.tree.NodeType;

/**
 * Writes the blocks of one checkpoint: nodes, packed one after the other at multiples of 8, and chains of bytes. A node never crosses
 * blocks. Not thread-safe.
 */
final class BlockWriter implements NodeSink, AutoCloseable {
    private final FileAccess file;
    private final StoreHeader header;
    private final long number;
    private final BlockMap map;
    private final MappedRegion staging;
    private final ByteBuffer block;
    private long current = StoreHeader.NO_BLOCK;
    private int used;
    private int nodeOffset;
    private long blocksWritten;
    private long nodesWritten;

    /** Makes a writer of the blocks of a checkpoint. */
    BlockWriter(FileAccess file, StoreHeader header, long number, BlockMap map) {
        this.file = file;
        this.header = header;
        this.number = number;
        this.map = map;
        this.staging = MappedRegion.allocate(header.blockSize());
        this.block = staging.slice(0, header.blockSize());
    }

    /**
     * {@inheritDoc}
     *
     * @throws UncheckedIOException when a full block could not be written
     */
    @Override
    public long place(int type) {
        int size = NodeType.size(type);
        if (current != StoreHeader.NO_BLOCK && used + size > header.blockSize()) {
            flush();
        }
        if (current == StoreHeader.NO_BLOCK) {
            current = map.take();
            used = BlockFormat.HEADER_SIZE;
        }
        nodeOffset = used;
        used += size;
        nodesWritten++;
        return NodePointer.toBlock(type, current, nodeOffset);
    }

    @Override
    public long address() {
        return staging.address() + nodeOffset;
    }

    /** Writes the last block of nodes. */
    void finishNodes() {
        if (current != StoreHeader.NO_BLOCK) {
            flush();
        }
    }

    /** Blocks that a number of bytes takes as a chain. */
    int chainLength(long size) {
        int payload = header.blockSize() - BlockFormat.HEADER_SIZE;
        return Math.toIntExact((size + payload - 1) / payload);
    }

    /** Describes the blocks of a chain that {@link #writeChain} is going to write. */
    void describeChain(int kind, int[] ids, long size) {
        int payload = header.blockSize() - BlockFormat.HEADER_SIZE;
        for (int i = 0; i < ids.length; i++) {
            map.describe(ids[i], number, (int) Math.min(payload, size - (long) i * payload), kind);
        }
    }

    /** Writes bytes as a chain of blocks that were taken for it. */
    void writeChain(int kind, int[] ids, ByteBuffer bytes) {
        int payload = header.blockSize() - BlockFormat.HEADER_SIZE;
        for (int i = 0; i < ids.length; i++) {
            int from = i * payload;
            int here = Math.min(payload, bytes.limit() - from);
            block.put(BlockFormat.HEADER_SIZE, bytes, from, here);
            write(kind, ids[i], BlockFormat.HEADER_SIZE + here, i + 1 < ids.length ? ids[i + 1] : StoreHeader.NO_BLOCK);
        }
    }

    long blocksWritten() {
        return blocksWritten;
    }

    long nodesWritten() {
        return nodesWritten;
    }

    @Override
    public void close() {
        staging.close();
    }

    private void flush() {
        map.describe((int) current, number, used - BlockFormat.HEADER_SIZE, BlockFormat.NODES);
        write(BlockFormat.NODES, current, used, StoreHeader.NO_BLOCK);
        current = StoreHeader.NO_BLOCK;
    }

    private void write(int kind, long id, int size, long next) {
        BlockFormat.seal(block, header.identity(), kind, id, number, size, next);
        try {
            file.write(header.position(id), block.duplicate());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        blocksWritten++;
    }
}
