package org.artindex.build;

/**
 * A tree that was built.
 *
 * @param root its root pointer, 0 for the empty tree
 * @param keys distinct keys
 * @param entries distinct pairs
 */
public record BuiltTree(long root, long keys, long entries) {
    static final BuiltTree EMPTY = new BuiltTree(0, 0, 0);
}
