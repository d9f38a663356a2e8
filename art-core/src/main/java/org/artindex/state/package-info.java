/** The published state of an index: snapshots for readers, one writer. */
@NullMarked
package org.artindex.state;

import org.jspecify.annotations.NullMarked;
