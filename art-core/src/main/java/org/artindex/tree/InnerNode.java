package org.artindex.tree;

import org.artindex.memory.Memory;

/**
 * What the branching node types have in common: find, iterate, add and remove a child.
 *
 * <p>All of them begin with the count of their children as an unsigned 16-bit value. A child's <em>position</em> is its rank, but
 * its key byte in a Node256. Steps of an iteration are packed as {@code position << 8 | key byte}, or {@link #NONE}.
 *
 * <p>A child is a pointer. In a <em>tailed</em> node it is a pointer and a tail, that is the first up to seven key bytes of the
 * compressed path below it, laid out as a {@link Prefix} node of 16 bytes whose length may be 0:
 *
 * <table>
 * <caption>Child of a tailed node, 16 bytes</caption>
 * <tr><th>offset</th><th>size</th><th>field</th></tr>
 * <tr><td>0</td><td>8</td><td>child pointer</td></tr>
 * <tr><td>8</td><td>1</td><td>count of tail bytes, 0 to 7; less than 7 only where the path has no more</td></tr>
 * <tr><td>9</td><td>7</td><td>tail bytes; unused ones zero</td></tr>
 * </table>
 *
 * <p>So the short rest of a unique key costs neither a node nor a cache miss of its own. Whether a node is tailed is decided when
 * it is made: if more than half of its children have a path below them that fits in a tail.
 *
 * <p>Source: Leis, Kemper, Neumann, "The Adaptive Radix Tree: ARTful Indexing for Main-Memory Databases", ICDE 2013; tails are
 * ours.
 */
public final class InnerNode {
    /** No such child. */
    public static final int NONE = -1;

    /** The most children asked of the cache at once: their lines arrive in about the time of one. */
    static final int TOUCHED = 16;

    private static final int LINE = 64;
    private static final int MOST_TOUCHED = NodeType.size(NodeType.TAILED32);
    private static final int MOST_LINES = (MOST_TOUCHED + LINE - 1) / LINE;

    /** The least room for the addresses of lines that {@link #touchChildren} can do with. */
    static final int FEW_LINES = 2 * MOST_LINES;

    /** Room for those of 16 nodes of 280 bytes, to be asked for in one loop. */
    static final int MANY_LINES = TOUCHED * 5;

    private InnerNode() {}

    /** Children of a node of any type. */
    public static int count(long node) {
        return Memory.getShort(node);
    }

    /** The slot address of the child for a key byte, 0 where there is none. */
    public static long childSlot(int type, long node, int key) {
        return switch (type) {
            case NodeType.NODE256 -> {
                long slot = Node256.slot(node, key);
                yield Memory.getLong(slot) != 0 ? slot : 0;
            }
            case NodeType.NODE4, NodeType.TAILED4 -> {
                int position = Node4.position(node, key);
                yield position < 0 ? 0 : node + Node4.CHILDREN + ((long) position << strideShift(type));
            }
            case NodeType.NODE8 -> sortedSlot(type, node, key, 1);
            case NodeType.NODE16, NodeType.TAILED8 -> sortedSlot(type, node, key, 2);
            case NodeType.TAILED16 -> sortedSlot(type, node, key, 4);
            case NodeType.NODE48 -> {
                touchLines(node, 3);
                yield rankedSlot(type, node, key);
            }
            case NodeType.NODE96 -> {
                Memory.touch(likelyChild(node, key, 72 << 3));
                yield rankedSlot(type, node, key);
            }
            default -> {
                Memory.touch(likelyChild(node, key, 24 << 4));
                yield rankedSlot(type, node, key);
            }
        };
    }

    private static long sortedSlot(int type, long node, int key, int lines) {
        touchLines(node, lines);
        int position = Node16.position(node, key);
        return position < 0 ? 0 : node + Node16.CHILDREN + ((long) position << strideShift(type));
    }

    private static long rankedSlot(int type, long node, int key) {
        int position = Node48.position(node, key);
        return position < 0 ? 0 : node + Node48.CHILDREN + ((long) position << strideShift(type));
    }

    /** The same for a node of any type but Node256 whose first line is in the cache: asks for no other. */
    static long searchedSlot(int type, long node, int key) {
        int position;
        if (!isSorted(type)) {
            position = Node48.position(node, key);
        } else if (keysOffset(type) == Node4.KEYS) {
            position = Node4.position(node, key);
        } else {
            position = Node16.position(node, key);
        }
        return position < 0 ? 0 : slotAt(type, node, position);
    }

    /** The slot address of the child at a position. */
    public static long slotAt(int type, long node, int position) {
        return node + childrenOffset(type) + ((long) position << strideShift(type));
    }

    /** The end of the positions of children with a key byte below a limit, 0..256; a Node256 may have none at some of them. */
    static int positionsBelow(int type, long node, int limit) {
        if (type == NodeType.NODE256) {
            return limit;
        }
        if (limit > 255) {
            return count(node);
        }
        return isSorted(type) ? rankOf(node + keysOffset(type), count(node), limit) : Node48.rank(node, limit);
    }

    /** The step to the child at a position. */
    static int stepTo(int type, long node, int position) {
        if (type == NodeType.NODE256) {
            return step256(position);
        }
        return isSorted(type) ? stepAt(type, node, position) : step(position, Node48.keyAt(node, position));
    }

    /** The first child at or after a key byte (0..256), as a step. */
    public static int ceiling(int type, long node, int key) {
        if (type == NodeType.NODE256) {
            return step256(Node256.ceilingKey(node, key));
        }
        if (isSorted(type)) {
            return stepAt(type, node, rankOf(node + keysOffset(type), count(node), key));
        }
        int found = Node48.ceilingKey(node, key);
        return found < 0 ? NONE : step(Node48.rank(node, found), found);
    }

    /** The step after another one in ascending order. */
    public static int next(int type, long node, int step) {
        int position = step >> 8;
        if (type == NodeType.NODE256) {
            return step256(Node256.ceilingKey(node, position + 1));
        }
        if (isSorted(type)) {
            return stepAt(type, node, position + 1);
        }
        int found = Node48.ceilingKey(node, (step & 0xFF) + 1);
        return found < 0 ? NONE : step(position + 1, found);
    }

    /** The step before another one in ascending order. */
    public static int previous(int type, long node, int step) {
        int position = step >> 8;
        if (type == NodeType.NODE256) {
            return step256(Node256.floorKey(node, position - 1));
        }
        if (isSorted(type)) {
            return stepAt(type, node, position - 1);
        }
        int found = Node48.floorKey(node, (step & 0xFF) - 1);
        return found < 0 ? NONE : step(position - 1, found);
    }

    /** The step of the first child. */
    public static int first(int type, long node) {
        return ceiling(type, node, 0);
    }

    /** The step of the last child. */
    public static int last(int type, long node) {
        if (type == NodeType.NODE256) {
            return step256(Node256.floorKey(node, 255));
        }
        int last = count(node) - 1;
        return isSorted(type) ? stepAt(type, node, last) : step(last, Node48.floorKey(node, 255));
    }

    /**
     * Asks for the lines of the nodes below some of the children, so that a walk finds them in the cache. They are asked for together
     * since a load that misses holds up the few hundred instructions after it.
     *
     * @param from the position of the first
     * @param children how many at most
     * @param lastKey those of a Node256 with a larger key byte are not asked for
     * @param lines room for addresses, {@link #FEW_LINES} or more
     * @return the position after the last
     */
    static int touchChildren(int type, long node, int from, int children, int lastKey, long[] lines) {
        int end = Math.min(from + children, type == NodeType.NODE256 ? Math.min(lastKey + 1, 256) : count(node));
        int lineCount = 0;
        for (int position = from; position < end; position++) {
            long child = Memory.getLong(slotAt(type, node, position));
            if (child > 0 && !NodeType.isImmediate(NodePointer.type(child))) {
                long address = NodePointer.slabAddress(child);
                int size = touchedSize(NodePointer.type(child));
                if (lineCount + MOST_LINES > lines.length) {
                    Memory.touchAll(lines, lineCount);
                    lineCount = 0;
                }
                for (int offset = 0; offset < size; offset += LINE) {
                    lines[lineCount++] = address + offset;
                }
            }
        }
        Memory.touchAll(lines, lineCount);
        return from + children;
    }

    /** Asks for the lines of a node. */
    static void touchNode(int type, long node) {
        touchLines(node, (touchedSize(type) - 1) / LINE);
    }

    /** Bytes of a node to ask for: more than 552 are read in order, or sparsely, so that the first line is enough. */
    private static int touchedSize(int type) {
        int size = NodeType.size(type);
        return size <= MOST_TOUCHED ? size : LINE;
    }

    /** Makes room for a child of a node that is not full and has none for the key byte: the address of its zero slot. */
    static long addSlot(int type, long node, int key) {
        int count = count(node);
        Memory.putShort(node, count + 1);
        if (type == NodeType.NODE256) {
            return Node256.slot(node, key);
        }
        int rank = addKey(type, node, count, key);
        int stride = 1 << strideShift(type);
        long slot = slotAt(type, node, rank);
        for (long to = slotAt(type, node, count) + stride - 8; to > slot + stride - 8; to -= 8) {
            Memory.putLong(to, Memory.getLong(to - stride));
        }
        Memory.zeroWords(slot, stride);
        return slot;
    }

    /** Writes all of a zeroed node but its children. */
    static void writeKeys(int type, long node, byte[] keys, int from, int count) {
        Memory.putShort(node, count);
        if (type == NodeType.NODE256) {
            return;
        }
        if (isSorted(type)) {
            for (int i = 0; i < count; i++) {
                Memory.putByte(node + keysOffset(type) + i, keys[from + i]);
            }
        } else {
            Node48.writeKeys(node, keys, from, count);
        }
    }

    /** Adds a key byte to those of a node of any type but Node256 and returns its rank. */
    private static int addKey(int type, long node, int count, int key) {
        if (!isSorted(type)) {
            Node48.setBit(node, key);
            return Node48.rank(node, key);
        }
        return keysOffset(type) == Node4.KEYS ? Node4.addKey(node, count, key) : Node16.addKey(node, count, key);
    }

    /** Removes the child of a key byte. */
    static void removeSlot(int type, long node, int key) {
        int count = count(node) - 1;
        Memory.putShort(node, count);
        if (type == NodeType.NODE256) {
            Memory.putLong(Node256.slot(node, key), 0);
            return;
        }
        int rank;
        if (isSorted(type)) {
            long keys = node + keysOffset(type);
            rank = rankOf(keys, count + 1, key);
            for (int i = rank; i < count; i++) {
                Memory.putByte(keys + i, Memory.getByte(keys + i + 1));
            }
            Memory.putByte(keys + count, 0);
        } else {
            rank = Node48.rank(node, key);
            Node48.clearBit(node, key);
        }
        int stride = 1 << strideShift(type);
        long end = slotAt(type, node, count);
        for (long slot = slotAt(type, node, rank); slot < end; slot += 8) {
            Memory.putLong(slot, Memory.getLong(slot + stride));
        }
        Memory.zeroWords(end, stride);
    }

    /** The most children of a node. */
    static int capacity(int type) {
        return switch (type) {
            case NodeType.NODE4, NodeType.TAILED4 -> Node4.CAPACITY;
            case NodeType.NODE8, NodeType.TAILED8 -> 8;
            case NodeType.NODE16, NodeType.TAILED16 -> Node16.CAPACITY;
            case NodeType.TAILED24 -> 24;
            case NodeType.TAILED32 -> 32;
            case NodeType.NODE48, NodeType.TAILED48 -> Node48.CAPACITY;
            case NodeType.NODE96 -> 96;
            default -> 256;
        };
    }

    /**
     * The count of children at which a node gives way to a smaller one: less than what filled the smaller one, or just that
     * where the next addition leads to a third type, so that a node on the border does not change at every turn.
     */
    static int shrinkAt(int type) {
        return switch (type) {
            case NodeType.NODE4, NodeType.TAILED4 -> 1;
            case NodeType.NODE8, NodeType.TAILED8 -> 3;
            case NodeType.NODE16, NodeType.TAILED16 -> 6;
            case NodeType.NODE48, NodeType.TAILED24 -> 12;
            case NodeType.TAILED32 -> 18;
            case NodeType.TAILED48 -> 24;
            case NodeType.NODE96 -> 36;
            default -> 72;
        };
    }

    /**
     * The smallest type with room for a number of children. It is tailed when more than half of them have a path that a tail can
     * hold: at just half, pointers and tails of a full node take as much as pointers and prefix nodes.
     */
    static int typeFor(int children, int shortPaths) {
        boolean tailed = 2 * shortPaths > children && children <= Node48.CAPACITY;
        int type = tailed ? NodeType.TAILED4 : NodeType.NODE4;
        while (capacity(type) < children) {
            type++;
        }
        return type;
    }

    static boolean isSorted(int type) {
        return switch (type) {
            case NodeType.NODE4,
                    NodeType.TAILED4,
                    NodeType.NODE8,
                    NodeType.TAILED8,
                    NodeType.NODE16,
                    NodeType.TAILED16 -> true;
            default -> false;
        };
    }

    static int keysOffset(int type) {
        return type == NodeType.NODE4 || type == NodeType.TAILED4 ? Node4.KEYS : Node16.KEYS;
    }

    private static int childrenOffset(int type) {
        return switch (type) {
            case NodeType.NODE4, NodeType.TAILED4, NodeType.NODE256 -> 8;
            case NodeType.NODE8, NodeType.TAILED8, NodeType.NODE16, NodeType.TAILED16 -> Node16.CHILDREN;
            default -> Node48.CHILDREN;
        };
    }

    private static int strideShift(int type) {
        return NodeType.isTailed(type) ? 4 : 3;
    }

    /** Asks for the lines of a node after its first, which the search in the first would otherwise wait to ask for. */
    private static void touchLines(long node, int lines) {
        for (int i = 1; i <= lines; i++) {
            Memory.touch(node + (long) i * LINE);
        }
    }

    /** Where a child is if key bytes are spread evenly and the children take so many bytes: asked for before their count is known. */
    private static long likelyChild(long node, int key, int bytes) {
        return node + Node48.CHILDREN + (((key * bytes) >>> 8) & -Long.BYTES);
    }

    private static int step(int position, int key) {
        return position << 8 | key;
    }

    private static int step256(int key) {
        return key < 0 ? NONE : step(key, key);
    }

    private static int stepAt(int type, long node, int position) {
        if (position < 0 || position >= count(node)) {
            return NONE;
        }
        return step(position, Memory.getByte(node + keysOffset(type) + position));
    }

    /** How many of the key bytes are smaller. */
    private static int rankOf(long keys, int count, int key) {
        int rank = 0;
        while (rank < count && Memory.getByte(keys + rank) < key) {
            rank++;
        }
        return rank;
    }
}
