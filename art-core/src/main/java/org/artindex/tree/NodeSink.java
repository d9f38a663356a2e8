package org.artindex.tree;

/** Where new nodes go: a slab, or a block of a file. Not thread-safe. */
public interface NodeSink {
    /**
     * Makes room for a node, whose content is undefined.
     *
     * @param type a type that has nodes
     * @return the pointer to it, without the mark of an implied zero
     */
    long place(int type);

    /** Where the content of the node placed last is to be written; valid until the next one is placed. */
    long address();
}
