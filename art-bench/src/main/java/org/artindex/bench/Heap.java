package org.artindex.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.NavigableMap;
import java.util.function.Supplier;

/** What the garbage collector does to the peers: it counts their bytes, moves their objects, and must not run unasked. */
public final class Heap {
    private static final int CHUNK = 1 << 16;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** The last of the garbage: being held makes it garbage that must really be allocated. */
    @SuppressWarnings("UnusedVariable")
    private static byte[] garbage = new byte[0];

    private Heap() {}

    /** Collections of all collectors since the JVM began. */
    static long collections() {
        long count = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            count += collector.getCollectionCount();
        }
        return count;
    }

    /** Throws away what is garbage, so that what is built next meets an empty young generation. */
    public static void clean() {
        System.gc();
    }

    /**
     * Has everything alive moved the way a long-lived object is: by a young collection, which copies objects in the order in
     * which it reaches them, so that a tree's nodes come to lie by their parents; and then by a full one. The full one alone
     * would do nothing: it keeps the order of the objects.
     */
    static void moveObjects() {
        long before = collections();
        while (collections() == before) {
            garbage = new byte[CHUNK];
        }
        System.gc();
    }

    /** Bytes of heap in use after a full collection; the least of several, since other threads may allocate. */
    public static long used() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }

    /** Bytes that the calling thread allocates while it does something. */
    static long allocatedBy(Runnable operation) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        operation.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    /** Bytes that a structure holds once all keys are in it, on the heap and outside. */
    static long bytesOf(Supplier<Structure> maker) {
        long before = used();
        try (Structure structure = maker.get()) {
            structure.build();
            return used() - before + structure.offHeapBytes();
        }
    }

    /** Bytes that a map with all keys of a set keeps alive: its entries, keys and rows. */
    static <K extends Comparable<K>> long bytesOf(KeySet keys, ObjectKeys<K> objects, Peer peer) {
        long before = used();
        NavigableMap<K, Long> map = peer.newMap();
        for (int row = 0; row < keys.count(); row++) {
            map.put(objects.copy(row), (long) row);
        }
        long bytes = used() - before;
        if (map.size() != keys.count()) {
            throw new IllegalStateException(map.size() + " keys instead of " + keys.count());
        }
        return bytes;
    }
}
