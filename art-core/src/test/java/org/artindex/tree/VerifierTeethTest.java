package org.artindex.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import org.artindex.CorruptionException;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.IndexReader;
import org.artindex.Snapshot;
import org.artindex.memory.Memory;
import org.artindex.state.IndexState;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each kind of damage to a node is poked into a whole engine and must be reported, by name of the node's type. */
class VerifierTeethTest {
    private final List<DynamicTest> tests = new ArrayList<>();

    @TestFactory
    List<DynamicTest> innerNodesAreReportedFor() {
        for (int type = NodeType.NODE4; type <= NodeType.TAILED48; type++) {
            int inner = type;
            everyInnerNode(inner);
            if (type != NodeType.NODE256) {
                bites(
                        type,
                        "an unused child",
                        node -> Memory.putLong(unusedChild(inner, node), NodePointer.inlined(5)));
            }
        }
        for (int type = NodeType.NODE4; type <= NodeType.TAILED16; type++) {
            if (!InnerNode.isSorted(type)) {
                continue;
            }
            int keys = InnerNode.keysOffset(type);
            bites(type, "unsorted key bytes", node -> swapBytes(node + keys));
            bites(type, "equal key bytes", node -> Memory.putByte(node + keys + 1, Memory.getByte(node + keys)));
            bites(type, "an unused key byte", node -> Memory.putByte(node + keys + Memory.getShort(node), 255));
            int lastKey = keys == Node4.KEYS ? Node4.CAPACITY - 1 : Node16.CAPACITY - 1;
            bites(type, "an unused last key byte", node -> Memory.putByte(node + keys + lastKey, 255));
        }
        for (int type :
                new int[] {NodeType.NODE48, NodeType.NODE96, NodeType.TAILED24, NodeType.TAILED32, NodeType.TAILED48}) {
            bites(type, "a wrong rank", node -> Memory.putByte(node + Node48.RANKS + 2, 99));
            bites(type, "a first rank that is not zero", node -> Memory.putByte(node + Node48.RANKS, 1));
            bites(
                    type,
                    "a bit too many",
                    node -> Memory.putLong(
                            node + Node48.BITMAP + 24, Memory.getLong(node + Node48.BITMAP + 24) | Long.MIN_VALUE));
            bites(type, "a moved bit", VerifierTeethTest::moveBit);
        }
        bites(
                NodeType.NODE256,
                "a child too many",
                node -> Memory.putLong(Node256.slot(node, 254), NodePointer.inlined(5)));
        return tests;
    }

    private void everyInnerNode(int type) {
        bites(type, "a count that is one too high", node -> Memory.putShort(node, Memory.getShort(node) + 1));
        bites(type, "a count that is one too low", node -> Memory.putShort(node, Memory.getShort(node) - 1));
        bites(type, "a count of one", node -> Memory.putShort(node, 1));
        bites(type, "a count of zero", node -> Memory.putShort(node, 0));
        bites(type, "a count of 65535", node -> Memory.putShort(node, 0xFFFF));
        bites(type, "an unused byte", node -> Memory.putByte(node + 2, 1));
        bites(type, "a missing child", node -> Memory.putLong(firstChild(type, node), 0));
        bites(
                type,
                "a child of unknown type",
                node -> Memory.putLong(firstChild(type, node), NodePointer.immediate(NodeType.COUNT - 1, 5)));
        bites(
                type,
                "a child that is a container",
                node -> Memory.putLong(firstChild(type, node), NodePointer.immediate(NodeType.FULL, 1)));
    }

    @TestFactory
    List<DynamicTest> tailsAreReportedFor() {
        for (int type = NodeType.TAILED4; type <= NodeType.TAILED48; type++) {
            int tailed = type;
            bites(type, "a tail of eight bytes", node -> Memory.putByte(firstChild(tailed, node) + 8, 8));
            bites(type, "a tail of 255 bytes", node -> Memory.putByte(firstChild(tailed, node) + 8, 255));
            bites(type, "an unused byte of a tail", node -> Memory.putByte(firstChild(tailed, node) + 15, 1));
            bites(type, "a zero that is stored", node -> Memory.putByte(firstChild(tailed, node) + 8 + 4, 0));
            bites(type, "a tail without a child", node -> Memory.putLong(unusedChild(tailed, node) + 8, 1));
        }
        bitesWhere(
                NodeType.TAILED4,
                node -> NodeType.isPrefix(NodePointer.type(Memory.getLong(firstChild(NodeType.TAILED4, node)))),
                "a tail that is not full above a prefix",
                node -> Prefix.cutTail(firstChild(NodeType.TAILED4, node), 6));
        return tests;
    }

    @TestFactory
    List<DynamicTest> prefixesAreReportedFor() {
        int[] types = {NodeType.PREFIX16, NodeType.PREFIX24, NodeType.PREFIX32, NodeType.PREFIX64, NodeType.PREFIX128};
        for (int type : types) {
            bites(type, "a length of zero", node -> Memory.putByte(node + 8, 0));
            bites(type, "a length over its capacity", node -> Memory.putByte(node + 8, NodeType.size(type) - 8));
            bites(type, "a missing child", node -> Memory.putLong(node, 0));
            bites(type, "an unused byte", node -> Memory.putByte(node + NodeType.size(type) - 1, 1));
        }
        bites(NodeType.PREFIX24, "a length for a smaller size", node -> {
            Memory.putByte(node + 8, 7);
            Memory.putLong(node + 16, 0);
        });
        bitesWhere(
                NodeType.PREFIX32,
                node -> !NodePointer.isValue(Memory.getLong(node)),
                "a mark of an implied zero on an inner node",
                node -> Memory.putLong(node, NodePointer.withImpliedZero(Memory.getLong(node))));
        bitesWhere(
                NodeType.PREFIX32,
                node -> NodePointer.isValue(Memory.getLong(node)),
                "a zero that is stored",
                node -> Memory.putByte(node + 9 + Prefix.length(node) - 1, 0));
        bitesWhere(
                NodeType.PREFIX128,
                node -> NodeType.isPrefix(NodePointer.type(Memory.getLong(node))),
                "a node that is not full above another",
                node -> {
                    Memory.putByte(node + 8, 118);
                    Memory.putByte(node + 127, 0);
                });
        return tests;
    }

    @TestFactory
    List<DynamicTest> leavesAreReportedFor() {
        bites(NodeType.LEAF, "a count that is too low", leaf -> Memory.putByte(leaf, Memory.getByte(leaf) - 1));
        bites(NodeType.LEAF, "a count of zero", leaf -> Memory.putByte(leaf, 0));
        bites(NodeType.LEAF, "a count over what a leaf can hold", leaf -> Memory.putByte(leaf, 6));
        bites(NodeType.LEAF, "an unused byte", leaf -> Memory.putByte(leaf + 39, 1));
        bites(NodeType.LEAF, "a wrong count of the chain", leaf -> Memory.putByte(leaf + 8, 11));
        bites(NodeType.LEAF, "a chain of one", leaf -> Memory.putByte(leaf + 8, 1));
        bites(NodeType.LEAF, "differences that are too short", leaf -> Memory.putByte(leaf + 9, 6));
        bites(NodeType.LEAF, "differences that are too long", leaf -> Memory.putByte(leaf + 9, 8));
        bites(NodeType.LEAF, "differences of no bytes", leaf -> Memory.putByte(leaf + 9, 0));
        bites(NodeType.LEAF, "row ids out of order", leaf -> Memory.putByte(leaf + 16, 127));
        bites(NodeType.LEAF, "equal row ids", leaf -> Memory.putByte(leaf + 16, Memory.getByte(leaf + 23)));
        bites(NodeType.LEAF, "a row id out of range", leaf -> Memory.putByte(leaf + 7, 255));
        bites(NodeType.LEAF, "a row id that fits in the leaf before", leaf -> {
            Memory.putByte(leaf, 2);
            Memory.putByte(leaf + 8, 7);
            Memory.putByte(leaf + 9, 1);
            Memory.putLong(leaf + 10, 1);
            Memory.putLong(leaf + 18, 0);
            Memory.putLong(leaf + 26, 0);
            Memory.putLong(leaf + 32, 0);
        });
        bites(NodeType.LEAF, "a chain cut off", leaf -> Memory.putLong(leaf + NodeType.LEAF_NEXT, 0));
        bites(NodeType.LEAF, "leaves in the wrong order", leaf -> {
            long next = NodePointer.slabAddress(Memory.getLong(leaf + NodeType.LEAF_NEXT));
            long first = Memory.getLong(leaf);
            Memory.putLong(leaf, Memory.getLong(next));
            Memory.putLong(next, first);
        });
        bites(
                NodeType.LEAF,
                "a chain that goes in a circle",
                leaf -> Memory.putLong(
                        NodePointer.slabAddress(Memory.getLong(leaf + NodeType.LEAF_NEXT)) + NodeType.LEAF_NEXT,
                        NodePointer.toSlab(NodeType.LEAF, leaf)));
        bites(
                NodeType.LEAF,
                "a next pointer to no leaf",
                leaf -> Memory.putLong(leaf + NodeType.LEAF_NEXT, NodePointer.inlined(77)));
        return tests;
    }

    @TestFactory
    List<DynamicTest> gatesAndContainersAreReportedFor() {
        bites(NodeType.GATE, "a count too high", gate -> Memory.putLong(gate, Memory.getLong(gate) + 1));
        bites(NodeType.GATE, "a count of -1", gate -> Memory.putLong(gate, -1));
        bites(NodeType.GATE, "a missing root", gate -> Memory.putLong(gate + NodeType.GATE_ROOT, 0));
        bites(
                NodeType.GATE,
                "a root that is a row id",
                gate -> Memory.putLong(gate + NodeType.GATE_ROOT, NodePointer.inlined(5)));
        bites(NodeType.GATE, "nested keys that are a byte short", gate -> {
            long path = NodePointer.slabAddress(Memory.getLong(gate + NodeType.GATE_ROOT));
            Prefix.cutTail(path, Prefix.length(path) - 1);
        });
        for (int type = NodeType.ARRAY16; type <= NodeType.ARRAY512; type++) {
            int size = NodeType.size(type);
            bites(type, "a count too low", array -> Memory.putShort(array, Memory.getShort(array) - 1));
            bites(type, "a count too high", array -> Memory.putShort(array, Memory.getShort(array) + 1));
            bites(type, "a count over its capacity", array -> Memory.putShort(array, size / 2));
            bites(type, "a count of zero", array -> Memory.putShort(array, 0));
            bites(type, "offsets out of order", array -> Memory.putShort(array + 2, 4000));
            bites(type, "an offset out of range", array -> Memory.putShort(array + 2L * Memory.getShort(array), 4096));
            bites(type, "an unused offset", array -> Memory.putShort(array + size - 2, 7));
        }
        bites(NodeType.BITMAP, "a count too low", bitmap -> Memory.putShort(bitmap, Memory.getShort(bitmap) - 1));
        bites(NodeType.BITMAP, "a count of 4096", bitmap -> Memory.putShort(bitmap, 4096));
        bites(NodeType.BITMAP, "a bit too many", bitmap -> Memory.putLong(bitmap + 512, -1));
        bites(NodeType.BITMAP, "an unused byte", bitmap -> Memory.putByte(bitmap + 3, 1));
        return tests;
    }

    @TestFactory
    List<DynamicTest> valuesInPointersAreReportedFor() {
        int type = NodeType.NODE16;
        pokes(type, "no row offsets", NodePointer.immediate(NodeType.OFFSETS, 0), true);
        pokes(type, "five row offsets", NodePointer.immediate(NodeType.OFFSETS, 5L << 48), true);
        pokes(type, "row offsets out of order", NodePointer.immediate(NodeType.OFFSETS, 2L << 48 | 3 << 12 | 4), true);
        pokes(type, "an unused row offset", NodePointer.immediate(NodeType.OFFSETS, 1L << 48 | 3 << 12 | 4), true);
        pokes(type, "a payload of a full window", NodePointer.immediate(NodeType.FULL, 2), true);
        pokes(type, "a row id in place of a container", NodePointer.inlined(4), true);
        pokes(type, "a container in place of row ids", NodePointer.immediate(NodeType.OFFSETS, 1L << 48 | 4), false);
        pokes(type, "nothing but a payload", 5, false);
        return tests;
    }

    @Test
    void anIndexThatRecordsOtherCountsThanItHoldsIsReported() {
        try (CheckedEngine db = new CheckedEngine()) {
            everyNodeType(db);
            IndexState right = db.record().indexes().get(0);
            right.verify(db.space());
            for (IndexState wrong : List.of(
                    new IndexState(right.index(), right.root(), right.keys() + 1, right.entries()),
                    new IndexState(right.index(), right.root(), right.keys(), right.entries() - 1),
                    new IndexState(right.index(), 0, right.keys(), right.entries()))) {
                assertThatThrownBy(() -> wrong.verify(db.space()))
                        .isInstanceOf(CorruptionException.class)
                        .hasMessageContaining("all types records");
            }
        }
    }

    /** Replaces the first child of a Node16, of a nested tree or not. */
    private void pokes(int type, String damage, long child, boolean isNested) {
        tests.add(dynamicTest(
                damage,
                () -> assertReported(
                        type, isNested, node -> true, node -> Memory.putLong(node + Node16.CHILDREN, child))));
    }

    private void bites(int type, String damage, LongConsumer poke) {
        bitesWhere(type, node -> true, damage, poke);
    }

    private void bitesWhere(int type, LongPredicate fits, String damage, LongConsumer poke) {
        boolean isNested = type >= NodeType.ARRAY16 && type <= NodeType.BITMAP;
        tests.add(dynamicTest(NodeType.name(type) + ": " + damage, () -> assertReported(type, isNested, fits, poke)));
    }

    private static void assertReported(int type, boolean isNested, LongPredicate fits, LongConsumer poke) {
        CheckedEngine db = new CheckedEngine();
        db.abandon();
        Index index = everyNodeType(db);
        long node = find(db, type, isNested, fits);
        try (db;
                Snapshot snapshot = db.snapshot()) {
            IndexReader reader = snapshot.reader(index);
            reader.verify();
            poke.accept(node);
            assertThatThrownBy(reader::verify)
                    .isInstanceOf(CorruptionException.class)
                    .hasMessageContaining("index all types");
        }
    }

    /** An index with nodes of all types, none of them full, so that there is something unused to damage. */
    private static Index everyNodeType(CheckedEngine db) {
        Index index = db.index("all types", Uniqueness.NOT_UNIQUE);
        db.change(batch -> {
            byte[] tail = Keys.hex("74 61 69 6c");
            int[] children = {3, 6, 10, 30, 70, 100};
            int[] tailedChildren = {3, 6, 10, 20, 30, 40};
            for (int node = 0; node < children.length; node++) {
                for (int child = 0; child < children[node]; child++) {
                    batch.put(index, new byte[] {(byte) node, (byte) (2 * child + 1)}, child);
                }
                for (int child = 0; child < tailedChildren[node]; child++) {
                    byte[] branch = {(byte) (6 + node), (byte) (2 * child + 1)};
                    batch.put(index, Keys.concat(branch, tail), child);
                }
            }
            for (int length : new int[] {4, 11, 12, 19, 20, 27, 40, 100, 107, 250}) {
                batch.put(index, Keys.concat(new byte[] {13, (byte) length}, Keys.repeated('p', length)), 1);
                byte[] forked = Keys.concat(new byte[] {14, (byte) length}, Keys.repeated('p', length), new byte[2]);
                batch.put(index, forked, 1);
                forked[length] = 'q';
                batch.put(index, forked, 1);
            }
            // a path too long for its tail joins two that fit
            batch.put(index, Keys.concat(new byte[] {15, 2}, Keys.repeated('p', 3)), 1);
            batch.put(index, Keys.concat(new byte[] {15, 3}, Keys.repeated('p', 3)), 1);
            batch.put(index, Keys.concat(new byte[] {15, 1}, Keys.repeated('p', 30)), 1);
            for (int row = 0; row < 10; row++) {
                batch.put(index, new byte[] {20}, (long) row << 48);
            }
            int[] counts = {
                5, 9, 13, 17, 21, 25, 29, 33, 37, 41, 45, 49, 53, 57, 61, 70, 90, 100, 120, 150, 180, 200, 240, 1000
            };
            for (int window = 0; window < counts.length; window++) {
                byte[] key = {(byte) (window < 10 ? 21 : 22)};
                for (int row = 0; row < counts[window]; row++) {
                    batch.put(index, key, window * 4096L + row * 4);
                }
            }
        });
        for (int type = 0; type < NodeType.COUNT; type++) {
            assertThat(db.space().usedSlots(type) > 0).as(NodeType.name(type)).isEqualTo(NodeType.size(type) > 0);
        }
        return index;
    }

    /** The first node of a type, on the way from the root, above or below a gate. */
    private static long find(CheckedEngine db, int wanted, boolean isNested, LongPredicate fits) {
        long[] found = {0};
        int[] gates = {0};
        new TreeWalk(db.space()).walk(db.record().indexes().get(0).root(), new TreeWalk.Visitor() {
            @Override
            public boolean enter(long pointer) {
                long address = db.space().address(pointer);
                int type = NodePointer.type(pointer);
                if (found[0] == 0 && type == wanted && gates[0] > 0 == isNested && fits.test(address)) {
                    found[0] = address;
                }
                gates[0] += type == NodeType.GATE ? 1 : 0;
                return true;
            }

            @Override
            public void leave(long pointer, long address) {
                gates[0] -= NodePointer.type(pointer) == NodeType.GATE ? 1 : 0;
            }
        });
        assertThat(found[0]).as("a %s", NodeType.name(wanted)).isNotZero();
        return found[0];
    }

    private static long unusedChild(int type, long node) {
        return InnerNode.slotAt(type, node, InnerNode.count(node));
    }

    private static long firstChild(int type, long node) {
        return InnerNode.slotAt(type, node, InnerNode.first(type, node) >> 8);
    }

    private static void swapBytes(long address) {
        int first = Memory.getByte(address);
        Memory.putByte(address, Memory.getByte(address + 1));
        Memory.putByte(address + 1, first);
    }

    /** Moves the lowest bit of the first bitmap word to the second one, without telling the ranks. */
    private static void moveBit(long node) {
        long word = Memory.getLong(node + Node48.BITMAP);
        Memory.putLong(node + Node48.BITMAP, word & word - 1);
        Memory.putLong(node + Node48.BITMAP + 8, Memory.getLong(node + Node48.BITMAP + 8) | 1);
    }
}
