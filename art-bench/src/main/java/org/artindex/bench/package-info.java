/** JMH benchmarks and the gates over their results. */
@NullMarked
package org.artindex.bench;

import org.jspecify.annotations.NullMarked;
