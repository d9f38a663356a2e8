package org.artindex.postings;

import org.artindex.memory.Memory;
import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeSink;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.NodeType;

/**
 * A sorted array of row offsets, in nodes of 23 sizes.
 *
 * <table>
 * <caption>Array of 16 to 128 bytes by 8, to 256 by 32, or to 512 by 64</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>2</td><td>count, up to size / 2 - 1</td></tr>
 * <tr><td>2</td><td>size - 2</td><td>row offsets of 2 bytes, ascending; unused ones zero</td></tr>
 * </table>
 */
final class OffsetArray {
    private static final int OFFSETS = 2;

    private OffsetArray() {}

    /** Row offsets that a node of this type has room for. */
    static int capacity(int type) {
        return NodeType.size(type) / 2 - 1;
    }

    private static int typeFor(int count) {
        int type = NodeType.ARRAY16;
        while (capacity(type) < count) {
            type++;
        }
        return type;
    }

    static int at(long node, int index) {
        return Memory.getShort(node + OFFSETS + ((long) index << 1));
    }

    static boolean contains(long node, int offset) {
        int rank = rank(node, offset);
        return rank < Memory.getShort(node) && at(node, rank) == offset;
    }

    static int read(long node, long base, long[] rows) {
        int count = Memory.getShort(node);
        for (int i = 0; i < count; i++) {
            rows[i] = base | at(node, i);
        }
        return count;
    }

    /** Adds an offset that is not there to a node with room. */
    static void add(long node, int offset) {
        int count = Memory.getShort(node);
        int rank = rank(node, offset);
        long place = node + OFFSETS + ((long) rank << 1);
        Memory.copy(place, place + 2, (long) (count - rank) << 1);
        Memory.putShort(place, offset);
        Memory.putShort(node, count + 1);
    }

    /** Removes an offset that is there. */
    static void remove(long node, int offset) {
        int count = Memory.getShort(node);
        int rank = rank(node, offset);
        long place = node + OFFSETS + ((long) rank << 1);
        Memory.copy(place + 2, place, (long) (count - rank - 1) << 1);
        Memory.putShort(node + OFFSETS + ((long) (count - 1) << 1), 0);
        Memory.putShort(node, count - 1);
    }

    /** Moves the offsets to a node of another size. */
    static long resize(NodeSpace space, long array, int newType) {
        long from = space.address(array);
        long pointer = space.allocate(newType);
        Memory.copy(from, NodePointer.slabAddress(pointer), OFFSETS + ((long) Memory.getShort(from) << 1));
        space.release(array);
        return pointer;
    }

    /** Writes the smallest array that holds row offsets. */
    static long build(NodeSink sink, short[] offsets, int count) {
        int type = typeFor(count);
        long pointer = sink.place(type);
        long node = sink.address();
        Memory.zeroWords(node, NodeType.size(type));
        Memory.putShort(node, count);
        for (int i = 0; i < count; i++) {
            Memory.putShort(node + OFFSETS + ((long) i << 1), offsets[i]);
        }
        return pointer;
    }

    /** Makes an array of the four offsets of a pointer and one more. */
    static long fromOffsets(NodeSpace space, long offsets, int offset) {
        long pointer = space.allocate(NodeType.ARRAY16);
        long node = NodePointer.slabAddress(pointer);
        for (int i = 0; i < Offsets.CAPACITY; i++) {
            Memory.putShort(node + OFFSETS + ((long) i << 1), Offsets.at(offsets, i));
        }
        Memory.putShort(node, Offsets.CAPACITY);
        add(node, offset);
        return pointer;
    }

    /** Moves the rows of a bitmap to an array. */
    static long fromBitmap(NodeSpace space, long bitmap) {
        long from = space.address(bitmap);
        long pointer = space.allocate(typeFor(Memory.getShort(from)));
        long node = NodePointer.slabAddress(pointer);
        int count = 0;
        for (int offset = Bitmap.ceiling(from, 0); offset >= 0; offset = Bitmap.ceiling(from, offset + 1)) {
            Memory.putShort(node + OFFSETS + ((long) count++ << 1), offset);
        }
        Memory.putShort(node, count);
        space.release(bitmap);
        return pointer;
    }

    /** How many offsets are smaller. */
    private static int rank(long node, int offset) {
        int low = 0;
        int high = Memory.getShort(node);
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (at(node, middle) < offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
