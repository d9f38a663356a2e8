/** Events for Java Flight Recorder. Nothing here is loaded unless that is in use. */
@NullMarked
package org.artindex.event;

import org.jspecify.annotations.NullMarked;
