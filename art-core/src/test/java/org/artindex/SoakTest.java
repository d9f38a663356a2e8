package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.artindex.Index.Uniqueness;
import org.artindex.key.KeyRange;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Readers beside a writer, for seconds, or for minutes when {@code art.deep} is set. Each batch writes its number all over several
 * indexes; so a snapshot tells which batch it shows, whether it shows it whole, and whether it shows too little (less than was
 * committed before it was taken) or too much. Some snapshots are parked, with a cursor in them, while batches go on.
 */
class SoakTest {
    private static final int READERS = 3;
    private static final int STAMPS = 100;
    private static final int WINDOW = 3_000;
    private static final int MOST_FILLERS = 400;
    private static final long SECONDS = Boolean.getBoolean("art.deep") ? 180 : 5;
    private static final byte[] HEAVY_KEY = Keys.of(0);

    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    /** The last batch that has been committed for sure, and the last that may have been. */
    private final AtomicLong committed = new AtomicLong();

    private final AtomicLong begun = new AtomicLong();
    private final AtomicBoolean done = new AtomicBoolean();
    private final AtomicLong checks = new AtomicLong();
    private final Random random = new Random(42);

    private Index stamps;
    private Index heavy;
    private Index texts;
    private Index filler;
    private Table table;

    @BeforeEach
    void create() {
        db.change(batch -> {
            stamps = batch.createIndex("stamps", Keys.LONGS, Uniqueness.UNIQUE);
            heavy = batch.createIndex("heavy", null, Uniqueness.NOT_UNIQUE);
            filler = batch.createIndex("filler", null, Uniqueness.NOT_UNIQUE);
            table = batch.createTable("table");
            texts = batch.createIndex(table, "texts", Keys.TEXTS, Uniqueness.NOT_UNIQUE);
            for (int i = 0; i < STAMPS; i++) {
                batch.put(stamps, stampKey(i), 0);
            }
            for (long i = 0; i < fillers(0); i++) {
                batch.put(filler, fillerKey(i), i);
            }
            for (int row = 0; row < WINDOW; row++) {
                batch.put(heavy, HEAVY_KEY, row);
                batch.insertRow(table, row, text(row));
            }
        });
    }

    @Test
    void everySnapshotShowsOneWholeBatchNoneThatIsMissingAndNoneThatIsLater() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(READERS);
        List<Future<?>> readers = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            long seed = i;
            readers.add(pool.submit(() -> read(new Random(seed))));
        }
        long most = 0;
        try {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
            for (long number = 1; System.nanoTime() < end && readers.stream().noneMatch(Future::isDone); number++) {
                write(number);
                most = Math.max(most, db.engine().memoryUsed());
            }
        } finally {
            done.set(true);
            pool.shutdown();
            assertThat(pool.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
        }
        for (Future<?> reader : readers) {
            reader.get();
        }
        assertThat(committed.get()).as("batches").isGreaterThan(50);
        assertThat(checks.get()).as("snapshots checked").isGreaterThan(50);
        assertThat(most).as("bytes in use").isLessThan(64 << 20);
        db.verify();
    }

    private void write(long number) {
        if (random.nextInt(5) == 0) {
            try (Batch undone = db.begin()) {
                change(undone, number);
                change(undone, number + 1);
            }
        }
        begun.set(number);
        try (Batch batch = db.begin()) {
            change(batch, number);
            batch.commit();
        }
        committed.set(number);
    }

    /** Takes everything from the state of the batch before to that of a batch. */
    private void change(Batch batch, long number) {
        for (int i = 0; i < STAMPS; i++) {
            batch.remove(stamps, stampKey(i), number - 1);
            batch.put(stamps, stampKey(i), number);
        }
        batch.remove(heavy, HEAVY_KEY, number - 1);
        batch.put(heavy, HEAVY_KEY, number - 1 + WINDOW);
        long oldest = number - 1;
        batch.deleteRow(table, oldest, text(oldest));
        batch.insertRow(table, oldest + WINDOW, text(oldest + WINDOW));
        for (long from = fillers(number - 1); from < fillers(number); from++) {
            batch.put(filler, fillerKey(from), from);
        }
        for (long from = fillers(number); from < fillers(number - 1); from++) {
            batch.remove(filler, fillerKey(from), from);
        }
    }

    private void read(Random choice) {
        Queue<Seen> parked = new ArrayDeque<>();
        long last = 0;
        while (!done.get()) {
            long atLeast = Math.max(last, committed.get());
            Seen seen = new Seen(db.snapshot());
            assertThat(seen.number).isBetween(atLeast, begun.get());
            last = seen.number;
            seen.step(choice.nextInt(WINDOW));
            parked.add(seen);
            while (parked.size() > choice.nextInt(6)) {
                parked.remove().finish();
            }
        }
        parked.forEach(Seen::finish);
    }

    /** A snapshot, the batch that it shows, and cursors that stand in it. */
    private final class Seen {
        private final Snapshot snapshot;
        private final long number;
        private final RowCursor rows;
        private final Cursor entries;
        private long nextRow;

        Seen(Snapshot snapshot) {
            this.snapshot = snapshot;
            this.number = snapshot.reader(stamps).get(stampKey(0));
            this.rows = snapshot.reader(heavy).rows(HEAVY_KEY, Direction.ASCENDING);
            this.entries = snapshot.reader(texts).cursor(KeyRange.all());
            this.nextRow = number;
        }

        void step(int steps) {
            for (int i = 0; i < steps && nextRow < number + WINDOW; i++) {
                assertThat(rows.next()).isEqualTo(nextRow++);
                assertThat(entries.next()).isTrue();
                assertThat(entries.row()).isBetween(number, number + WINDOW - 1);
            }
        }

        void finish() {
            step(WINDOW);
            assertThat(rows.next()).isNegative();
            assertThat(entries.next()).isFalse();
            Cursor all = snapshot.reader(stamps).cursor(KeyRange.all());
            for (int i = 0; i < STAMPS; i++) {
                assertThat(all.next()).isTrue();
                assertThat(all.row()).isEqualTo(number);
            }
            assertThat(all.next()).isFalse();
            assertThat(snapshot.reader(heavy).count(HEAVY_KEY)).isEqualTo(WINDOW);
            assertThat(snapshot.rowCount(table)).isEqualTo(WINDOW);
            assertThat(snapshot.isLive(table, number - 1)).isFalse();
            assertThat(snapshot.rows(table, Direction.ASCENDING).next()).isEqualTo(number);
            assertThat(snapshot.rows(table, Direction.DESCENDING).next()).isEqualTo(number + WINDOW - 1);
            assertThat(snapshot.reader(filler).count(KeyRange.all())).isEqualTo(fillers(number));
            snapshot.close();
            checks.incrementAndGet();
        }
    }

    /** How many keys the filler has: it grows and shrinks all the time. */
    private static long fillers(long number) {
        return Math.abs(number * 7 % (2 * MOST_FILLERS) - MOST_FILLERS);
    }

    private static byte[] stampKey(int i) {
        return Keys.of(i * 0x9E3779B97F4A7C15L);
    }

    private static byte[] fillerKey(long i) {
        return i % 3 == 0 ? Keys.text("filler ".repeat((int) i % 20) + "f" + i) : Keys.text("g" + i * 31);
    }

    private static byte[] text(long row) {
        return Keys.text("row " + row * 7919 % 1000);
    }
}
