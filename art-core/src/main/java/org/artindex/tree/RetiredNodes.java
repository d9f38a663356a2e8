package org.artindex.tree;

import java.util.function.LongConsumer;
import org.artindex.memory.PointerList;

/** Slab nodes that are unlinked but may still be seen by a snapshot, and their bytes. Not thread-safe. */
public final class RetiredNodes {
    private final PointerList pointers = new PointerList();
    private long bytes;

    /** Bytes of the nodes' slots together. */
    public long bytes() {
        return bytes;
    }

    void add(long pointer) {
        pointers.add(pointer);
        bytes += NodeType.size(NodePointer.type(pointer));
    }

    void forEach(LongConsumer action) {
        pointers.forEach(action);
    }

    void clear() {
        pointers.clear();
        bytes = 0;
    }
}
