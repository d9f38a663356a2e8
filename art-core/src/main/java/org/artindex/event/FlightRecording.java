package org.artindex.event;

import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Begins events, where Java Flight Recorder is there, which is an optional module, and a recording wants them; else all of its methods return
 * {@code null}.
 */
public final class FlightRecording {
    private static final boolean IS_PRESENT =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private FlightRecording() {}

    /**
     * Begins the event of a batch.
     *
     * @param nodesCopied nodes that the engine has copied before this batch
     * @param bytesAllocated bytes that it has allocated before this batch
     */
    public static @Nullable BatchEvent beginBatch(long nodesCopied, long bytesAllocated) {
        return isOn() ? BatchEvent.begin(nodesCopied, bytesAllocated) : null;
    }

    /** Begins the event of the bulk build of an index or a table. */
    public static @Nullable BulkBuildEvent beginBulkBuild(String name) {
        return isOn() ? BulkBuildEvent.begin(name) : null;
    }

    /** Begins the event of a vacuum. */
    public static @Nullable VacuumEvent beginVacuum() {
        return isOn() ? VacuumEvent.start() : null;
    }

    /** Whether a recording was begun in this JVM: making an event before would start the recorder. */
    private static boolean isOn() {
        return IS_PRESENT && FlightRecorder.isInitialized();
    }
}
