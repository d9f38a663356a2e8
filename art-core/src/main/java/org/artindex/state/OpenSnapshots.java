package org.artindex.state;

import java.time.Duration;

/**
 * The snapshots that are open at a moment.
 *
 * @param count how many
 * @param oldestVersion the version of the oldest; without any, the visible version
 * @param oldestAge since when that version has been pinned without a pause; zero without any
 * @param pinnedBytes bytes of the nodes that later batches have replaced and that are kept for these snapshots
 */
public record OpenSnapshots(int count, long oldestVersion, Duration oldestAge, long pinnedBytes) {}
