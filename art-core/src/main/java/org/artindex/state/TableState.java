package org.artindex.state;

import org.artindex.Table;

/**
 * A table at one version.
 *
 * @param table what it is
 * @param live the set of its live row ids, as a value of {@code org.artindex.postings}
 */
public record TableState(Table table, long live) {}
