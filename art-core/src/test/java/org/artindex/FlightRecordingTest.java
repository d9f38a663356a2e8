package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.artindex.Index.Uniqueness;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Java Flight Recorder sees batches, bulk builds and vacuums. */
class FlightRecordingTest {
    @TempDir
    Path directory;

    private List<RecordedEvent> record(String name, Consumer<CheckedEngine> work) throws IOException {
        Path file = directory.resolve("recording.jfr");
        try (Recording recording = new Recording();
                CheckedEngine db = new CheckedEngine()) {
            recording.enable(name);
            recording.start();
            work.accept(db);
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .toList();
    }

    @Test
    void aBatchTellsWhatItChangedAndHowItEnded() throws IOException {
        List<RecordedEvent> events = record("org.artindex.Batch", db -> {
            Index index = db.index("numbers", Uniqueness.UNIQUE);
            db.change(batch -> {
                for (int i = 0; i < 1000; i++) {
                    batch.put(index, Keys.of(i), i);
                }
            });
            try (Batch batch = db.begin()) {
                batch.put(index, Keys.of(5), 5);
                batch.remove(index, Keys.of(6), 6);
            }
            try (Batch batch = db.begin()) {
                batch.put(index, Keys.of(7), 8);
                assertThatThrownBy(batch::commit).isInstanceOf(DuplicateKeyException.class);
            }
        });
        assertThat(events)
                .extracting(event -> event.getString("outcome"))
                .containsExactly("committed", "committed", "rolled back", "refused");
        assertThat(events).extracting(event -> event.getLong("changes")).containsExactly(0L, 1000L, 1L, 1L);
        assertThat(events.get(1).getLong("nodesCopied")).isZero();
        assertThat(events.get(1).getLong("bytesAllocated")).isGreaterThan(8000);
        assertThat(events.get(2).getLong("nodesCopied")).isBetween(1L, 5L);
        assertThat(events).allMatch(event -> event.getDuration().toNanos() > 0);
    }

    @Test
    void aVacuumTellsWhatItMovedAndHowItEnded() throws IOException {
        List<RecordedEvent> events = record("org.artindex.Vacuum", db -> {
            Index index = db.index("numbers", Uniqueness.UNIQUE);
            db.change(batch -> {
                for (int i = 0; i < 100_000; i++) {
                    batch.put(index, Keys.of(i * 77L), i);
                }
            });
            db.change(batch -> {
                for (int i = 0; i < 100_000; i++) {
                    if (i % 500 >= 20) {
                        batch.remove(index, Keys.of(i * 77L), i);
                    }
                }
            });
            db.takeEmptyTurn();
            db.engine().vacuum();
        });
        assertThat(events).hasSize(1);
        RecordedEvent event = events.get(0);
        assertThat(event.getString("outcome")).isEqualTo("completed");
        assertThat(event.getLong("nodesMoved")).isPositive();
        assertThat(event.getLong("bytesAfter")).isPositive().isLessThan(event.getLong("bytesBefore"));
    }

    @Test
    void aBulkBuildHasAnEventHoweverItEnds() throws IOException {
        List<RecordedEvent> events = record("org.artindex.BulkBuild", db -> {
            Index index = db.index("index", Uniqueness.NOT_UNIQUE);
            db.change(batch -> {
                IndexBuild finished = batch.build(index, BuildOptions.DEFAULT);
                for (int i = 100; i > 0; i--) {
                    finished.add(Keys.of(i), i);
                }
                finished.finish();
                batch.build(index, BuildOptions.DEFAULT).close();
                IndexBuild cancelled = batch.build(index, BuildOptions.DEFAULT);
                cancelled.cancel();
                assertThatThrownBy(cancelled::finish).isInstanceOf(BuildCancelledException.class);
            });
        });
        assertThat(events)
                .extracting(event -> event.getString("outcome"))
                .containsExactly("done", "closed", "cancelled");
        assertThat(events.get(0).getString("name")).isEqualTo("index index");
        assertThat(events.get(0).getLong("added")).isEqualTo(100);
        assertThat(events.get(0).getLong("pairBytes")).isPositive();
    }
}
