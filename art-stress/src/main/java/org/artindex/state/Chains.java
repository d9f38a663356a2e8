package org.artindex.state;

import java.util.ArrayList;
import java.util.List;
import org.artindex.Table;
import org.artindex.memory.Arena;
import org.artindex.memory.BlockTable;
import org.artindex.tree.NodeSpace;

/** Chains of versions whose records tell whether they are whole. */
final class Chains {
    private Chains() {}

    static VersionChain startingAt(long version) {
        return new VersionChain(space(), record(version));
    }

    /** A space that never holds a node, so that it reserves no memory. */
    static NodeSpace space() {
        return new NodeSpace(new Arena(Long.MAX_VALUE), BlockTable.none());
    }

    /** A record of as many tables as its version says. */
    static RootRecord record(long version) {
        List<TableState> tables = new ArrayList<>();
        for (int id = 0; id < version; id++) {
            tables.add(new TableState(new Table(id, "table"), 0));
        }
        return new RootRecord(version, (int) version, tables, List.of());
    }

    /** The version of a pinned record, -1 when the record is not whole. */
    static int wholeVersion(Version pinned) {
        RootRecord record = pinned.record();
        int version = (int) record.version();
        return record.tables().size() == version && record.nextId() == version ? version : -1;
    }
}
