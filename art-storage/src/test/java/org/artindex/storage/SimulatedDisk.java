package org.artindex.storage;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.artindex.memory.MappedRegion;

/**
 * A file in memory that fails on demand: a write or sync that fails or is cut short, a disk that is full, a crash at the n-th
 * operation after which any of the writes that were not synced may be lost, sector by sector.
 */
final class SimulatedDisk implements FileAccess {
    static final int SECTOR = 512;
    static final int DEFAULT_CAPACITY = 4 << 20;

    /** What happens at the operation that {@link #at} names. */
    enum Fault {
        NONE,
        /** The system goes down within the operation. */
        CRASH,
        /** The operation fails; a write is done in part. */
        ERROR,
        /** The process has no memory left for the operation; a write is done in part. */
        MEMORY
    }

    /** The system has gone down. No code catches it. */
    static final class Crash extends Error {
        private static final long serialVersionUID = 1L;
    }

    private record Write(long position, byte[] bytes) {}

    private final ByteBuffer content;
    private long size;
    private byte[] durable = new byte[0];
    private final List<Write> unsynced = new ArrayList<>();
    private final List<Long> unsyncedSizes = new ArrayList<>();
    private Random random = new Random(1);
    private Fault fault = Fault.NONE;
    private long faultAt = -1;
    private long fullAt = Long.MAX_VALUE;
    private boolean refusesTruncation;
    private boolean crashed;
    private long operations;
    private long bytesRead;
    private long maps;
    private boolean closed;

    SimulatedDisk() {
        this(DEFAULT_CAPACITY);
    }

    SimulatedDisk(int capacity) {
        content = ByteBuffer.allocateDirect(capacity);
    }

    /** A disk with the header of a new store. */
    static SimulatedDisk formatted(int blockSize) {
        return formatted(blockSize, DEFAULT_CAPACITY);
    }

    static SimulatedDisk formatted(int blockSize, int capacity) {
        try {
            SimulatedDisk disk = new SimulatedDisk(capacity);
            StoreFile.format(disk, blockSize);
            disk.operations = 0;
            return disk;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Has the n-th write, sync or truncation from now fail, counted from 1. */
    void at(long operation, Fault what, Random seeded) {
        faultAt = what == Fault.NONE ? -1 : operations + operation;
        fault = what;
        random = seeded;
    }

    /** Refuses to grow beyond a size. */
    void fullAt(long bytes) {
        fullAt = bytes;
    }

    /** Fails every truncation, or none any more. */
    void refuseTruncation(boolean refused) {
        refusesTruncation = refused;
    }

    /** Writes, syncs and truncations so far. */
    long operations() {
        return operations;
    }

    long bytesRead() {
        return bytesRead;
    }

    long maps() {
        return maps;
    }

    boolean isClosed() {
        return closed;
    }

    /** What a disk holds after the system went down now: any subset of the sectors that were not synced. */
    SimulatedDisk afterCrash(Random seeded) {
        SimulatedDisk next = new SimulatedDisk(content.capacity());
        List<Long> sizes = new ArrayList<>(unsyncedSizes);
        sizes.add((long) durable.length);
        next.size = sizes.get(seeded.nextInt(sizes.size()));
        next.content.put(0, durable, 0, (int) Math.min(next.size, durable.length));
        for (Write write : unsynced) {
            next.apply(write, seeded);
        }
        next.durable = next.bytes();
        return next;
    }

    /** A copy of what the file holds, all of it synced. */
    SimulatedDisk copy() {
        return of(bytes(), content.capacity());
    }

    static SimulatedDisk of(byte[] bytes, int capacity) {
        SimulatedDisk next = new SimulatedDisk(capacity);
        next.content.put(0, bytes);
        next.size = bytes.length;
        next.durable = bytes.clone();
        return next;
    }

    byte[] bytes() {
        byte[] bytes = new byte[(int) size];
        content.get(0, bytes);
        return bytes;
    }

    void flip(long position, int bit) {
        content.put((int) position, (byte) (content.get((int) position) ^ 1 << bit));
    }

    void put(long position, byte[] bytes) {
        content.put((int) position, bytes);
    }

    void cut(long newSize) {
        clear(newSize, size);
        size = newSize;
    }

    /** Opens the file again as another process would. */
    void reopen() {
        closed = false;
    }

    @Override
    public synchronized long size() {
        return size;
    }

    @Override
    public synchronized void read(long position, ByteBuffer target) throws IOException {
        if (position + target.remaining() > size) {
            throw new EOFException("simulated file of " + size + " bytes");
        }
        bytesRead += target.remaining();
        target.put(content.slice((int) position, target.remaining()));
    }

    @Override
    public synchronized void write(long position, ByteBuffer source) throws IOException {
        if (crashed) {
            return;
        }
        byte[] bytes = new byte[source.remaining()];
        source.get(bytes);
        int done = bytes.length;
        boolean isFaulty = isFaulty();
        if (isFaulty) {
            done = random.nextInt(bytes.length + 1);
        } else if (position + bytes.length > fullAt) {
            done = (int) Math.max(0, fullAt - position);
        }
        append(new Write(position, java.util.Arrays.copyOf(bytes, done)));
        if (isFaulty) {
            raise("write");
        }
        if (done < bytes.length) {
            throw new DiskFullException(position + bytes.length, "simulated disk is full at " + fullAt);
        }
    }

    @Override
    public synchronized void sync() throws IOException {
        if (crashed) {
            return;
        }
        if (isFaulty()) {
            raise("sync");
        }
        durable = bytes();
        unsynced.clear();
        unsyncedSizes.clear();
    }

    @Override
    public synchronized void truncate(long newSize) throws IOException {
        if (crashed) {
            return;
        }
        if (isFaulty() || refusesTruncation) {
            raise("truncate");
        }
        cut(newSize);
        unsyncedSizes.add(newSize);
    }

    @Override
    public synchronized MappedRegion map(long position, long mappedSize) throws IOException {
        if (position + mappedSize > size) {
            throw new IOException("map beyond the end");
        }
        maps++;
        return MappedRegion.over(content.slice((int) position, (int) mappedSize));
    }

    @Override
    public void close() {
        closed = true;
    }

    private boolean isFaulty() {
        return ++operations == faultAt;
    }

    private void raise(String operation) throws IOException {
        if (fault == Fault.CRASH) {
            crashed = true;
            throw new Crash();
        }
        if (fault == Fault.MEMORY) {
            throw new OutOfMemoryError("simulated in a " + operation);
        }
        throw new IOException("simulated failure of a " + operation);
    }

    private void append(Write write) {
        if (write.bytes.length > 0) {
            content.put((int) write.position, write.bytes);
            size = Math.max(size, write.position + write.bytes.length);
            unsynced.add(write);
            unsyncedSizes.add(size);
        }
    }

    private void apply(Write write, Random seeded) {
        for (int from = 0; from < write.bytes.length; from += SECTOR) {
            long at = write.position + from;
            int length = (int) Math.min(Math.min(SECTOR, write.bytes.length - from), size - at);
            if (length > 0 && seeded.nextBoolean()) {
                content.put((int) at, write.bytes, from, length);
            }
        }
    }

    private void clear(long from, long to) {
        for (long i = from; i < to; i++) {
            content.put((int) i, (byte) 0);
        }
    }
}
