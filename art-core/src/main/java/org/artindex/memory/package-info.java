/** Raw memory and the allocators over it; nothing else knows how memory is reached. */
@NullMarked
package org.artindex.memory;

import org.jspecify.annotations.NullMarked;
