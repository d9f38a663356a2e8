package org.artindex.postings;

import org.artindex.memory.Memory;
import org.artindex.tree.NodeType;

/**
 * The door from a key to the nested tree of its many row ids. The nested tree maps the high 44 bits of a row id, as a key of six
 * bytes, to the {@link Container} of its low 12 bits.
 *
 * <table>
 * <caption>Gate, 16 bytes</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>8</td><td>count of row ids</td></tr>
 * <tr><td>8</td><td>8</td><td>root pointer of the nested tree</td></tr>
 * </table>
 */
final class Gate {
    /** Bytes of a nested key. */
    static final int KEY_LENGTH = 6;

    private Gate() {}

    static long count(long gate) {
        return Memory.getLong(gate);
    }

    static void addToCount(long gate, long change) {
        Memory.putLong(gate, Memory.getLong(gate) + change);
    }

    static void write(long gate, long count, long root) {
        Memory.putLong(gate, count);
        Memory.putLong(rootSlot(gate), root);
    }

    static long rootSlot(long gate) {
        return gate + NodeType.GATE_ROOT;
    }

    static long root(long gate) {
        return Memory.getLong(rootSlot(gate));
    }

    /** The nested key of a row id, left-aligned in a long. */
    static long key(long row) {
        return row >>> Container.WINDOW_SHIFT << 16;
    }

    /** Writes the nested key of a row id. */
    static void writeKey(long row, byte[] key) {
        long window = row >>> Container.WINDOW_SHIFT;
        for (int i = KEY_LENGTH - 1; i >= 0; i--) {
            key[i] = (byte) window;
            window >>>= 8;
        }
    }

    /** The first row id of the window that a left-aligned nested key names. */
    static long base(long key) {
        return key >>> 16 << Container.WINDOW_SHIFT;
    }

    /** The first row id of the window that a nested key names. */
    static long base(byte[] key) {
        long window = 0;
        for (int i = 0; i < KEY_LENGTH; i++) {
            window = window << 8 | (key[i] & 0xFF);
        }
        return window << Container.WINDOW_SHIFT;
    }
}
