/** The row ids of one key: inlined, leaf chain, or containers behind a gate. */
@NullMarked
package org.artindex.postings;

import org.jspecify.annotations.NullMarked;
