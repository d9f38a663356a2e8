package org.artindex.tree;

import org.artindex.memory.Memory;

/**
 * What the four branching node types have in common: find, iterate, add and remove a child.
 *
 * <p>All of them begin with the count of their children as an unsigned 16-bit value. A child's <em>position</em> is its rank
 * in a Node4, Node16 and Node48 and its key byte in a Node256. Steps of an iteration are packed as
 * {@code position << 8 | key byte}, or {@link #NONE}.
 *
 * <p>Source: Leis, Kemper, Neumann, "The Adaptive Radix Tree: ARTful Indexing for Main-Memory Databases", ICDE 2013.
 */
public final class InnerNode {
    /** No such child. */
    public static final int NONE = -1;

    static final int TOUCHED = 16;

    private static final int SHRINK_TO_4 = 3;
    private static final int SHRINK_TO_16 = 11;
    private static final int SHRINK_TO_48 = 36;

    private InnerNode() {}

    /** Children of a node of any type. */
    public static int count(long node) {
        return Memory.getShort(node);
    }

    /** The slot address of the child for a key byte, 0 where there is none. */
    public static long childSlot(int type, long node, int key) {
        return switch (type) {
            case NodeType.NODE4 -> Node4.childSlot(node, key);
            case NodeType.NODE16 -> Node16.childSlot(node, key);
            case NodeType.NODE48 -> Node48.childSlot(node, key);
            default -> Node256.childSlot(node, key);
        };
    }

    /** The slot address of the child at a position. */
    public static long slotAt(int type, long node, int position) {
        return node + childrenOffset(type) + ((long) position << 3);
    }

    /** The first child at or after a key byte (0..256), as a step. */
    public static int ceiling(int type, long node, int key) {
        return switch (type) {
            case NodeType.NODE4, NodeType.NODE16 -> stepAt(type, node, rankOf(type, node, key));
            case NodeType.NODE48 -> {
                int found = Node48.ceilingKey(node, key);
                yield found < 0 ? NONE : step(Node48.rank(node, found), found);
            }
            default -> step256(Node256.ceilingKey(node, key));
        };
    }

    /** The step after another one in ascending order. */
    public static int next(int type, long node, int step) {
        int position = step >> 8;
        return switch (type) {
            case NodeType.NODE4, NodeType.NODE16 -> stepAt(type, node, position + 1);
            case NodeType.NODE48 -> {
                int found = Node48.ceilingKey(node, (step & 0xFF) + 1);
                yield found < 0 ? NONE : step(position + 1, found);
            }
            default -> step256(Node256.ceilingKey(node, position + 1));
        };
    }

    /** The step before another one in ascending order. */
    public static int previous(int type, long node, int step) {
        int position = step >> 8;
        return switch (type) {
            case NodeType.NODE4, NodeType.NODE16 -> stepAt(type, node, position - 1);
            case NodeType.NODE48 -> {
                int found = Node48.floorKey(node, (step & 0xFF) - 1);
                yield found < 0 ? NONE : step(position - 1, found);
            }
            default -> step256(Node256.floorKey(node, position - 1));
        };
    }

    /** The step of the first child. */
    public static int first(int type, long node) {
        return switch (type) {
            case NodeType.NODE4, NodeType.NODE16 -> stepAt(type, node, 0);
            case NodeType.NODE48 -> step(0, Node48.ceilingKey(node, 0));
            default -> step256(Node256.ceilingKey(node, 0));
        };
    }

    /** The step of the last child. */
    public static int last(int type, long node) {
        int last = count(node) - 1;
        return switch (type) {
            case NodeType.NODE4, NodeType.NODE16 -> stepAt(type, node, last);
            case NodeType.NODE48 -> step(last, Node48.floorKey(node, 255));
            default -> step256(Node256.floorKey(node, 255));
        };
    }

    /**
     * Asks for the first line of the children from a position on, as many as {@link #TOUCHED}, so that a walk finds them in the
     * cache. They are asked for together since a load that misses holds up the few hundred instructions after it.
     */
    static void touchChildren(int type, long node, int from) {
        int end = Math.min(from + TOUCHED, type == NodeType.NODE256 ? 256 : count(node));
        for (int position = from; position < end; position++) {
            long child = Memory.getLong(slotAt(type, node, position));
            if (child > 0 && !NodeType.isImmediate(NodePointer.type(child))) {
                Memory.touch(NodePointer.slabAddress(child));
            }
        }
    }

    /** Adds a child with a key byte above all others of a node that is not full. */
    public static void append(int type, long node, int key, long child) {
        int count = count(node);
        switch (type) {
            case NodeType.NODE4 -> Memory.putByte(node + Node4.KEYS + count, key);
            case NodeType.NODE16 -> Memory.putByte(node + Node16.KEYS + count, key);
            case NodeType.NODE48 -> Node48.setBit(node, key);
            default -> {}
        }
        Memory.putLong(slotAt(type, node, type == NodeType.NODE256 ? key : count), child);
        Memory.putShort(node, count + 1);
    }

    /** The smallest type that has room for a number of children. */
    public static int typeFor(int children) {
        if (children <= Node4.CAPACITY) {
            return NodeType.NODE4;
        }
        if (children <= Node16.CAPACITY) {
            return NodeType.NODE16;
        }
        return children <= Node48.CAPACITY ? NodeType.NODE48 : NodeType.NODE256;
    }

    /** Adds a child to the fresh node that a slot points to; a full node is replaced by a larger one. */
    static void insert(NodeSpace space, long slot, int key, long child) {
        long pointer = Memory.getLong(slot);
        int type = NodePointer.type(pointer);
        long node = NodePointer.slabAddress(pointer);
        int count = count(node);
        if (count == capacity(type)) {
            type = typeFor(count + 1);
            node = NodePointer.slabAddress(replace(space, slot, type));
        }
        switch (type) {
            case NodeType.NODE4 -> insertKey(node + Node4.KEYS, node + Node4.CHILDREN, count, key, child);
            case NodeType.NODE16 -> insertKey(node + Node16.KEYS, node + Node16.CHILDREN, count, key, child);
            case NodeType.NODE48 -> {
                int rank = Node48.rank(node, key);
                openSlot(node + Node48.CHILDREN, rank, count, child);
                Node48.setBit(node, key);
            }
            default -> Memory.putLong(Node256.slot(node, key), child);
        }
        Memory.putShort(node, count + 1);
    }

    /**
     * Removes a child from the fresh node that a slot points to; a sparse node is replaced by a smaller one. A Node4 may be
     * left with a single child: the caller then merges it into the path.
     */
    static void remove(NodeSpace space, long slot, int key) {
        long pointer = Memory.getLong(slot);
        int type = NodePointer.type(pointer);
        long node = NodePointer.slabAddress(pointer);
        int count = count(node) - 1;
        switch (type) {
            case NodeType.NODE4 -> removeKey(node + Node4.KEYS, node + Node4.CHILDREN, count, key);
            case NodeType.NODE16 -> removeKey(node + Node16.KEYS, node + Node16.CHILDREN, count, key);
            case NodeType.NODE48 -> {
                closeSlot(node + Node48.CHILDREN, Node48.rank(node, key), count);
                Node48.clearBit(node, key);
            }
            default -> Memory.putLong(Node256.slot(node, key), 0);
        }
        Memory.putShort(node, count);
        if (type == NodeType.NODE256 && count <= SHRINK_TO_48) {
            replace(space, slot, NodeType.NODE48);
        } else if (type == NodeType.NODE48 && count <= SHRINK_TO_16) {
            replace(space, slot, NodeType.NODE16);
        } else if (type == NodeType.NODE16 && count <= SHRINK_TO_4) {
            replace(space, slot, NodeType.NODE4);
        }
    }

    private static long replace(NodeSpace space, long slot, int newType) {
        long old = Memory.getLong(slot);
        int oldType = NodePointer.type(old);
        long from = NodePointer.slabAddress(old);
        long pointer = space.allocate(newType);
        long to = NodePointer.slabAddress(pointer);
        for (int step = first(oldType, from); step != NONE; step = next(oldType, from, step)) {
            append(newType, to, step & 0xFF, Memory.getLong(slotAt(oldType, from, step >> 8)));
        }
        Memory.putLong(slot, pointer);
        space.release(old);
        return pointer;
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

    /** How many children of a Node4 or Node16 have a smaller key byte. */
    private static int rankOf(int type, long node, int key) {
        return rankOf(node + keysOffset(type), count(node), key);
    }

    private static int rankOf(long keys, int count, int key) {
        int rank = 0;
        while (rank < count && Memory.getByte(keys + rank) < key) {
            rank++;
        }
        return rank;
    }

    private static void insertKey(long keys, long children, int count, int key, long child) {
        int rank = rankOf(keys, count, key);
        for (int i = count; i > rank; i--) {
            Memory.putByte(keys + i, Memory.getByte(keys + i - 1));
        }
        Memory.putByte(keys + rank, key);
        openSlot(children, rank, count, child);
    }

    private static void removeKey(long keys, long children, int count, int key) {
        int rank = rankOf(keys, count + 1, key);
        for (int i = rank; i < count; i++) {
            Memory.putByte(keys + i, Memory.getByte(keys + i + 1));
        }
        Memory.putByte(keys + count, 0);
        closeSlot(children, rank, count);
    }

    private static void openSlot(long children, int rank, int count, long child) {
        for (long slot = children + ((long) count << 3), end = children + ((long) rank << 3); slot > end; slot -= 8) {
            Memory.putLong(slot, Memory.getLong(slot - 8));
        }
        Memory.putLong(children + ((long) rank << 3), child);
    }

    private static void closeSlot(long children, int rank, int count) {
        long end = children + ((long) count << 3);
        for (long slot = children + ((long) rank << 3); slot < end; slot += 8) {
            Memory.putLong(slot, Memory.getLong(slot + 8));
        }
        Memory.putLong(end, 0);
    }

    private static int capacity(int type) {
        return switch (type) {
            case NodeType.NODE4 -> Node4.CAPACITY;
            case NodeType.NODE16 -> Node16.CAPACITY;
            case NodeType.NODE48 -> Node48.CAPACITY;
            default -> 256;
        };
    }

    private static int keysOffset(int type) {
        return type == NodeType.NODE4 ? Node4.KEYS : Node16.KEYS;
    }

    private static int childrenOffset(int type) {
        return switch (type) {
            case NodeType.NODE4 -> Node4.CHILDREN;
            case NodeType.NODE16 -> Node16.CHILDREN;
            case NodeType.NODE48 -> Node48.CHILDREN;
            default -> Node256.CHILDREN;
        };
    }
}
