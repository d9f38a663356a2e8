package org.artindex.storage;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import org.artindex.CorruptionException;

/**
 * What each block of a file is used for.
 *
 * <table>
 * <caption>Entry of the block table, 16 bytes, one for each block by its id, little-endian</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>8</td><td>number of the checkpoint that wrote the block; of a free block, 0</td></tr>
 * <tr><td>8</td><td>4</td><td>live bytes: of the nodes that are reachable, or of the part of catalog or table; of a free block, 0</td></tr>
 * <tr><td>12</td><td>1</td><td>kind, as in the block's header</td></tr>
 * <tr><td>13</td><td>3</td><td>zero</td></tr>
 * </table>
 *
 * <p>In memory a block is live (part of the last checkpoint), waiting (part of an earlier one that a snapshot may still read), taken (by
 * the checkpoint under way) or free. Only free blocks are ever written. Waiting ones are free in the file: no snapshot outlives
 * the process.
 *
 * <p>Changed by the checkpoint only; {@link #number} and {@link #isNodes} are for all threads.
 */
final class BlockMap {
    static final int ENTRY_SIZE = 16;
    static final int MAX_BLOCKS = Integer.MAX_VALUE / ENTRY_SIZE;

    private static final int LIVE = 8;
    private static final int KIND = 12;

    private long[] numbers;
    private int[] live;
    private byte[] kinds;
    private int count;
    private final BitSet free = new BitSet();
    private BitSet taken = new BitSet();
    private int takenEnd;
    private BitSet image = new BitSet();
    private final BitSet verified = new BitSet();
    private BitSet suspects = new BitSet();
    private BitSet nextSuspects = new BitSet();
    private final Deque<Waiting> waiting = new ArrayDeque<>();

    /** Blocks that no version from one on refers to. */
    private record Waiting(long version, BitSet blocks) {}

    private BlockMap(int count) {
        this.count = count;
        this.takenEnd = count;
        this.numbers = new long[count];
        this.live = new int[count];
        this.kinds = new byte[count];
    }

    /** The map of a file without blocks. */
    static BlockMap empty() {
        return new BlockMap(0);
    }

    /**
     * Reads a block table whose checksums are right.
     *
     * @throws CorruptionException when it is not one all the same
     */
    static BlockMap decode(ByteBuffer table, StoreHeader header, String name) {
        BlockMap map = new BlockMap((int) header.blockCount());
        for (int id = 0; id < map.count; id++) {
            int at = id * ENTRY_SIZE;
            map.numbers[id] = table.getLong(at);
            map.live[id] = table.getInt(at + LIVE);
            map.kinds[id] = table.get(at + KIND);
            boolean isFree = map.kinds[id] == BlockFormat.FREE;
            boolean sound = map.kinds[id] >= BlockFormat.NODES
                    && map.kinds[id] <= BlockFormat.FREE
                    && map.numbers[id] <= header.number()
                    && map.live[id] >= 0
                    && map.live[id] <= header.blockSize() - BlockFormat.HEADER_SIZE
                    && isFree == (map.live[id] == 0)
                    && isFree == (map.numbers[id] == 0);
            if (!sound) {
                throw new CorruptionException(name + ", block table: impossible entry for block " + id + ": checkpoint "
                        + map.numbers[id] + ", " + map.live[id] + " live bytes, "
                        + BlockFormat.kindName(map.kinds[id]));
            }
            (isFree ? map.free : map.image).set(id);
        }
        return map;
    }

    /** Blocks of the file as of the last checkpoint. */
    synchronized int count() {
        return count;
    }

    /** Blocks that the next checkpoint may write, not counting those at the end of the file. */
    synchronized int freeCount() {
        return free.cardinality();
    }

    /** Blocks that only snapshots hold. */
    synchronized int waitingCount() {
        return waiting.stream().mapToInt(entry -> entry.blocks.cardinality()).sum();
    }

    synchronized boolean isFree(int id) {
        return free.get(id);
    }

    /** The lowest free block from one on, -1 for none. */
    synchronized int nextFree(int from) {
        return free.nextSetBit(from);
    }

    /** Whether nodes may be read from a block. */
    synchronized boolean isNodes(long id) {
        return id >= 0 && id < count && kinds[(int) id] == BlockFormat.NODES && !free.get((int) id);
    }

    /** Kind of a block. */
    synchronized int kind(int id) {
        return kinds[id];
    }

    /** The checkpoint that wrote a block. */
    synchronized long number(long id) {
        return numbers[(int) id];
    }

    /** Live bytes of a block. */
    synchronized int liveBytes(int id) {
        return live[id];
    }

    /** Frees the blocks that no version from the oldest that is pinned on refers to. */
    synchronized void reclaim(long oldestPinned) {
        while (!waiting.isEmpty() && waiting.element().version <= oldestPinned) {
            free.or(waiting.remove().blocks);
        }
    }

    /** Takes a free block, the lowest one, or one at the end of the file. */
    synchronized int take() {
        int id = free.nextSetBit(0);
        if (id < 0) {
            if (takenEnd == MAX_BLOCKS) {
                throw new StoreException("a file has at most " + MAX_BLOCKS + " blocks");
            }
            id = takenEnd++;
        } else {
            free.clear(id);
        }
        taken.set(id);
        return id;
    }

    /** Leaves a hole before the blocks that are taken next; for tests. */
    synchronized void skipTo(int id) {
        free.clear();
        takenEnd = id;
    }

    /** Blocks of the file when those taken are part of it. */
    synchronized int countWithTaken() {
        return takenEnd;
    }

    /** Says what a taken block was written for. */
    synchronized void describe(int id, long number, int liveBytes, int kind) {
        if (id >= numbers.length) {
            int length = Math.max(id + 1, numbers.length + (numbers.length >> 1) + 16);
            numbers = Arrays.copyOf(numbers, length);
            live = Arrays.copyOf(live, length);
            kinds = Arrays.copyOf(kinds, length);
        }
        numbers[id] = number;
        live[id] = liveBytes;
        kinds[id] = (byte) kind;
    }

    /** The block table of an image that consists of the taken blocks, all of them described. */
    synchronized ByteBuffer encodeTaken() {
        ByteBuffer table =
                ByteBuffer.allocate(Math.multiplyExact(takenEnd, ENTRY_SIZE)).order(ByteOrder.LITTLE_ENDIAN);
        for (int id = 0; id < takenEnd; id++) {
            int at = id * ENTRY_SIZE;
            if (taken.get(id)) {
                table.putLong(at, numbers[id]).putInt(at + LIVE, live[id]).put(at + KIND, kinds[id]);
            } else {
                table.put(at + KIND, (byte) BlockFormat.FREE);
            }
        }
        return table;
    }

    /** Gives all taken blocks back: their checkpoint has failed. */
    synchronized void abandon() {
        taken.clear(count, Math.max(count, takenEnd));
        free.or(taken);
        suspects.or(taken);
        taken = new BitSet();
        takenEnd = count;
    }

    /** Notes that a block of nodes was found to be whole. */
    synchronized void noteVerified(long id) {
        verified.set((int) id);
    }

    /**
     * Blocks outside the image that nobody knows to be whole: a failed checkpoint may have left them torn or with its number, or
     * their nodes were given up without being read, as those of a damaged index are that is dropped.
     */
    synchronized BitSet suspects() {
        return (BitSet) suspects.clone();
    }

    /** The blocks that {@link #adopt} is going to make the image; takes all memory that this and {@link #reclaim} will need. */
    synchronized BitSet prepareAdoption() {
        nextSuspects = (BitSet) image.clone();
        nextSuspects.andNot(verified);
        for (int id = nextSuspects.nextSetBit(0); id >= 0; id = nextSuspects.nextSetBit(id + 1)) {
            nextSuspects.set(id, kinds[id] == BlockFormat.NODES);
        }
        nextSuspects.or(suspects);
        nextSuspects.andNot(taken);
        free.set(takenEnd);
        free.clear(takenEnd);
        return (BitSet) taken.clone();
    }

    /**
     * Makes the taken blocks the image.
     *
     * @param version the first version that does not refer to the image before
     */
    synchronized void adopt(long version) {
        waiting.add(new Waiting(version, image));
        suspects = nextSuspects;
        verified.andNot(taken);
        image = taken;
        taken = new BitSet();
        count = takenEnd;
    }
}
