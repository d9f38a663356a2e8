package org.artindex.state;

import org.artindex.Index;
import org.artindex.memory.Memory;
import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.NodeType;

/**
 * An index while a batch changes it.
 *
 * <p>The root slot that tree changes need is a node of the batch's own, a {@link NodeType#PREFIX16} of which only the child
 * field is used: so an undone batch gives it back like any other.
 */
final class IndexWork {
    final Index index;
    private final IndexState before;
    private long root;
    private long cell;
    long keys;
    long entries;
    long repeatedKeys;
    byte[] lastRepeatedKey = new byte[0];
    boolean changed;

    IndexWork(IndexState before) {
        this.index = before.index();
        this.before = before;
        this.root = before.root();
        this.keys = before.keys();
        this.entries = before.entries();
        this.repeatedKeys = before.repeatedKeys();
    }

    long root() {
        return cell == 0 ? root : Memory.getLong(NodePointer.slabAddress(cell));
    }

    long rootSlot(NodeSpace space) {
        if (cell == 0) {
            cell = space.allocate(NodeType.PREFIX16);
            Memory.putLong(NodePointer.slabAddress(cell), root);
        }
        return NodePointer.slabAddress(cell);
    }

    /** Gives the root slot back and makes the state after the batch. */
    IndexState finish(NodeSpace space) {
        root = root();
        if (cell != 0) {
            space.free(cell);
            cell = 0;
        }
        return changed ? new IndexState(index, root, keys, entries, repeatedKeys) : before.withRoot(root);
    }
}
