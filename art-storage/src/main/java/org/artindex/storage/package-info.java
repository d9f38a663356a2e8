/** The file: blocks, checkpoints, write-ahead log, recovery. */
@NullMarked
package org.artindex.storage;

import org.jspecify.annotations.NullMarked;
