package org.artindex;

/**
 * What a vacuum has done.
 *
 * @param completed false where it was cancelled; what it has moved until then stays moved
 * @param slices batches that it took
 * @param nodesVisited nodes looked at
 * @param nodesMoved nodes copied
 * @param bytesBefore off-heap memory in use when it began, see {@link Engine#memoryUsed}
 * @param bytesAfter the same at its end; other batches that ran meanwhile have their part in the difference
 * @param bytesHeld bytes of slabs that go back as soon as older snapshots are closed and one more batch has ended
 */
public record VacuumResult(
        boolean completed,
        long slices,
        long nodesVisited,
        long nodesMoved,
        long bytesBefore,
        long bytesAfter,
        long bytesHeld) {}
