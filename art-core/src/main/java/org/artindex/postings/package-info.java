/** The row ids of one key. */
@NullMarked
package org.artindex.postings;

import org.jspecify.annotations.NullMarked;
