/** The art command. */
@NullMarked
package org.artindex.cli;

import org.jspecify.annotations.NullMarked;
