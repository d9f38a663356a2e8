/** The API: what a host database uses. */
@NullMarked
package org.artindex;

import org.jspecify.annotations.NullMarked;
