package org.artindex.memory;

/** A list of slabs, linked both ways by two fields of their headers; a flag there says that a slab is in it. */
final class SlabList {
    private final int next;
    private final int previous;
    private final int flag;
    private long first;

    /** Makes an empty list over two fields of {@link Slab} that no other list uses, and a flag of it. */
    SlabList(int next, int previous, int flag) {
        this.next = next;
        this.previous = previous;
        this.flag = flag;
    }

    /** The slab that was added last, 0 for none. */
    long first() {
        return first;
    }

    /** The slab after one that is in the list, 0 for none. */
    long after(long slab) {
        return Memory.getLong(slab + next);
    }

    boolean contains(long slab) {
        return Slab.has(slab, flag);
    }

    void add(long slab) {
        assert !contains(slab);
        Slab.set(slab, flag);
        Memory.putLong(slab + next, first);
        Memory.putLong(slab + previous, 0);
        if (first != 0) {
            Memory.putLong(first + previous, slab);
        }
        first = slab;
    }

    void remove(long slab) {
        assert contains(slab);
        Slab.clear(slab, flag);
        long after = Memory.getLong(slab + next);
        long before = Memory.getLong(slab + previous);
        if (before == 0) {
            first = after;
        } else {
            Memory.putLong(before + next, after);
        }
        if (after != 0) {
            Memory.putLong(after + previous, before);
        }
    }

    /** Moves all slabs of another list over the same fields into this one. */
    void addAll(SlabList other) {
        while (other.first != 0) {
            long slab = other.first;
            other.remove(slab);
            add(slab);
        }
    }
}
