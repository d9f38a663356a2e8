/**
 * The engine: key columns to sets of row ids.
 *
 * <p>Start at {@link org.artindex.Engine}.
 */
@NullMarked
package org.artindex;

import org.jspecify.annotations.NullMarked;
