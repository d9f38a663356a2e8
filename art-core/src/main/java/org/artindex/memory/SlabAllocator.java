package org.artindex.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongSupplier;

/**
 * Slots of one fixed size, in slabs.
 *
 * <p>The first slab is a small one, so that types with few nodes take little; all others are of 256 KiB. A slab is self-describing,
 * see {@link Slab} for its layout.
 *
 * <p>The fresh mask is what makes copy-on-write cheap: a batch may change a node in place exactly when its slot is fresh,
 * since no snapshot can see it. (DuckDB's FixedSizeAllocator is the model for slab and mask; the second mask is ours.)
 *
 * <p>Not thread-safe: used by the writer alone.
 */
public final class SlabAllocator {
    private static final VarHandle USED_SLOTS = usedSlotsHandle();

    /** In place of the small slab of an allocator that is to have none. */
    private static final long NO_SMALL_SLAB = -1;

    /**
     * What freed slots are filled with when assertions are on. As a pointer it names a block that no file has, as a node it has one
     * child, that pointer: a reader of a freed slot fails at once and does not run through memory that is not the engine's.
     */
    private static final long POISON = 0xDEADDEADDEAD0001L;

    private final Arena arena;
    private final LongSupplier clock;
    private final int slotSize;
    private final int maskWords;
    private final int freshMask;
    private final int firstSlot;
    private final long reciprocal;
    private final SlabList held = new SlabList(Slab.NEXT, Slab.PREVIOUS, Slab.IS_HELD);
    private final SlabList room = new SlabList(Slab.NEXT_ROOM, Slab.PREVIOUS_ROOM, Slab.HAS_ROOM);
    private final Victims victims;
    private long smallSlab;

    /** The first slab with fresh slots; that list is linked one way. */
    private long freshHead;

    private volatile long slabs;

    /** Written in opaque mode, so that any thread may read it. */
    private long usedSlots;

    /**
     * Makes an allocator without slabs.
     *
     * @param slotSize bytes, a multiple of 8 from 16 to 4096
     * @param clock says the birth of a slab that is added; never goes back
     */
    public SlabAllocator(Arena arena, int slotSize, LongSupplier clock) {
        assert slotSize >= 16 && slotSize <= 4096 && (slotSize & 7) == 0 : slotSize;
        this.arena = arena;
        this.clock = clock;
        this.slotSize = slotSize;
        int words = (Arena.SLAB_SIZE / slotSize + Long.SIZE - 1) / Long.SIZE;
        this.maskWords = words;
        this.freshMask = Slab.HEADER_SIZE + words * Long.BYTES;
        this.firstSlot = freshMask + words * Long.BYTES;
        this.victims = new Victims(arena, held, room, slotsOf(Arena.SLAB_SIZE));
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
        long slab = room.first();
        if (slab == 0) {
            slab = addSlab();
        }
        int word = Memory.getInt(slab + Slab.HINT);
        long maskAddress = slab + Slab.HEADER_SIZE + ((long) word << 3);
        long mask = Memory.getLong(maskAddress);
        while (mask == -1L) {
            word++;
            maskAddress += Long.BYTES;
            mask = Memory.getLong(maskAddress);
        }
        long bit = ~mask & - ~mask;
        Memory.putLong(maskAddress, mask | bit);
        Memory.putInt(slab + Slab.HINT, word);
        markFresh(slab, word, bit);
        int used = Slab.used(slab) + 1;
        Memory.putInt(slab + Slab.USED, used);
        if (used == Slab.slots(slab)) {
            room.remove(slab);
        }
        addUsedSlots(1);
        int slot = (word << 6) + Long.numberOfTrailingZeros(bit);
        return slab + firstSlot + (long) slot * slotSize;
    }

    /** Takes a slot back at once; nothing may refer to it any more. */
    public void free(long address) {
        long slab = slabOf(address);
        int slot = slotOf(slab, address);
        int word = slot >>> 6;
        long bit = 1L << slot;
        long used = slab + Slab.HEADER_SIZE + ((long) word << 3);
        assert (Memory.getLong(used) & bit) != 0 : "slot freed twice: " + Long.toHexString(address);
        assert poison(address);
        Memory.putLong(used, Memory.getLong(used) & ~bit);
        long fresh = slab + freshMask + ((long) word << 3);
        Memory.putLong(fresh, Memory.getLong(fresh) & ~bit);
        afterFree(slab, word, 1);
    }

    /** Says whether the slot was handed out since the last {@link #settle}. */
    public boolean isFresh(long address) {
        long slab = slabOf(address);
        int slot = slotOf(slab, address);
        return (Memory.getLong(slab + freshMask + ((long) (slot >>> 6) << 3)) >>> slot & 1) != 0;
    }

    /**
     * What the clock said when the slot's slab was added: a lower bound of when the slot was handed out. Slots that are freed and
     * handed out again make it less exact, but never wrong; a slab that has emptied is given back and starts anew.
     */
    public long birth(long address) {
        return Memory.getLong(slabOf(address) + Slab.BIRTH);
    }

    /** Ends a batch that stays: no slot is fresh any more. */
    public void settle() {
        while (freshHead != 0) {
            long slab = nextFreshSlab();
            clearFresh(slab);
            releaseIfEmpty(slab);
        }
    }

    /** Ends a batch that is rolled back: every fresh slot is free again. */
    public void dropFresh() {
        while (freshHead != 0) {
            long slab = nextFreshSlab();
            int dropped = 0;
            int first = Memory.getInt(slab + Slab.FRESH_FIRST);
            int last = Memory.getInt(slab + Slab.FRESH_LAST);
            for (int word = first; word <= last; word++) {
                long used = slab + Slab.HEADER_SIZE + ((long) word << 3);
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

    /** Has it hold large slabs only, so that another allocator may {@linkplain #adopt} them. */
    public void refuseSmallSlab() {
        assert slabs == 0;
        smallSlab = NO_SMALL_SLAB;
    }

    /** Takes over all slabs of another allocator for slots of the same size, fresh slots being fresh here. */
    public void adopt(SlabAllocator other) {
        assert other.slotSize == slotSize && other.arena == arena && other.smallSlab == NO_SMALL_SLAB;
        room.addAll(other.room);
        while (other.freshHead != 0) {
            long slab = other.nextFreshSlab();
            Memory.putLong(slab + Slab.NEXT_FRESH, freshHead);
            freshHead = slab;
        }
        held.addAll(other.held);
        addUsedSlots(other.usedSlots);
        setSlabs(slabs + other.slabs);
        other.addUsedSlots(-other.usedSlots);
        other.setSlabs(0);
    }

    /** Slots handed out and not taken back; any thread may ask. */
    public long usedSlots() {
        return (long) USED_SLOTS.getOpaque(this);
    }

    /** Slabs held, a small one included; any thread may ask. */
    public long slabs() {
        return slabs;
    }

    /** Bytes of the slabs held. */
    public long slabBytes() {
        return smallSlab <= 0 ? slabs << Arena.SLAB_SHIFT : ((slabs - 1) << Arena.SLAB_SHIFT) + Arena.SMALL_SLAB_SIZE;
    }

    /** Slabs of 256 KiB that the slots in use need. */
    public long neededSlabs() {
        int slots = slotsOf(Arena.SLAB_SIZE);
        return fitsSmallSlab() ? 0 : (usedSlots + slots - 1) / slots;
    }

    /**
     * Chooses slabs to be emptied, so that no slot is allocated in them from now on: all but the small one where that is enough; else those in
     * chunks that are to be emptied, and of the others the emptiest, as many as leave room for all slots in use, but none that is more
     * than three quarters full, since moving it costs more than it gives. No batch is under way.
     */
    public void chooseVictims() {
        assert freshHead == 0;
        victims.spare();
        if (fitsSmallSlab()) {
            victims.addLarge();
        } else {
            victims.addSparse(usedSlots);
        }
    }

    /** Allocates in all slabs with room again. */
    public void spareVictims() {
        victims.spare();
    }

    /** Whether a slot lies in a slab that is to be emptied. */
    public boolean isInVictim(long address) {
        return victims.contains(slabOf(address));
    }

    /** Bytes of the slabs that are to be emptied and hold slots still. */
    public long victimBytes() {
        return victims.bytes();
    }

    private boolean fitsSmallSlab() {
        return usedSlots <= threeQuarters(slotsOf(Arena.SMALL_SLAB_SIZE));
    }

    static int threeQuarters(int slots) {
        return slots - (slots >> 2);
    }

    private int slotsOf(int slabSize) {
        return (slabSize - firstSlot) / slotSize;
    }

    /** Bytes of a slot. */
    public int slotSize() {
        return slotSize;
    }

    private void setSlabs(long count) {
        slabs = count;
    }

    private void addUsedSlots(long count) {
        USED_SLOTS.setOpaque(this, usedSlots + count);
    }

    private static VarHandle usedSlotsHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(SlabAllocator.class, "usedSlots", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private long slabOf(long address) {
        return (address ^ smallSlab) >>> Arena.SMALL_SLAB_SHIFT == 0 ? smallSlab : address & -Arena.SLAB_SIZE;
    }

    private int slotOf(long slab, long address) {
        return (int) (((address - slab - firstSlot) * reciprocal) >>> 32);
    }

    private boolean poison(long address) {
        Memory.fillWords(address, slotSize, POISON);
        return true;
    }

    private void markFresh(long slab, int word, long bit) {
        long fresh = slab + freshMask + ((long) word << 3);
        Memory.putLong(fresh, Memory.getLong(fresh) | bit);
        if (!Slab.has(slab, Slab.HAS_FRESH)) {
            Slab.set(slab, Slab.HAS_FRESH);
            Memory.putLong(slab + Slab.NEXT_FRESH, freshHead);
            Memory.putInt(slab + Slab.FRESH_FIRST, word);
            Memory.putInt(slab + Slab.FRESH_LAST, word);
            freshHead = slab;
        } else if (word > Memory.getInt(slab + Slab.FRESH_LAST)) {
            Memory.putInt(slab + Slab.FRESH_LAST, word);
        } else if (word < Memory.getInt(slab + Slab.FRESH_FIRST)) {
            Memory.putInt(slab + Slab.FRESH_FIRST, word);
        }
    }

    private long nextFreshSlab() {
        long slab = freshHead;
        freshHead = Memory.getLong(slab + Slab.NEXT_FRESH);
        return slab;
    }

    private void clearFresh(long slab) {
        int last = Memory.getInt(slab + Slab.FRESH_LAST);
        for (int word = Memory.getInt(slab + Slab.FRESH_FIRST); word <= last; word++) {
            Memory.putLong(slab + freshMask + ((long) word << 3), 0);
        }
        Slab.clear(slab, Slab.HAS_FRESH);
    }

    private void afterFree(long slab, int word, int count) {
        addUsedSlots(-count);
        Memory.putInt(slab + Slab.USED, Slab.used(slab) - count);
        if (word < Memory.getInt(slab + Slab.HINT)) {
            Memory.putInt(slab + Slab.HINT, word);
        }
        if (!Slab.has(slab, Slab.HAS_ROOM | Slab.IS_VICTIM)) {
            room.add(slab);
        }
        releaseIfEmpty(slab);
    }

    /** A slab with fresh slots waits for the end of the batch, since the list of those slabs is linked one way. */
    private void releaseIfEmpty(long slab) {
        if (Slab.used(slab) > 0 || Slab.has(slab, Slab.HAS_FRESH)) {
            return;
        }
        if (room.contains(slab)) {
            room.remove(slab);
        }
        held.remove(slab);
        setSlabs(slabs - 1);
        if (slab == smallSlab) {
            smallSlab = 0;
            arena.freeSmallSlab(slab);
        } else {
            arena.freeSlab(slab);
        }
    }

    private long addSlab() {
        long slab;
        int slots;
        if (smallSlab == 0 && fitsSmallSlab()) {
            slab = arena.allocateSmallSlab();
            slots = slotsOf(Arena.SMALL_SLAB_SIZE);
            smallSlab = slab;
        } else {
            slab = arena.allocateSlab();
            slots = slotsOf(Arena.SLAB_SIZE);
        }
        Slab.init(slab, firstSlot, slots, clock.getAsLong());
        for (int word = slots >> 6; word < maskWords; word++) {
            int rest = Math.max(0, slots - (word << 6));
            Memory.putLong(slab + Slab.HEADER_SIZE + ((long) word << 3), -1L << rest);
        }
        held.add(slab);
        room.add(slab);
        setSlabs(slabs + 1);
        return slab;
    }
}
