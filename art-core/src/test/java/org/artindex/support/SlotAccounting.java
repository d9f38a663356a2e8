package org.artindex.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.artindex.state.IndexState;
import org.artindex.state.RootRecord;
import org.artindex.state.TableState;
import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.NodeType;
import org.artindex.tree.TreeWalk;

/** Compares the slots that are in use with the nodes that can be reached: neither leaks nor slots freed too early. */
public final class SlotAccounting {
    private SlotAccounting() {}

    /** Slots in use by the name of the node type. */
    public static Map<String, Long> inUse(NodeSpace space) {
        Map<String, Long> counts = new TreeMap<>();
        for (int type = 0; type < NodeType.COUNT; type++) {
            if (space.usedSlots(type) != 0) {
                counts.put(NodeType.name(type), space.usedSlots(type));
            }
        }
        return counts;
    }

    /** Nodes reachable from a record by the name of their type. */
    public static Map<String, Long> reachable(NodeSpace space, RootRecord record) {
        Map<String, Long> counts = new TreeMap<>();
        walk(space, record, pointer -> counts.merge(NodeType.name(NodePointer.type(pointer)), 1L, Long::sum));
        return counts;
    }

    private static void walk(NodeSpace space, RootRecord record, LongConsumer visit) {
        TreeWalk walk = new TreeWalk(space);
        TreeWalk.Visitor visitor = new TreeWalk.Visitor() {
            @Override
            public boolean enter(long pointer) {
                visit.accept(pointer);
                return true;
            }

            @Override
            public void leave(long pointer, long address) {}
        };
        for (IndexState index : record.indexes()) {
            walk.walk(index.root(), visitor);
        }
        for (TableState table : record.tables()) {
            walk.walk(table.live(), visitor);
        }
    }

    /** Bytes of all slots in use. */
    public static long bytesInUse(NodeSpace space) {
        long bytes = 0;
        for (int type = 0; type < NodeType.COUNT; type++) {
            bytes += space.usedSlots(type) * NodeType.size(type);
        }
        return bytes;
    }

    /** Asserts that slots are in use for what can be reached and for what old snapshots pin; no batch is under way. */
    public static void assertAccounted(NodeSpace space, RootRecord visible, long pinnedBytes) {
        AtomicLong reachable = new AtomicLong();
        walk(space, visible, pointer -> reachable.addAndGet(NodeType.size(NodePointer.type(pointer))));
        assertThat(bytesInUse(space)).as("bytes of slots in use").isEqualTo(reachable.get() + pinnedBytes);
    }

    /** Asserts that exactly the reachable nodes have slots; no snapshot is open and no batch under way. */
    public static void assertExact(NodeSpace space, RootRecord record) {
        assertThat(inUse(space)).as("slots in use, by node type").isEqualTo(reachable(space, record));
        assertThat(space.usedBytes()).as("whole slabs").isEqualTo(slabBytes(space));
    }

    /** Asserts that no slot and no slab is in use. */
    public static void assertNone(NodeSpace space) {
        assertThat(inUse(space)).as("slots in use").isEmpty();
        assertThat(slabs(space)).as("slabs held").isZero();
        assertThat(space.usedBytes()).as("bytes in use").isZero();
    }

    private static long slabBytes(NodeSpace space) {
        long bytes = 0;
        for (int type = 0; type < NodeType.COUNT; type++) {
            bytes += space.slabBytes(type);
        }
        return bytes;
    }

    private static long slabs(NodeSpace space) {
        long slabs = 0;
        for (int type = 0; type < NodeType.COUNT; type++) {
            slabs += space.slabs(type);
        }
        return slabs;
    }
}
