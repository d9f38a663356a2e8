package org.artindex.tree;

import org.artindex.memory.Memory;

/**
 * An inner node with a slot for each key byte. It has no form with tails: dense nodes rarely have any.
 *
 * <table>
 * <caption>Node256, 2056 bytes</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>2</td><td>count of children</td></tr>
 * <tr><td>2</td><td>6</td><td>zero</td></tr>
 * <tr><td>8</td><td>2048</td><td>child pointer of each key byte, zero where there is none</td></tr>
 * </table>
 */
final class Node256 {
    static final int CHILDREN = 8;

    private Node256() {}

    static long slot(long node, int key) {
        return node + CHILDREN + ((long) key << 3);
    }

    /** The smallest key byte that has a child and is at least {@code key}, -1 where there is none. */
    static int ceilingKey(long node, int key) {
        for (int candidate = key; candidate < 256; candidate++) {
            if (Memory.getLong(slot(node, candidate)) != 0) {
                return candidate;
            }
        }
        return -1;
    }

    /** The largest key byte that has a child and is at most {@code key}, -1 where there is none. */
    static int floorKey(long node, int key) {
        for (int candidate = key; candidate >= 0; candidate--) {
            if (Memory.getLong(slot(node, candidate)) != 0) {
                return candidate;
            }
        }
        return -1;
    }
}
