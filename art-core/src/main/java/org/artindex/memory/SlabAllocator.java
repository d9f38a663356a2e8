package org.artindex.memory;

/**
 * Slots of one fixed size, in slabs.
 *
 * <p>A slab is self-describing:
 *
 * <table>
 * <caption>Slab of 256 KiB</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>4</td><td>used: slots handed out</td></tr>
 * <tr><td>4</td><td>4</td><td>hint: no word of the used mask below this one has a clear bit</td></tr>
 * <tr><td>8</td><td>8</td><td>next slab with room, 0 for none</td></tr>
 * <tr><td>16</td><td>8</td><td>previous slab with room, 0 for none</td></tr>
 * <tr><td>24</td><td>8</td><td>next slab with fresh slots, 0 for none</td></tr>
 * <tr><td>32</td><td>4</td><td>flags: 1 in the list of slabs with room, 2 in the list of slabs with fresh slots</td></tr>
 * <tr><td>36</td><td>4</td><td>first word of the fresh mask that may be non-zero</td></tr>
 * <tr><td>40</td><td>4</td><td>last word of the fresh mask that may be non-zero</td></tr>
 * <tr><td>64</td><td>8 w</td><td>used mask: bit i is set when slot i is handed out; bits past the last slot are set</td></tr>
 * <tr><td>64 + 8 w</td><td>8 w</td><td>fresh mask: bit i is set when slot i was handed out since the last {@link #settle}</td></tr>
 * <tr><td>64 + 16 w</td><td></td><td>slots</td></tr>
 * </table>
 *
 * <p>The fresh mask is what makes copy-on-write cheap: a batch may change a node in place exactly when its slot is fresh,
 * since no snapshot can see it. (DuckDB's FixedSizeAllocator is the model for slab and mask; the second mask is ours.)
 *
 * <p>Not thread-safe: used by the writer alone.
 */
public final class SlabAllocator {
    private static final int USED = 0;
    private static final int HINT = 4;
    private static final int NEXT_ROOM = 8;
    private static final int PREVIOUS_ROOM = 16;
    private static final int NEXT_FRESH = 24;
    private static final int FLAGS = 32;
    private static final int FRESH_FIRST = 36;
    private static final int FRESH_LAST = 40;
    private static final int HEADER_SIZE = 64;

    private static final int HAS_ROOM = 1;
    private static final int HAS_FRESH = 2;
    private static final long SLAB_MASK = Arena.SLAB_SIZE - 1L;
    private static final long POISON = 0xDEADDEADDEADDEADL;

    private final Arena arena;
    private final int slotSize;
    private final int slotCount;
    private final int maskWords;
    private final int freshMask;
    private final int firstSlot;
    private final long reciprocal;
    private long roomHead;
    private long freshHead;
    private long usedSlots;
    private long slabs;

    /**
     * Makes an allocator without slabs.
     *
     * @param slotSize bytes, a multiple of 8 from 16 to 4096
     */
    public SlabAllocator(Arena arena, int slotSize) {
        assert slotSize >= 16 && slotSize <= 4096 && (slotSize & 7) == 0 : slotSize;
        this.arena = arena;
        this.slotSize = slotSize;
        int words = (Arena.SLAB_SIZE / slotSize + Long.SIZE - 1) / Long.SIZE;
        this.maskWords = words;
        this.freshMask = HEADER_SIZE + words * Long.BYTES;
        this.firstSlot = freshMask + words * Long.BYTES;
        this.slotCount = (Arena.SLAB_SIZE - firstSlot) / slotSize;
        // Exact for dividends below 2^18 and divisors up to 2^12: the error stays under 2^30 / 2^32.
        this.reciprocal = (1L << 32) / slotSize + 1;
    }

    /**
     * Hands out a slot, marked fresh; its content is undefined.
     *
     * @return its address
     * @throws org.artindex.MemoryLimitException when no slab can be had; nothing has changed then
     */
    public long allocate() {
        long slab = roomHead;
        if (slab == 0) {
            slab = addSlab();
        }
        int word = Memory.getInt(slab + HINT);
        long maskAddress = slab + HEADER_SIZE + ((long) word << 3);
        long mask = Memory.getLong(maskAddress);
        while (mask == -1L) {
            word++;
            maskAddress += Long.BYTES;
            mask = Memory.getLong(maskAddress);
        }
        long bit = ~mask & - ~mask;
        Memory.putLong(maskAddress, mask | bit);
        Memory.putInt(slab + HINT, word);
        markFresh(slab, word, bit);
        int used = Memory.getInt(slab + USED) + 1;
        Memory.putInt(slab + USED, used);
        if (used == slotCount) {
            unlinkRoom(slab);
        }
        usedSlots++;
        int slot = (word << 6) + Long.numberOfTrailingZeros(bit);
        return slab + firstSlot + (long) slot * slotSize;
    }

    /** Takes a slot back at once; nothing may refer to it any more. */
    public void free(long address) {
        long slab = address & ~SLAB_MASK;
        int slot = slotOf(address);
        int word = slot >>> 6;
        long bit = 1L << slot;
        long used = slab + HEADER_SIZE + ((long) word << 3);
        assert (Memory.getLong(used) & bit) != 0 : "slot freed twice: " + Long.toHexString(address);
        assert poison(address);
        Memory.putLong(used, Memory.getLong(used) & ~bit);
        long fresh = slab + freshMask + ((long) word << 3);
        Memory.putLong(fresh, Memory.getLong(fresh) & ~bit);
        afterFree(slab, word, 1);
    }

    /** Says whether the slot was handed out since the last {@link #settle}. */
    public boolean isFresh(long address) {
        int slot = slotOf(address);
        long slab = address & ~SLAB_MASK;
        return (Memory.getLong(slab + freshMask + ((long) (slot >>> 6) << 3)) >>> slot & 1) != 0;
    }

    /** Ends a batch that stays: no slot is fresh any more. */
    public void settle() {
        while (freshHead != 0) {
            long slab = nextFreshSlab();
            clearFresh(slab);
            releaseIfEmpty(slab);
        }
    }

    /** Ends a batch that is undone: every fresh slot is free again. */
    public void dropFresh() {
        while (freshHead != 0) {
            long slab = nextFreshSlab();
            int dropped = 0;
            int first = Memory.getInt(slab + FRESH_FIRST);
            int last = Memory.getInt(slab + FRESH_LAST);
            for (int word = first; word <= last; word++) {
                long used = slab + HEADER_SIZE + ((long) word << 3);
                long fresh = Memory.getLong(slab + freshMask + ((long) word << 3));
                Memory.putLong(used, Memory.getLong(used) & ~fresh);
                dropped += Long.bitCount(fresh);
            }
            clearFresh(slab);
            if (dropped > 0) {
                afterFree(slab, first, dropped);
            } else {
                releaseIfEmpty(slab);
            }
        }
    }

    /** Takes over all slabs of another allocator for slots of the same size, fresh slots being fresh here. */
    public void adopt(SlabAllocator other) {
        assert other.slotSize == slotSize && other.arena == arena;
        while (other.roomHead != 0) {
            long slab = other.roomHead;
            other.unlinkRoom(slab);
            linkRoom(slab);
        }
        while (other.freshHead != 0) {
            long slab = other.nextFreshSlab();
            Memory.putLong(slab + NEXT_FRESH, freshHead);
            freshHead = slab;
        }
        usedSlots += other.usedSlots;
        slabs += other.slabs;
        other.usedSlots = 0;
        other.slabs = 0;
    }

    /** Slots handed out and not taken back. */
    public long usedSlots() {
        return usedSlots;
    }

    /** Slabs held. */
    public long slabs() {
        return slabs;
    }

    /** Bytes of a slot. */
    public int slotSize() {
        return slotSize;
    }

    private int slotOf(long address) {
        return (int) ((((address & SLAB_MASK) - firstSlot) * reciprocal) >>> 32);
    }

    private boolean poison(long address) {
        Memory.fillWords(address, slotSize, POISON);
        return true;
    }

    private void markFresh(long slab, int word, long bit) {
        long fresh = slab + freshMask + ((long) word << 3);
        Memory.putLong(fresh, Memory.getLong(fresh) | bit);
        int flags = Memory.getInt(slab + FLAGS);
        if ((flags & HAS_FRESH) == 0) {
            Memory.putInt(slab + FLAGS, flags | HAS_FRESH);
            Memory.putLong(slab + NEXT_FRESH, freshHead);
            Memory.putInt(slab + FRESH_FIRST, word);
            Memory.putInt(slab + FRESH_LAST, word);
            freshHead = slab;
        } else if (word > Memory.getInt(slab + FRESH_LAST)) {
            Memory.putInt(slab + FRESH_LAST, word);
        } else if (word < Memory.getInt(slab + FRESH_FIRST)) {
            Memory.putInt(slab + FRESH_FIRST, word);
        }
    }

    private long nextFreshSlab() {
        long slab = freshHead;
        freshHead = Memory.getLong(slab + NEXT_FRESH);
        return slab;
    }

    private void clearFresh(long slab) {
        int last = Memory.getInt(slab + FRESH_LAST);
        for (int word = Memory.getInt(slab + FRESH_FIRST); word <= last; word++) {
            Memory.putLong(slab + freshMask + ((long) word << 3), 0);
        }
        Memory.putInt(slab + FLAGS, Memory.getInt(slab + FLAGS) & ~HAS_FRESH);
    }

    private void afterFree(long slab, int word, int count) {
        usedSlots -= count;
        Memory.putInt(slab + USED, Memory.getInt(slab + USED) - count);
        if (word < Memory.getInt(slab + HINT)) {
            Memory.putInt(slab + HINT, word);
        }
        if ((Memory.getInt(slab + FLAGS) & HAS_ROOM) == 0) {
            linkRoom(slab);
        }
        releaseIfEmpty(slab);
    }

    /** A slab with fresh slots waits for the end of the batch, since the list of those slabs is linked one way. */
    private void releaseIfEmpty(long slab) {
        if (Memory.getInt(slab + USED) == 0 && (Memory.getInt(slab + FLAGS) & HAS_FRESH) == 0) {
            unlinkRoom(slab);
            slabs--;
            arena.freeSlab(slab);
        }
    }

    private long addSlab() {
        long slab = arena.allocateSlab();
        Memory.zeroWords(slab, firstSlot);
        int lastWordSlots = slotCount - (maskWords - 1) * Long.SIZE;
        for (int word = maskWords - 1, slots = lastWordSlots;
                slots < Long.SIZE && word >= 0;
                word--, slots += Long.SIZE) {
            Memory.putLong(slab + HEADER_SIZE + ((long) word << 3), slots <= 0 ? -1L : -1L << slots);
        }
        linkRoom(slab);
        slabs++;
        return slab;
    }

    private void linkRoom(long slab) {
        Memory.putInt(slab + FLAGS, Memory.getInt(slab + FLAGS) | HAS_ROOM);
        Memory.putLong(slab + NEXT_ROOM, roomHead);
        Memory.putLong(slab + PREVIOUS_ROOM, 0);
        if (roomHead != 0) {
            Memory.putLong(roomHead + PREVIOUS_ROOM, slab);
        }
        roomHead = slab;
    }

    private void unlinkRoom(long slab) {
        long next = Memory.getLong(slab + NEXT_ROOM);
        long previous = Memory.getLong(slab + PREVIOUS_ROOM);
        if (previous == 0) {
            roomHead = next;
        } else {
            Memory.putLong(previous + NEXT_ROOM, next);
        }
        if (next != 0) {
            Memory.putLong(next + PREVIOUS_ROOM, previous);
        }
        Memory.putInt(slab + FLAGS, Memory.getInt(slab + FLAGS) & ~HAS_ROOM);
    }
}
