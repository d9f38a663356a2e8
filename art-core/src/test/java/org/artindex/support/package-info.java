/** What the tests of the engine share: an oracle, an engine that is checked after every test, and short names for keys. */
@NullMarked
package org.artindex.support;

import org.jspecify.annotations.NullMarked;
