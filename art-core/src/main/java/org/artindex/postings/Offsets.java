package org.artindex.postings;

import org.artindex.memory.Memory;
import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.NodeType;

/**
 * Up to four row offsets in the pointer itself.
 *
 * <table>
 * <caption>Payload of an OFFSETS pointer, bits from the least significant</caption>
 * <tr><th>bit</th><th>bits</th><th>field</th></tr>
 * <tr><td>0</td><td>12 each</td><td>row offsets, ascending; unused ones zero</td></tr>
 * <tr><td>48</td><td>8</td><td>count, 1 to 4</td></tr>
 * </table>
 */
final class Offsets {
    static final int CAPACITY = 4;

    private static final int COUNT_SHIFT = 48;
    private static final int BITS = Container.WINDOW_SHIFT;

    private Offsets() {}

    static long of(int offset) {
        return NodePointer.immediate(NodeType.OFFSETS, 1L << COUNT_SHIFT | offset);
    }

    static long build(short[] offsets, int count) {
        long payload = (long) count << COUNT_SHIFT;
        for (int i = 0; i < count; i++) {
            payload |= (long) offsets[i] << (i * BITS);
        }
        return NodePointer.immediate(NodeType.OFFSETS, payload);
    }

    static int count(long pointer) {
        return (int) (pointer >>> COUNT_SHIFT) & 0xFF;
    }

    static int at(long pointer, int index) {
        return (int) (pointer >>> (index * BITS)) & Container.OFFSET_MASK;
    }

    static boolean contains(long pointer, int offset) {
        for (int i = 0, count = count(pointer); i < count; i++) {
            if (at(pointer, i) == offset) {
                return true;
            }
        }
        return false;
    }

    static int read(long pointer, long base, long[] rows) {
        int count = count(pointer);
        for (int i = 0; i < count; i++) {
            rows[i] = base | at(pointer, i);
        }
        return count;
    }

    /** Adds an offset that is not there to fewer than four. */
    static long add(long pointer, int offset) {
        int count = count(pointer);
        int rank = 0;
        while (rank < count && at(pointer, rank) < offset) {
            rank++;
        }
        int shift = rank * BITS;
        long low = pointer & (1L << shift) - 1;
        long high = (pointer & (1L << COUNT_SHIFT) - 1) >>> shift << shift << BITS;
        return NodePointer.immediate(
                NodeType.OFFSETS, (count + 1L) << COUNT_SHIFT | high | (long) offset << shift | low);
    }

    /** Removes an offset that is there from more than one. */
    static long remove(long pointer, int offset) {
        int rank = 0;
        while (at(pointer, rank) != offset) {
            rank++;
        }
        int shift = rank * BITS;
        long low = pointer & (1L << shift) - 1;
        long high = (pointer & (1L << COUNT_SHIFT) - 1) >>> (shift + BITS) << shift;
        return NodePointer.immediate(NodeType.OFFSETS, (count(pointer) - 1L) << COUNT_SHIFT | high | low);
    }

    /** Moves an array of at most four offsets into a pointer. */
    static long fromArray(NodeSpace space, long array) {
        long node = space.address(array);
        int count = Memory.getShort(node);
        long payload = (long) count << COUNT_SHIFT;
        for (int i = 0; i < count; i++) {
            payload |= (long) OffsetArray.at(node, i) << (i * BITS);
        }
        space.release(array);
        return NodePointer.immediate(NodeType.OFFSETS, payload);
    }
}
