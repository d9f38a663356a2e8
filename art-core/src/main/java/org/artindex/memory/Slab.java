package org.artindex.memory;

/**
 * The header of a slab, by the slab's address.
 *
 * <table>
 * <caption>Slab of 256 KiB, or of 32 KiB with the same offsets and fewer slots</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>4</td><td>used: slots handed out</td></tr>
 * <tr><td>4</td><td>4</td><td>hint: no word of the used mask below this one has a clear bit</td></tr>
 * <tr><td>8</td><td>8</td><td>next slab with room, 0 for none</td></tr>
 * <tr><td>16</td><td>8</td><td>previous slab with room, 0 for none</td></tr>
 * <tr><td>24</td><td>8</td><td>next slab with fresh slots, 0 for none</td></tr>
 * <tr><td>32</td><td>4</td><td>flags: 1 in the list of slabs with room, 2 in the list of slabs with fresh slots, 4 is to
 * be emptied, 8 in the list of all slabs</td></tr>
 * <tr><td>36</td><td>4</td><td>first word of the fresh mask that may be non-zero</td></tr>
 * <tr><td>40</td><td>4</td><td>last word of the fresh mask that may be non-zero</td></tr>
 * <tr><td>44</td><td>4</td><td>slots of the slab</td></tr>
 * <tr><td>48</td><td>8</td><td>next slab of the allocator, 0 for none</td></tr>
 * <tr><td>56</td><td>8</td><td>previous slab of the allocator, 0 for none</td></tr>
 * <tr><td>64</td><td>8</td><td>birth: no slot holds anything older, see {@link SlabAllocator#birth}</td></tr>
 * <tr><td>72</td><td>8 w</td><td>used mask: bit i is set when slot i is handed out; bits past the last slot are set</td></tr>
 * <tr><td>72 + 8 w</td><td>8 w</td><td>fresh mask: bit i is set when slot i was handed out since the last {@link
 * SlabAllocator#settle}</td></tr>
 * <tr><td>72 + 16 w</td><td></td><td>slots</td></tr>
 * </table>
 */
final class Slab {
    static final int USED = 0;
    static final int HINT = 4;
    static final int NEXT_ROOM = 8;
    static final int PREVIOUS_ROOM = 16;
    static final int NEXT_FRESH = 24;
    static final int FRESH_FIRST = 36;
    static final int FRESH_LAST = 40;
    static final int NEXT = 48;
    static final int PREVIOUS = 56;
    static final int BIRTH = 64;
    static final int HEADER_SIZE = 72;

    static final int HAS_ROOM = 1;
    static final int HAS_FRESH = 2;
    static final int IS_VICTIM = 4;
    static final int IS_HELD = 8;

    private static final int FLAGS = 32;
    private static final int SLOTS = 44;

    private Slab() {}

    /** Begins with zeros, up to the first slot. */
    static void init(long slab, int firstSlot, int slots, long birth) {
        Memory.zeroWords(slab, firstSlot);
        Memory.putInt(slab + SLOTS, slots);
        Memory.putLong(slab + BIRTH, birth);
    }

    static int used(long slab) {
        return Memory.getInt(slab + USED);
    }

    static int slots(long slab) {
        return Memory.getInt(slab + SLOTS);
    }

    /** Whether any of some flags is set. */
    static boolean has(long slab, int flags) {
        return (Memory.getInt(slab + FLAGS) & flags) != 0;
    }

    static void set(long slab, int flag) {
        Memory.putInt(slab + FLAGS, Memory.getInt(slab + FLAGS) | flag);
    }

    static void clear(long slab, int flag) {
        Memory.putInt(slab + FLAGS, Memory.getInt(slab + FLAGS) & ~flag);
    }
}
