/** The adaptive radix tree: node pointer, node layouts, look-up, copy-on-write changes, cursor, walk and verifier. */
@NullMarked
package org.artindex.tree;

import org.jspecify.annotations.NullMarked;
