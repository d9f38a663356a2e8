package org.artindex.postings;

import org.artindex.memory.Memory;
import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeSink;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.NodeType;

/**
 * A bit for each row of a window.
 *
 * <table>
 * <caption>Bitmap, 520 bytes</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>2</td><td>count of set bits</td></tr>
 * <tr><td>2</td><td>6</td><td>zero</td></tr>
 * <tr><td>8</td><td>512</td><td>bits; offset o is bit o mod 64 of word o / 64</td></tr>
 * </table>
 */
final class Bitmap {
    private static final int WORDS = 8;
    private static final int WORD_COUNT = Container.WINDOW / Long.SIZE;

    private Bitmap() {}

    static boolean contains(long node, int offset) {
        return (word(node, offset >>> 6) >>> offset & 1) != 0;
    }

    static int read(long node, long base, long[] rows) {
        int count = 0;
        for (int i = 0; i < WORD_COUNT; i++) {
            for (long word = word(node, i); word != 0; word &= word - 1) {
                rows[count++] = base | (i << 6) + Long.numberOfTrailingZeros(word);
            }
        }
        return count;
    }

    /** The smallest set offset that is at least another (0..4096), -1 where there is none. */
    static int ceiling(long node, int offset) {
        int index = offset >>> 6;
        if (index == WORD_COUNT) {
            return -1;
        }
        long word = word(node, index) & -1L << offset;
        while (word == 0) {
            if (++index == WORD_COUNT) {
                return -1;
            }
            word = word(node, index);
        }
        return (index << 6) + Long.numberOfTrailingZeros(word);
    }

    /** The set bits, counted anew. */
    static int bitCount(long node) {
        int count = 0;
        for (int i = 0; i < WORD_COUNT; i++) {
            count += Long.bitCount(word(node, i));
        }
        return count;
    }

    /** Sets a bit that is clear. */
    static void add(long node, int offset) {
        flip(node, offset);
        Memory.putShort(node, Memory.getShort(node) + 1);
    }

    /** Clears a bit that is set. */
    static void remove(long node, int offset) {
        flip(node, offset);
        Memory.putShort(node, Memory.getShort(node) - 1);
    }

    /** Moves the offsets of an array to a bitmap. */
    static long fromArray(NodeSpace space, long array) {
        long from = space.address(array);
        long pointer = space.allocate(NodeType.BITMAP);
        long node = NodePointer.slabAddress(pointer);
        int count = Memory.getShort(from);
        for (int i = 0; i < count; i++) {
            flip(node, OffsetArray.at(from, i));
        }
        Memory.putShort(node, count);
        space.release(array);
        return pointer;
    }

    /** Writes the bitmap of row offsets. */
    static long build(NodeSink sink, short[] offsets, int count) {
        long pointer = sink.place(NodeType.BITMAP);
        long node = sink.address();
        Memory.zeroWords(node, NodeType.size(NodeType.BITMAP));
        Memory.putShort(node, count);
        for (int i = 0; i < count; i++) {
            flip(node, offsets[i]);
        }
        return pointer;
    }

    /** Makes a bitmap of all rows but one. */
    static long fullBut(NodeSpace space, int offset) {
        long pointer = space.allocate(NodeType.BITMAP);
        long node = NodePointer.slabAddress(pointer);
        Memory.fillWords(node + WORDS, WORD_COUNT * Long.BYTES, -1L);
        flip(node, offset);
        Memory.putShort(node, Container.WINDOW - 1);
        return pointer;
    }

    private static long word(long node, int index) {
        return Memory.getLong(node + WORDS + ((long) index << 3));
    }

    private static void flip(long node, int offset) {
        long address = node + WORDS + ((long) (offset >>> 6) << 3);
        Memory.putLong(address, Memory.getLong(address) ^ 1L << offset);
    }
}
