/** Raw memory, fixed-size allocators over slabs, and the table of a file's blocks. */
@NullMarked
package org.artindex.memory;

import org.jspecify.annotations.NullMarked;
