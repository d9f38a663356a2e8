package org.artindex.tree;

/**
 * Where a child hangs, as a {@code long}: the address of its pointer, with a mark in the lowest bit that a tail stands beside the
 * pointer.
 */
final class Slot {
    private static final long TAILED = 1;

    private Slot() {}

    /** The slot at an address in a node of a type. */
    static long of(long address, int nodeType) {
        return NodeType.isTailed(nodeType) ? address | TAILED : address;
    }

    /** The slot of a root pointer, which has no tail. */
    static long ofRoot(long address) {
        return address;
    }

    static long address(long slot) {
        return slot & ~TAILED;
    }

    static boolean isTailed(long slot) {
        return (slot & TAILED) != 0;
    }
}
