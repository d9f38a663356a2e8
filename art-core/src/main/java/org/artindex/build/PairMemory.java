package org.artindex.build;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The regions that a build holds pairs in; closing it frees those that are left. Thread-safe. */
final class PairMemory implements AutoCloseable {
    private final Set<Region> regions = new HashSet<>();
    private long used;
    private long peak;

    synchronized void add(Region region, long size) {
        regions.add(region);
        used += size;
        peak = Math.max(peak, used);
    }

    synchronized boolean remove(Region region, long size) {
        boolean present = regions.remove(region);
        used -= present ? size : 0;
        return present;
    }

    /** Bytes of all regions. */
    synchronized long used() {
        return used;
    }

    /** The most bytes that all regions have had together. */
    synchronized long peak() {
        return peak;
    }

    @Override
    public void close() {
        List<Region> left;
        synchronized (this) {
            left = List.copyOf(regions);
        }
        left.forEach(Region::free);
    }
}
