package org.artindex;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The writer needs memory that old snapshots pin, and none was closed while it waited (see {@link EngineOptions#backPressure}).
 *
 * <p>Close the oldest snapshot and try again. The indexes are as they were before the batch.
 */
public class OldSnapshotException extends MemoryLimitException {
    private static final long serialVersionUID = 1L;

    private final long version;
    private final Duration age;
    private final long pinnedBytes;

    /**
     * Creates the error.
     *
     * @param version the version of the oldest open snapshot
     * @param age since when that version has been pinned
     * @param pinnedBytes bytes of nodes that are free once all snapshots of that version are closed
     * @param allPinnedBytes bytes of nodes that are kept for all old snapshots together
     * @param cause what the memory was needed for, {@code null} where only {@link EngineOptions#pinnedLimit} is passed
     */
    public OldSnapshotException(
            long version, Duration age, long pinnedBytes, long allPinnedBytes, @Nullable MemoryLimitException cause) {
        super(
                (cause == null ? "too much index memory is pinned by old snapshots" : cause.getMessage())
                        + "; old snapshots pin " + allPinnedBytes + " bytes, the oldest, of version " + version
                        + " and "
                        + age + " old, " + pinnedBytes + " of them alone",
                cause);
        this.version = version;
        this.age = age;
        this.pinnedBytes = pinnedBytes;
    }

    /** The version of the oldest open snapshot, as {@link Snapshot#version} gives it. */
    public long version() {
        return version;
    }

    /** Since when that version has been pinned without a pause. */
    public Duration age() {
        return age;
    }

    /** Bytes of nodes that are free once the snapshots of that version are closed. */
    public long pinnedBytes() {
        return pinnedBytes;
    }
}
