package org.artindex;

/**
 * A table of the host, as far as the engine knows it: a name, and the set of its live row ids.
 *
 * @param id never reused in an engine
 * @param name unique among the tables of an engine
 */
public record Table(int id, String name) {}
