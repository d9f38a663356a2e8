package org.artindex.storage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.artindex.CorruptionException;
import org.artindex.memory.BlockTable;
import org.artindex.memory.MappedRegion;

/**
 * Maps the blocks of a file and verifies each at its first touch.
 *
 * <p>Regions follow each other through the file. One that is asked for beyond their end reaches to the end of the file, and begins
 * where the last regions that are not larger than it began: so they grow by doubling, and there are few of them. The regions it
 * replaces stay mapped, since readers have addresses in them, until all are closed.
 *
 * <p>Thread-safe.
 */
final class BlockLoader implements BlockTable.Loader, AutoCloseable {
    private static final long MAX_REGION_SIZE = 1L << 30;

    private final FileAccess file;
    private final String name;
    private final StoreHeader header;
    private final BlockMap map;
    private final List<Region> regions = new ArrayList<>();
    private final List<MappedRegion> replaced = new ArrayList<>();
    private final AtomicLong loads = new AtomicLong();
    private final AtomicLong mappedBytes = new AtomicLong();

    private record Region(long first, long count, MappedRegion memory) {
        long end() {
            return first + count;
        }
    }

    /**
     * Makes a loader that has mapped nothing yet.
     *
     * @param header gives identity and block size
     */
    BlockLoader(FileAccess file, String name, StoreHeader header, BlockMap map) {
        this.file = file;
        this.name = name;
        this.header = header;
        this.map = map;
    }

    @Override
    public long load(long id) {
        String place = place(id);
        Region region = region(id, place);
        int offset = Math.toIntExact((id - region.first) * header.blockSize());
        try {
            var block = region.memory.slice(offset, header.blockSize());
            BlockFormat.verify(block, header.identity(), id, place);
            BlockFormat.verifyWriting(block, BlockFormat.NODES, map.number(id), place);
        } catch (InternalError e) {
            throw new CorruptionException(place + ": the system cannot read it", e);
        }
        map.noteVerified(id);
        loads.incrementAndGet();
        return region.memory.address() + offset;
    }

    /** Bytes of a block that nodes may lie in, counted from its begin. */
    int usedBytes(long id) {
        place(id);
        return BlockFormat.HEADER_SIZE + map.liveBytes((int) id);
    }

    /** How many times a block was verified. */
    long loads() {
        return loads.get();
    }

    /** Bytes of the file that are mapped, those that are mapped twice counted twice. */
    long mappedBytes() {
        return mappedBytes.get();
    }

    /** Unmaps everything. */
    @Override
    public synchronized void close() {
        regions.forEach(region -> region.memory.close());
        replaced.forEach(MappedRegion::close);
        regions.clear();
        replaced.clear();
        mappedBytes.set(0);
    }

    private String place(long id) {
        String place = name + ", block " + id;
        if (!map.isNodes(id)) {
            throw new CorruptionException(place + ": a pointer leads there, but it is not a block of nodes");
        }
        return place;
    }

    private synchronized Region region(long id, String place) {
        for (int i = regions.size() - 1; i >= 0; i--) {
            Region region = regions.get(i);
            if (id >= region.first && id < region.end()) {
                return region;
            }
        }
        try {
            return map(id, place);
        } catch (IOException e) {
            throw new StoreException(place + " cannot be mapped: " + e.getMessage(), e);
        }
    }

    private Region map(long id, String place) throws IOException {
        long blocksInFile = (file.size() - StoreHeader.BLOCKS_START) / header.blockSize();
        if (id >= blocksInFile) {
            throw new CorruptionException(place + ": the file ends before it, after " + blocksInFile + " blocks");
        }
        long limit = MAX_REGION_SIZE / header.blockSize();
        while (true) {
            long first = regions.isEmpty() ? 0 : regions.get(regions.size() - 1).end();
            while (!regions.isEmpty() && canJoin(regions.get(regions.size() - 1), first, blocksInFile, limit)) {
                Region last = regions.remove(regions.size() - 1);
                replaced.add(last.memory);
                first = last.first;
            }
            long count = Math.min(blocksInFile - first, limit);
            MappedRegion memory = file.map(header.position(first), count * header.blockSize());
            mappedBytes.addAndGet(count * header.blockSize());
            Region region = new Region(first, count, memory);
            regions.add(region);
            if (id < region.end()) {
                return region;
            }
        }
    }

    private static boolean canJoin(Region last, long first, long end, long limit) {
        return last.count <= Math.min(end - first, limit) && end - last.first <= limit;
    }
}
