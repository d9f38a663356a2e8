package org.artindex.tree;

import java.util.Arrays;

/**
 * The codes of the node types as they stand in bits 1-7 of a node pointer, and the bytes a node of each type takes.
 *
 * <p>The codes are part of the file format. A value type may carry {@link #IMPLIED_ZERO}: the key that ends there has one
 * more byte, 00. Encoded text ends in 00, and this mark saves the prefix node that would hold it.
 */
public final class NodeType {
    /** No node. */
    public static final int NONE = 0;

    /** One row id in the pointer. */
    public static final int INLINED = 1;

    /** A chain of leaves with a few row ids each. */
    public static final int LEAF = 2;

    /** A gate to a nested tree of row ids. */
    public static final int GATE = 3;

    /** Up to four row offsets of a window, in the pointer. */
    public static final int OFFSETS = 4;

    /** All 4096 rows of a window, in the pointer. */
    public static final int FULL = 5;

    /** The first and smallest of 23 sizes of sorted arrays of row offsets, whose codes follow each other. */
    public static final int ARRAY16 = 6;

    /** The last and largest. */
    public static final int ARRAY512 = 28;

    /** A bit for each row of a window. */
    public static final int BITMAP = 29;

    public static final int NODE4 = 30;
    public static final int NODE8 = 31;
    public static final int NODE16 = 32;
    public static final int NODE48 = 33;
    public static final int NODE96 = 34;
    public static final int NODE256 = 35;

    /** A Node4 whose children have tails, see {@link InnerNode}. */
    public static final int TAILED4 = 36;

    public static final int TAILED8 = 37;
    public static final int TAILED16 = 38;
    public static final int TAILED24 = 39;
    public static final int TAILED32 = 40;
    public static final int TAILED48 = 41;

    /** The first and smallest of five sizes of prefix nodes. */
    public static final int PREFIX16 = 42;

    public static final int PREFIX24 = 43;
    public static final int PREFIX32 = 44;
    public static final int PREFIX64 = 45;
    public static final int PREFIX128 = 46;

    /** Where a {@link #LEAF} holds the pointer to the next leaf of its chain. */
    public static final int LEAF_NEXT = 40;

    /** Where a {@link #GATE} holds the root of its nested tree. */
    public static final int GATE_ROOT = 8;

    /** Type codes are below this. */
    public static final int COUNT = 64;

    /** The mark of a value whose key has one more byte, 00. */
    public static final int IMPLIED_ZERO = 0x40;

    static final int TYPE_MASK = 0x3F;

    /** Arrays whose sizes double would be a third empty on average. */
    private static final int[] ARRAY_SIZES = {
        16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 160, 192, 224, 256, 320, 384, 448, 512
    };

    private static final int[] SIZES = new int[COUNT];
    private static final String[] NAMES = new String[COUNT];

    static {
        Arrays.fill(NAMES, "UNKNOWN");
        define(NONE, "NONE", 0);
        define(INLINED, "INLINED", 0);
        define(LEAF, "LEAF", 48);
        define(GATE, "GATE", 16);
        define(OFFSETS, "OFFSETS", 0);
        define(FULL, "FULL", 0);
        for (int i = 0; i < ARRAY_SIZES.length; i++) {
            define(ARRAY16 + i, "ARRAY" + ARRAY_SIZES[i], ARRAY_SIZES[i]);
        }
        define(BITMAP, "BITMAP", 520);
        define(NODE4, "NODE4", 40);
        define(NODE8, "NODE8", 88);
        define(NODE16, "NODE16", 152);
        define(NODE48, "NODE48", 424);
        define(NODE96, "NODE96", 808);
        define(NODE256, "NODE256", 2056);
        define(TAILED4, "TAILED4", 72);
        define(TAILED8, "TAILED8", 152);
        define(TAILED16, "TAILED16", 280);
        define(TAILED24, "TAILED24", 424);
        define(TAILED32, "TAILED32", 552);
        define(TAILED48, "TAILED48", 808);
        define(PREFIX16, "PREFIX16", 16);
        define(PREFIX24, "PREFIX24", 24);
        define(PREFIX32, "PREFIX32", 32);
        define(PREFIX64, "PREFIX64", 64);
        define(PREFIX128, "PREFIX128", 128);
    }

    private NodeType() {}

    private static void define(int type, String name, int size) {
        SIZES[type] = size;
        NAMES[type] = name;
    }

    /** Bytes of a node, 0 for types without one and for unknown codes. */
    public static int size(int type) {
        return SIZES[type];
    }

    /** The name of a type, {@code UNKNOWN} for a code that has none. */
    public static String name(int type) {
        return NAMES[type];
    }

    /** Whether the code is one of this format's; false for codes that only a damaged or newer file holds. */
    public static boolean isKnown(int type) {
        return type == INLINED || type == OFFSETS || type == FULL || SIZES[type] != 0;
    }

    /** Whether pointers of this type hold their content themselves. */
    public static boolean isImmediate(int type) {
        return SIZES[type] == 0;
    }

    /** Whether the type ends a key: row ids, or a container of row offsets. */
    public static boolean isValue(int type) {
        return type <= BITMAP && type != NONE;
    }

    /** Whether nodes of this type branch by a key byte. */
    public static boolean isInner(int type) {
        return type >= NODE4 && type <= TAILED48;
    }

    /** Whether nodes of this type branch by a key byte and hold a tail for each child. */
    public static boolean isTailed(int type) {
        return type >= TAILED4 && type <= TAILED48;
    }

    /** Whether nodes of this type hold key bytes that all keys below share. */
    public static boolean isPrefix(int type) {
        return type >= PREFIX16 && type <= PREFIX128;
    }

    /** Whether the type is a container of row offsets, the leaf of a nested tree. */
    public static boolean isContainer(int type) {
        return type >= OFFSETS && type <= BITMAP;
    }
}
