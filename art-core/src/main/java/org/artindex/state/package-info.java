/** The engine's state: immutable root records, their versions, and the writer's turn. */
@NullMarked
package org.artindex.state;

import org.jspecify.annotations.NullMarked;
