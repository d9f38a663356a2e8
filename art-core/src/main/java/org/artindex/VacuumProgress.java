package org.artindex;

/**
 * How far a vacuum has come.
 *
 * @param treesDone indexes, and live-row sets of tables, that are done
 * @param trees indexes and live-row sets in all
 * @param nodesVisited nodes looked at so far
 * @param nodesMoved nodes copied so far
 * @param bytesUsed off-heap memory in use now, see {@link Engine#memoryUsed}
 */
public record VacuumProgress(int treesDone, int trees, long nodesVisited, long nodesMoved, long bytesUsed) {}
