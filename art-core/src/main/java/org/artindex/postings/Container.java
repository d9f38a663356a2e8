package org.artindex.postings;

import org.artindex.memory.Memory;
import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeSink;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.NodeType;

/**
 * The rows of one window, that is of the 4096 row ids that share {@code id >>> 12}, as a set of row offsets 0 to 4095.
 *
 * <table>
 * <caption>The four forms of a container</caption>
 * <tr><th>form</th><th>rows</th><th>layout</th></tr>
 * <tr><td>offsets</td><td>1 to 4</td><td>in the pointer, see {@link Offsets}</td></tr>
 * <tr><td>array</td><td>up to 255</td><td>a node of one of 23 sizes, see {@link OffsetArray}</td></tr>
 * <tr><td>bitmap</td><td>up to 4095</td><td>a node of 520 bytes, see {@link Bitmap}</td></tr>
 * <tr><td>full</td><td>4096</td><td>in the pointer: payload 1</td></tr>
 * </table>
 *
 * <p>The forms follow Roaring bitmaps (Lemire et al., 2016), cut to a window that fits a 512-byte bitmap. A container grows to
 * the next form when it must and shrinks with hysteresis, when a quarter of the smaller form would stay empty, or eight
 * places of a smaller array.
 */
public final class Container {
    /** Row ids of a window. */
    public static final int WINDOW = 4096;

    /** log2 of {@link #WINDOW}. */
    public static final int WINDOW_SHIFT = 12;

    static final int OFFSET_MASK = WINDOW - 1;

    private Container() {}

    /** A container of one row offset. */
    static long of(int offset) {
        return Offsets.of(offset);
    }

    /** Rows in the container. */
    public static int count(NodeSpace space, long pointer) {
        return switch (NodePointer.type(pointer)) {
            case NodeType.OFFSETS -> Offsets.count(pointer);
            case NodeType.FULL -> WINDOW;
            default -> Memory.getShort(space.address(pointer));
        };
    }

    /** The smallest row offset. */
    static int first(NodeSpace space, long pointer) {
        return switch (NodePointer.type(pointer)) {
            case NodeType.OFFSETS -> Offsets.at(pointer, 0);
            case NodeType.FULL -> 0;
            case NodeType.BITMAP -> Bitmap.ceiling(space.address(pointer), 0);
            default -> OffsetArray.at(space.address(pointer), 0);
        };
    }

    /** Whether the container holds a row offset. */
    static boolean contains(NodeSpace space, long pointer, int offset) {
        return switch (NodePointer.type(pointer)) {
            case NodeType.OFFSETS -> Offsets.contains(pointer, offset);
            case NodeType.FULL -> true;
            case NodeType.BITMAP -> Bitmap.contains(space.address(pointer), offset);
            default -> OffsetArray.contains(space.address(pointer), offset);
        };
    }

    /** Writes {@code base | offset} for each row, ascending, and returns how many there are. */
    public static int read(NodeSpace space, long pointer, long base, long[] rows) {
        return switch (NodePointer.type(pointer)) {
            case NodeType.OFFSETS -> Offsets.read(pointer, base, rows);
            case NodeType.FULL -> readFull(base, rows);
            case NodeType.BITMAP -> Bitmap.read(space.address(pointer), base, rows);
            default -> OffsetArray.read(space.address(pointer), base, rows);
        };
    }

    /** Adds a row offset: the container with it, or 0 where it was there already. */
    static long add(NodeSpace space, long pointer, int offset) {
        if (contains(space, pointer, offset)) {
            return 0;
        }
        int type = NodePointer.type(pointer);
        if (type == NodeType.OFFSETS) {
            return Offsets.count(pointer) < Offsets.CAPACITY
                    ? Offsets.add(pointer, offset)
                    : OffsetArray.fromOffsets(space, pointer, offset);
        }
        if (type == NodeType.BITMAP) {
            if (Memory.getShort(space.address(pointer)) == WINDOW - 1) {
                space.release(pointer);
                return NodePointer.immediate(NodeType.FULL, 1);
            }
            long own = space.own(pointer);
            Bitmap.add(NodePointer.slabAddress(own), offset);
            return own;
        }
        int count = Memory.getShort(space.address(pointer));
        if (count < OffsetArray.capacity(type)) {
            long own = space.own(pointer);
            OffsetArray.add(NodePointer.slabAddress(own), offset);
            return own;
        }
        long larger = type == NodeType.ARRAY512
                ? Bitmap.fromArray(space, pointer)
                : OffsetArray.resize(space, pointer, type + 1);
        return add(space, larger, offset);
    }

    /** Writes the container of row offsets that ascend; at least one. */
    static long build(NodeSink sink, short[] offsets, int count) {
        if (count <= Offsets.CAPACITY) {
            return Offsets.build(offsets, count);
        }
        if (count == WINDOW) {
            return NodePointer.immediate(NodeType.FULL, 1);
        }
        if (count <= OffsetArray.capacity(NodeType.ARRAY512)) {
            return OffsetArray.build(sink, offsets, count);
        }
        return Bitmap.build(sink, offsets, count);
    }

    /** Removes a row offset, which must be there: the container without it, or 0 where it was the last one. */
    static long remove(NodeSpace space, long pointer, int offset) {
        int type = NodePointer.type(pointer);
        if (type == NodeType.OFFSETS) {
            return Offsets.count(pointer) == 1 ? 0 : Offsets.remove(pointer, offset);
        }
        if (type == NodeType.FULL) {
            return Bitmap.fullBut(space, offset);
        }
        long own = space.own(pointer);
        long node = NodePointer.slabAddress(own);
        if (type == NodeType.BITMAP) {
            Bitmap.remove(node, offset);
            return Memory.getShort(node) <= shrinkAt(OffsetArray.capacity(NodeType.ARRAY512))
                    ? OffsetArray.fromBitmap(space, own)
                    : own;
        }
        OffsetArray.remove(node, offset);
        int count = Memory.getShort(node);
        if (type == NodeType.ARRAY16) {
            return count <= shrinkAt(Offsets.CAPACITY) ? Offsets.fromArray(space, own) : own;
        }
        int smaller = OffsetArray.capacity(type - 1);
        return count <= Math.max(shrinkAt(smaller), smaller - 8) ? OffsetArray.resize(space, own, type - 1) : own;
    }

    private static int readFull(long base, long[] rows) {
        for (int i = 0; i < WINDOW; i++) {
            rows[i] = base | i;
        }
        return WINDOW;
    }

    private static int shrinkAt(int smallerCapacity) {
        return smallerCapacity - (smallerCapacity + 3) / 4;
    }
}
