package org.artindex;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.artindex.state.IndexState;
import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.NodeType;
import org.artindex.tree.TreeWalk;

/**
 * What an index consists of.
 *
 * @param keys distinct keys
 * @param entries (key, row) pairs
 * @param nodes nodes by the name of their type, for types that occur
 * @param inlinedRows row ids held in pointers: keys with one row
 * @param bytes bytes of all nodes
 * @param height the most nodes on a path from the root, prefix nodes, leaves and nested trees included
 */
public record IndexStats(long keys, long entries, Map<String, Long> nodes, long inlinedRows, long bytes, int height) {

    /** Bytes of all nodes a key, 0 for an empty index. */
    public double bytesPerKey() {
        return keys == 0 ? 0 : (double) bytes / keys;
    }

    /** Keys whose rows are behind a gate: more than 16, or still more than 8 after removals. */
    public long gateKeys() {
        return nodes.getOrDefault(NodeType.name(NodeType.GATE), 0L);
    }

    /** Keys whose rows are in a chain of leaves. */
    public long chainKeys() {
        return keys - inlinedRows - gateKeys();
    }

    static IndexStats of(NodeSpace space, IndexState state) {
        Counter counter = new Counter();
        new TreeWalk(space).walk(state.root(), counter);
        Map<String, Long> nodes = new LinkedHashMap<>();
        long bytes = 0;
        for (int type = 0; type < NodeType.COUNT; type++) {
            if (counter.counts[type] > 0) {
                nodes.put(NodeType.name(type), counter.counts[type]);
                bytes += counter.counts[type] * NodeType.size(type);
            }
        }
        return new IndexStats(
                state.keys(),
                state.entries(),
                Collections.unmodifiableMap(nodes),
                counter.inlined,
                bytes,
                counter.height);
    }

    private static final class Counter implements TreeWalk.Visitor {
        final long[] counts = new long[NodeType.COUNT];
        long inlined;
        int height;
        private int depth;

        @Override
        public boolean enter(long pointer) {
            counts[NodePointer.type(pointer)]++;
            height = Math.max(height, ++depth);
            return true;
        }

        @Override
        public void leave(long pointer, long address) {
            depth--;
        }

        @Override
        public void immediate(long pointer) {
            if (NodePointer.type(pointer) == NodeType.INLINED) {
                inlined++;
            }
        }
    }
}
