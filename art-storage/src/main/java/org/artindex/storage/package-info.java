/** The file: blocks, checkpoints, locks, the checker. */
@NullMarked
package org.artindex.storage;

import org.jspecify.annotations.NullMarked;
