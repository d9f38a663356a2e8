/** Order-preserving encoding of typed columns into key bytes. */
@NullMarked
package org.artindex.key;

import org.jspecify.annotations.NullMarked;
