/** Group D: keys with many rows. */
@NullMarked
package org.artindex.bench.duplicates;

import org.jspecify.annotations.NullMarked;
