/** Events for Java Flight Recorder, which may be missing. */
@NullMarked
package org.artindex.event;

import org.jspecify.annotations.NullMarked;
