/** The adaptive radix tree: node pointers, node layouts, look-up, change, cursor. */
@NullMarked
package org.artindex.tree;

import org.jspecify.annotations.NullMarked;
