package org.artindex;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.artindex.state.OpenSnapshots;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.NodeType;

/**
 * What an engine takes of off-heap memory. The numbers are read while the writer may work, so they belong to about the same moment.
 *
 * @param nodes the node types in use, by name
 * @param usedBytes bytes of all slabs in use, see {@link Engine#memoryUsed}
 * @param reservedBytes bytes that the system was asked for, in chunks of up to 32 MiB; pages of them that were never touched take no memory
 * @param version number of the state that is visible
 * @param snapshots what the open snapshots keep
 */
public record EngineStats(
        Map<String, NodeUse> nodes, long usedBytes, long reservedBytes, long version, SnapshotUse snapshots) {
    /**
     * What the open snapshots keep.
     *
     * @param count open snapshots
     * @param oldestVersion number of the oldest state that one of them shows, the visible one where there is none
     * @param oldestAge since when the oldest state has been pinned without a pause, zero where there is no snapshot
     * @param pinnedBytes bytes of nodes that are no longer part of the visible state
     */
    public record SnapshotUse(int count, long oldestVersion, Duration oldestAge, long pinnedBytes) {}

    /**
     * What the nodes of one type take.
     *
     * @param nodes nodes, also those that only older snapshots or the batch under way see
     * @param nodeBytes bytes of the nodes
     * @param slabs slabs held for the type
     * @param slabBytes bytes of the slabs: 32 KiB for a type's first one, 256 KiB for any other
     */
    public record NodeUse(long nodes, long nodeBytes, long slabs, long slabBytes) {
        /** Bytes of the slabs that no node takes: free slots and the slabs' own heads. */
        public long slackBytes() {
            return slabBytes - nodeBytes;
        }
    }

    /** Bytes of all nodes. */
    public long nodeBytes() {
        return nodes.values().stream().mapToLong(NodeUse::nodeBytes).sum();
    }

    /** Bytes of slabs that no node takes. */
    public long slackBytes() {
        return nodes.values().stream().mapToLong(NodeUse::slackBytes).sum();
    }

    static EngineStats of(NodeSpace space, long version, OpenSnapshots open) {
        Map<String, NodeUse> nodes = new LinkedHashMap<>();
        for (int type = 0; type < NodeType.COUNT; type++) {
            long slabs = space.slabs(type);
            if (slabs > 0) {
                long used = space.usedSlots(type);
                nodes.put(
                        NodeType.name(type),
                        new NodeUse(used, used * NodeType.size(type), slabs, space.slabBytes(type)));
            }
        }
        return new EngineStats(
                Collections.unmodifiableMap(nodes),
                space.usedBytes(),
                space.reservedBytes(),
                version,
                new SnapshotUse(open.count(), open.oldestVersion(), open.oldestAge(), open.pinnedBytes()));
    }
}
