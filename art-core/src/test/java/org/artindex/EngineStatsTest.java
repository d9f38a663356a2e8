package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.artindex.Index.Uniqueness;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.SlotAccounting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What an engine says about its memory is what it uses. */
class EngineStatsTest {
    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    @Test
    void nodesAndSlabsAddUpToWhatIsUsed() {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        db.change(batch -> {
            for (int i = 0; i < 20_000; i++) {
                batch.put(index, Keys.of(i % 9000 * 77L), i);
            }
        });
        db.takeEmptyTurn();
        EngineStats stats = db.engine().stats();
        assertThat(stats.usedBytes()).isEqualTo(db.engine().memoryUsed());
        assertThat(stats.nodes().values().stream()
                        .mapToLong(EngineStats.NodeUse::slabBytes)
                        .sum())
                .isEqualTo(stats.usedBytes());
        assertThat(stats.nodeBytes() + stats.slackBytes()).isEqualTo(stats.usedBytes());
        assertThat(stats.reservedBytes()).isGreaterThanOrEqualTo(stats.usedBytes());
        SlotAccounting.inUse(db.space())
                .forEach((type, nodes) ->
                        assertThat(stats.nodes().get(type).nodes()).as(type).isEqualTo(nodes));
        assertThat(stats.nodeBytes()).isEqualTo(db.stats(index).bytes());
    }

    @Test
    void openSnapshotsAreCountedWithWhatTheyKeep() {
        Index index = db.index("index", Uniqueness.NOT_UNIQUE);
        db.change(batch -> batch.put(index, Keys.of(1), 1));
        assertThat(db.engine().stats().snapshots().count()).isZero();
        assertThat(db.engine().stats().snapshots().pinnedBytes()).isZero();
        try (Snapshot old = db.snapshot()) {
            db.change(batch -> {
                for (int i = 0; i < 5000; i++) {
                    batch.put(index, Keys.of(i), 7);
                }
            });
            db.change(batch -> batch.truncate(index));
            EngineStats.SnapshotUse use = db.engine().stats().snapshots();
            assertThat(use.count()).isEqualTo(1);
            assertThat(use.oldestVersion()).isEqualTo(old.version());
            assertThat(use.oldestAge()).isGreaterThan(Duration.ZERO);
            assertThat(use.pinnedBytes()).isPositive();
        }
        db.takeEmptyTurn();
        assertThat(db.engine().stats().snapshots().pinnedBytes()).isZero();
    }
}
