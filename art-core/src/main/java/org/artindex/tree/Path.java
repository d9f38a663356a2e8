package org.artindex.tree;

import java.util.Arrays;
import org.artindex.memory.Memory;

/**
 * The compressed path below a child slot: the slot's tail, where its node has tails, then a chain of prefix nodes, then an inner
 * node or a value. A buffer for the bytes of one path, and the ways to read, write and release one.
 *
 * <p>A path has one form. The tail takes the first up to seven bytes, the chain the rest; a last byte 00 before a value is not
 * stored but implied by a mark in the value's pointer.
 */
final class Path {
    private byte[] bytes = new byte[64];
    private int length;

    void clear() {
        length = 0;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    void add(int keyByte) {
        if (length == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        bytes[length++] = (byte) keyByte;
    }

    /** Adds the bytes of a prefix node, or a tail, from an index on. */
    void add(long node, int from) {
        for (int i = from, count = Prefix.length(node); i < count; i++) {
            add(Prefix.byteAt(node, i));
        }
    }

    /** Adds the bytes of a chain and returns the pointer below it. */
    long addChain(NodeSpace space, long chain) {
        long pointer = chain;
        while (NodeType.isPrefix(NodePointer.type(pointer))) {
            long node = space.address(pointer);
            add(node, 0);
            pointer = Memory.getLong(node + Prefix.CHILD);
        }
        return pointer;
    }

    /** Adds the bytes of the path below a slot and returns the pointer below it. */
    long addPath(NodeSpace space, long slot) {
        long address = Slot.address(slot);
        if (Slot.isTailed(slot)) {
            add(address, 0);
        }
        return addChain(space, Memory.getLong(address));
    }

    /** Whether the path below a slot has any bytes. */
    static boolean isAt(long slot) {
        long address = Slot.address(slot);
        return Slot.isTailed(slot)
                ? Prefix.length(address) > 0
                : NodeType.isPrefix(NodePointer.type(Memory.getLong(address)));
    }

    /** Whether the path below a slot has bytes, and none too many for a tail. */
    static boolean isShortAt(long slot) {
        long address = Slot.address(slot);
        int type = NodePointer.type(Memory.getLong(address));
        return Slot.isTailed(slot) ? Prefix.length(address) > 0 && !NodeType.isPrefix(type) : type == NodeType.PREFIX16;
    }

    /** Whether a path to be written has bytes once a last zero before a value is implied, and none too many for a tail. */
    static boolean isShort(byte[] bytes, int from, int to, long below) {
        int stored = to - from - (impliesLast(bytes, from, to, below) ? 1 : 0);
        return stored > 0 && stored <= Prefix.TAIL_CAPACITY;
    }

    /** Makes a slot hold a path and what is below it. */
    static void write(NodeSpace space, long slot, byte[] bytes, int from, int to, long below) {
        boolean implied = impliesLast(bytes, from, to, below);
        long pointer = implied ? NodePointer.withImpliedZero(below) : below;
        int end = implied ? to - 1 : to;
        int start = from;
        long address = Slot.address(slot);
        if (Slot.isTailed(slot)) {
            start = Math.min(end, from + Prefix.TAIL_CAPACITY);
            Prefix.setTail(address, bytes, from, start);
        }
        Memory.putLong(address, Prefix.chain(space, bytes, start, end, pointer));
    }

    /** Releases the prefix nodes of a chain. */
    static void releaseChain(NodeSpace space, long chain) {
        long pointer = chain;
        while (NodeType.isPrefix(NodePointer.type(pointer))) {
            long next = Memory.getLong(space.address(pointer) + Prefix.CHILD);
            space.release(pointer);
            pointer = next;
        }
    }

    /** Whether the last byte of a path is a zero before a value, which the value's pointer implies. */
    static boolean impliesLast(byte[] bytes, int from, int to, long below) {
        return to > from && bytes[to - 1] == 0 && NodePointer.isValue(below) && !NodePointer.impliesZero(below);
    }
}
