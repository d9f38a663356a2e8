package org.artindex.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The slabs of an allocator that are to be emptied: they are not in the list of those with room, so no slot is allocated in them. */
final class Victims {
    private final Arena arena;
    private final SlabList slabs;
    private final SlabList room;
    private final int slotsOfLarge;

    /**
     * Makes no victims.
     *
     * @param slabs all slabs
     * @param room those in which slots are allocated
     * @param slotsOfLarge slots of a slab of 256 KiB
     */
    Victims(Arena arena, SlabList slabs, SlabList room, int slotsOfLarge) {
        this.arena = arena;
        this.slabs = slabs;
        this.room = room;
        this.slotsOfLarge = slotsOfLarge;
    }

    /** Adds all slabs but the small one. */
    void addLarge() {
        for (long slab = slabs.first(); slab != 0; slab = slabs.after(slab)) {
            if (isLarge(slab)) {
                add(slab);
            }
        }
    }

    /**
     * Adds the slabs in chunks that are to be emptied, and of the others the emptiest, as many as leave room for all slots in use, but
     * none that is more than three quarters full, since moving it costs more than it gives.
     */
    void addSparse(long usedSlots) {
        List<Long> fullestFirst = new ArrayList<>();
        for (long slab = slabs.first(); slab != 0; slab = slabs.after(slab)) {
            if (isLarge(slab) && arena.isInClosedChunk(slab)) {
                add(slab);
            } else {
                fullestFirst.add(slab);
            }
        }
        fullestFirst.sort(Comparator.comparingInt(slab -> -Slab.used(slab)));
        long wanted = usedSlots;
        for (long slab : fullestFirst) {
            int slots = Slab.slots(slab);
            if (wanted <= 0 && Slab.used(slab) <= SlabAllocator.threeQuarters(slots)) {
                add(slab);
            }
            wanted -= slots;
        }
    }

    /** Allocates in all slabs with room again. */
    void spare() {
        for (long slab = slabs.first(); slab != 0; slab = slabs.after(slab)) {
            if (contains(slab)) {
                Slab.clear(slab, Slab.IS_VICTIM);
                if (Slab.used(slab) < Slab.slots(slab)) {
                    room.add(slab);
                }
            }
        }
    }

    boolean contains(long slab) {
        return Slab.has(slab, Slab.IS_VICTIM);
    }

    /** Bytes of the victims that hold slots still. */
    long bytes() {
        long bytes = 0;
        for (long slab = slabs.first(); slab != 0; slab = slabs.after(slab)) {
            if (contains(slab)) {
                bytes += isLarge(slab) ? Arena.SLAB_SIZE : Arena.SMALL_SLAB_SIZE;
            }
        }
        return bytes;
    }

    private void add(long slab) {
        if (room.contains(slab)) {
            room.remove(slab);
        }
        Slab.set(slab, Slab.IS_VICTIM);
    }

    private boolean isLarge(long slab) {
        return Slab.slots(slab) == slotsOfLarge;
    }
}
