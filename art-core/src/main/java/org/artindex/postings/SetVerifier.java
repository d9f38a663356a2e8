package org.artindex.postings;

import org.artindex.CorruptionException;
import org.artindex.memory.Memory;
import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.NodeType;
import org.artindex.tree.TreeVerifier;

/**
 * Proves that a set of row ids is what this package makes: the right tier, ids ascending, counts right, unused bytes zero. Does not
 * trust the nodes. Not thread-safe.
 */
public final class SetVerifier implements TreeVerifier.ValueVerifier {
    private final NodeSpace space;
    private final TreeVerifier nested;
    private final long[] offsets = new long[Container.WINDOW];
    private long nestedRows;
    private long rows;

    /** Makes a verifier for sets in a space. */
    public SetVerifier(NodeSpace space) {
        this.space = space;
        this.nested = new TreeVerifier(space, this::verifyContainer);
    }

    /** Row ids of all sets verified so far. */
    public long rows() {
        return rows;
    }

    /** Verifies a set that stands at no key. */
    public void verify(long value) {
        verify(value, 0);
    }

    @Override
    public void verify(long value, int keyLength) {
        switch (NodePointer.type(value)) {
            case NodeType.INLINED -> rows++;
            case NodeType.LEAF -> rows += verifyChain(value);
            case NodeType.GATE -> rows += verifyGate(value);
            default -> check(false, value, "no set of row ids");
        }
    }

    private long verifyChain(long chain) {
        int expected = Leaf.chainCount(space.address(chain));
        check(expected >= 2 && expected <= Leaf.CHAIN_CAPACITY, chain, "chain of " + expected + " row ids");
        long leafBefore = 0;
        long previous = -1;
        int left = expected;
        for (long pointer = chain; pointer != 0; ) {
            check(NodePointer.code(pointer) == NodeType.LEAF, pointer, "no leaf");
            long leaf = space.address(pointer);
            int here = Leaf.count(leaf);
            check(here >= 1 && here <= left, pointer, here + " row ids where " + left + " are left");
            check(Leaf.chainCount(leaf) == left, pointer, "wrong count of the rest of the chain");
            long first = Leaf.first(leaf);
            check(first > previous, pointer, "row id " + first);
            check(
                    leafBefore == 0 || !Leaf.fit(Leaf.count(leafBefore), first - Leaf.first(leafBefore)),
                    pointer,
                    "row id " + first + ", which fits in the leaf before");
            previous = verifyDifferences(pointer, leaf, here - 1);
            left -= here;
            leafBefore = leaf;
            pointer = Memory.getLong(leaf + NodeType.LEAF_NEXT);
            check(pointer == 0 == (left == 0), chain, "chain ends with " + left + " row ids left");
        }
        return expected;
    }

    /** Returns the largest row id of the leaf. */
    private static long verifyDifferences(long pointer, long leaf, int differences) {
        int width = Leaf.width(leaf);
        long previous = 0;
        for (int i = 0; i < differences; i++) {
            check(
                    width >= 1 && width <= 7 && Leaf.fit(i + 1, 1L << (8 * width - 1)),
                    pointer,
                    "differences of " + width + " bytes");
            long difference = Leaf.difference(leaf, i, width);
            check(difference > previous, pointer, "difference " + difference);
            previous = difference;
        }
        check(Leaf.widthOf(previous) == width, pointer, "differences of " + width + " bytes up to " + previous);
        check(Leaf.isZeroAfter(leaf, differences, width), pointer, "unused bytes are not zero");
        long largest = Leaf.first(leaf) + previous;
        check(largest <= NodePointer.LARGEST_ROW_ID, pointer, "row id " + largest);
        return largest;
    }

    private long verifyGate(long value) {
        long gate = space.address(value);
        long root = Gate.root(gate);
        check(root != 0, value, "gate to nothing");
        nestedRows = 0;
        nested.verify(root);
        check(
                Gate.count(gate) == nestedRows,
                value,
                "count of " + Gate.count(gate) + " for " + nestedRows + " row ids");
        return nestedRows;
    }

    private void verifyContainer(long container, int keyLength) {
        check(keyLength == Gate.KEY_LENGTH, container, "nested key of " + keyLength + " bytes");
        int type = NodePointer.type(container);
        check(NodeType.isContainer(type), container, "no container");
        int count = Container.count(space, container);
        int capacity = switch (type) {
            case NodeType.OFFSETS -> Offsets.CAPACITY;
            case NodeType.FULL -> Container.WINDOW;
            case NodeType.BITMAP -> Container.WINDOW - 1;
            default -> OffsetArray.capacity(type);
        };
        check(count >= 1 && count <= capacity, container, "container of " + count + " rows");
        check(type != NodeType.FULL || NodePointer.payload(container) == 1, container, "payload of a full container");
        check(type != NodeType.OFFSETS || isZeroAbove(container, count), container, "unused offsets are not zero");
        if (type == NodeType.BITMAP) {
            check(Bitmap.bitCount(space.address(container)) == count, container, "wrong count of bits");
            check(Memory.getLong(space.address(container)) >>> 16 == 0, container, "unused bytes are not zero");
        } else if (!NodeType.isImmediate(type)) {
            for (int i = count; i < capacity; i++) {
                check(OffsetArray.at(space.address(container), i) == 0, container, "unused offset is not zero");
            }
        }
        int read = Container.read(space, container, 0, offsets);
        check(read == count, container, "count of " + count + " for " + read + " rows");
        for (int i = 1; i < count; i++) {
            check(offsets[i - 1] < offsets[i], container, "row offsets are not ascending");
        }
        check(offsets[count - 1] < Container.WINDOW, container, "row offset " + offsets[count - 1]);
        nestedRows += count;
    }

    private static boolean isZeroAbove(long offsets, int count) {
        return (offsets & (1L << 48) - 1) >>> (count * Container.WINDOW_SHIFT) == 0;
    }

    private static void check(boolean right, long pointer, String wrong) {
        if (!right) {
            throw new CorruptionException("row ids " + NodePointer.toString(pointer) + ": " + wrong);
        }
    }
}
