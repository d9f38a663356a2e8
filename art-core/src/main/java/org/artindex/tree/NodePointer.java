package org.artindex.tree;

import org.artindex.memory.Arena;

/**
 * A reference to a node, or a row id in place of one, packed in a {@code long}.
 *
 * <pre>
 * most significant bit first
 *
 * bit 0        serialized flag
 * bit 1        of a value: the key's last byte, 00, is implied
 * bits 2-7     node type, see {@link NodeType}
 * bits 8-23    offset in units of 8 bytes           } of a node
 * bits 24-63   slab number (flag clear)             }
 *              or block id (flag set)               }
 * bits 8-63    row id of an {@link NodeType#INLINED} pointer,
 *              or the row offsets of an {@link NodeType#OFFSETS} pointer
 *
 * 0            no node
 * </pre>
 *
 * <p>A slab's number is its address divided by its size (see {@link Arena}), so a pointer with the flag clear holds the
 * whole address. A pointer with the flag set holds a place in a file, and the node it points to never changes.
 */
public final class NodePointer {
    /** The largest row id: 2^56 - 1. */
    public static final long LARGEST_ROW_ID = (1L << 56) - 1;

    private static final int TYPE_SHIFT = 56;
    private static final int OFFSET_SHIFT = 40;
    private static final long ID_MASK = (1L << OFFSET_SHIFT) - 1;
    private static final long PAYLOAD_MASK = LARGEST_ROW_ID;
    private static final int OFFSET_MASK = 0xFFFF << 3;
    private static final long SERIALIZED = Long.MIN_VALUE;

    private NodePointer() {}

    /** Points to a node in a slab. */
    public static long toSlab(int type, long address) {
        return (long) type << TYPE_SHIFT
                | (address & (Arena.SLAB_SIZE - 1)) >>> 3 << OFFSET_SHIFT
                | address >>> Arena.SLAB_SHIFT;
    }

    /**
     * Points to a node in a block.
     *
     * @param offset bytes from the start of the block, a multiple of 8 below 2^19
     */
    public static long toBlock(int type, long blockId, int offset) {
        assert (offset & 7) == 0 && blockId >>> OFFSET_SHIFT == 0;
        return SERIALIZED | (long) type << TYPE_SHIFT | (long) (offset >>> 3) << OFFSET_SHIFT | blockId;
    }

    /** Holds a row id itself. */
    public static long inlined(long rowId) {
        return (long) NodeType.INLINED << TYPE_SHIFT | rowId;
    }

    /** Holds 56 bits of content of a type that needs no node. */
    public static long immediate(int type, long payload) {
        assert payload >>> TYPE_SHIFT == 0;
        return (long) type << TYPE_SHIFT | payload;
    }

    /** The row id of an inlined pointer, or the content of any other immediate one. */
    public static long payload(long pointer) {
        return pointer & PAYLOAD_MASK;
    }

    /** The type with the mark of an implied zero byte, as it stands in the pointer: 0..127. */
    public static int code(long pointer) {
        return (int) (pointer >>> TYPE_SHIFT) & 0x7F;
    }

    /** The node type, without the mark of an implied zero byte. */
    public static int type(long pointer) {
        return (int) (pointer >>> TYPE_SHIFT) & NodeType.TYPE_MASK;
    }

    /** Whether the node lies in a block of a file and thus must be copied before it is changed. */
    public static boolean isSerialized(long pointer) {
        return pointer < 0;
    }

    /** The address of a node in a slab. */
    public static long slabAddress(long pointer) {
        return (pointer & ID_MASK) << Arena.SLAB_SHIFT | (pointer >>> (OFFSET_SHIFT - 3) & OFFSET_MASK);
    }

    /** The block id of a serialized pointer, or the slab number of another. */
    public static long id(long pointer) {
        return pointer & ID_MASK;
    }

    /** Bytes from the start of the slab or block to the node. */
    public static int offset(long pointer) {
        return (int) (pointer >>> (OFFSET_SHIFT - 3)) & OFFSET_MASK;
    }

    /** Whether the pointer ends a key: it stands for row ids and has no key bytes below it. */
    public static boolean isValue(long pointer) {
        return NodeType.isValue(type(pointer));
    }

    /** Whether the last byte of the key that this value ends is an implied zero. */
    public static boolean impliesZero(long pointer) {
        return (pointer >>> TYPE_SHIFT & NodeType.IMPLIED_ZERO) != 0;
    }

    /** The value with the mark of an implied zero byte. */
    public static long withImpliedZero(long value) {
        return value | (long) NodeType.IMPLIED_ZERO << TYPE_SHIFT;
    }

    /** The value without the mark of an implied zero byte. */
    public static long withoutImpliedZero(long value) {
        return value & ~((long) NodeType.IMPLIED_ZERO << TYPE_SHIFT);
    }

    /** A pointer as people read it, for messages. */
    public static String toString(long pointer) {
        if (pointer == 0) {
            return "none";
        }
        int type = type(pointer);
        String name = NodeType.name(type) + (impliesZero(pointer) ? "+00" : "");
        if (NodeType.isImmediate(type)) {
            return name + "(" + payload(pointer) + ")";
        }
        return name + (isSerialized(pointer) ? "@block " : "@slab ") + id(pointer) + "+" + offset(pointer);
    }
}
