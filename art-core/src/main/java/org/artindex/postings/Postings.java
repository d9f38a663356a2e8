package org.artindex.postings;

import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.NodeType;
import org.artindex.tree.TreeLookup;

/**
 * Questions to the row ids of one key, which are a value pointer in one of three tiers.
 *
 * <table>
 * <caption>Tiers</caption>
 * <tr><th>row ids</th><th>form</th></tr>
 * <tr><td>1</td><td>inlined in the pointer</td></tr>
 * <tr><td>2 to 16</td><td>a chain of {@link Leaf leaves}</td></tr>
 * <tr><td>more</td><td>a {@link Gate} to a nested tree of {@link Container containers}</td></tr>
 * </table>
 *
 * <p>0 is the empty set. Nothing here writes or allocates.
 */
public final class Postings {
    private Postings() {}

    /** Row ids in the set. */
    public static long count(NodeSpace space, long value) {
        return switch (NodePointer.type(value)) {
            case NodeType.NONE -> 0;
            case NodeType.INLINED -> 1;
            case NodeType.LEAF -> Leaf.chainCount(space.address(value));
            default -> Gate.count(space.address(value));
        };
    }

    /** Whether the set holds a row id; false for numbers that are none. */
    public static boolean contains(NodeSpace space, long value, long row) {
        if (row < 0 || row > NodePointer.LARGEST_ROW_ID) {
            return false;
        }
        return switch (NodePointer.type(value)) {
            case NodeType.NONE -> false;
            case NodeType.INLINED -> NodePointer.payload(value) == row;
            case NodeType.LEAF -> Leaf.contains(space, value, row);
            default -> gateContains(space, value, row);
        };
    }

    /** The smallest row id of a set that is not empty. */
    public static long first(NodeSpace space, long value) {
        if (NodePointer.type(value) == NodeType.INLINED) {
            return NodePointer.payload(value);
        }
        if (NodePointer.type(value) == NodeType.LEAF) {
            return Leaf.first(space.address(value));
        }
        long root = Gate.root(space.address(value));
        long key = TreeLookup.firstKey(space, root);
        return Gate.base(key) | Container.first(space, TreeLookup.find(space, root, key, Gate.KEY_LENGTH));
    }

    private static boolean gateContains(NodeSpace space, long value, long row) {
        long root = Gate.root(space.address(value));
        long container = TreeLookup.find(space, root, Gate.key(row), Gate.KEY_LENGTH);
        return container != 0 && Container.contains(space, container, (int) row & Container.OFFSET_MASK);
    }
}
