package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Readers beside a writer see whole batches: what every batch preserves, every snapshot shows. */
class ConsistentReadersTest {
    private static final int ACCOUNTS = 400;
    private static final long SUM = 1_000L * ACCOUNTS;

    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    /**
     * Accounts hold amounts; a batch moves some from one to another. An account's row has its amount as a key, so that keys and row
     * sets of all sizes come and go; the sum of key times rows is the same after each batch.
     */
    @Test
    void noSnapshotShowsHalfATransfer() throws Exception {
        Table table = db.make(batch -> batch.createTable("accounts"));
        Index byAmount = db.make(batch -> batch.createIndex(table, "by amount", Keys.LONGS, Uniqueness.NOT_UNIQUE));
        Index total = db.index("total", Uniqueness.NOT_UNIQUE);
        long[] amounts = new long[ACCOUNTS];
        db.change(batch -> {
            for (int account = 0; account < ACCOUNTS; account++) {
                amounts[account] = 1_000;
                batch.insertRow(table, account, Keys.of(1_000));
            }
            batch.put(total, Keys.of(0), 0);
        });
        AtomicBoolean done = new AtomicBoolean();
        AtomicLong checks = new AtomicLong();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<?>> readers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            long seed = i;
            readers.add(pool.submit(() -> {
                Random random = new Random(seed);
                while (!done.get()) {
                    checkOneSnapshot(table, byAmount, total, random);
                    checks.incrementAndGet();
                }
            }));
        }
        try {
            transfer(table, byAmount, total, amounts, readers);
        } finally {
            done.set(true);
            pool.shutdown();
            assertThat(pool.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        }
        for (Future<?> reader : readers) {
            reader.get();
        }
        assertThat(checks.get()).isGreaterThan(100);
        db.verify();
    }

    private void transfer(Table table, Index byAmount, Index total, long[] amounts, List<Future<?>> readers) {
        Random random = new Random(99);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Boolean.getBoolean("art.deep") ? 120 : 5);
        for (long round = 1; System.nanoTime() < end && readers.stream().noneMatch(Future::isDone); round++) {
            long[] before = amounts.clone();
            try (Batch batch = db.begin()) {
                for (int i = random.nextInt(20); i >= 0; i--) {
                    move(
                            batch,
                            table,
                            amounts,
                            random.nextInt(ACCOUNTS),
                            random.nextInt(ACCOUNTS),
                            random.nextInt(300));
                }
                batch.remove(total, Keys.of(round - 1), round - 1);
                batch.put(total, Keys.of(round), round);
                if (random.nextInt(4) == 0) {
                    batch.rollback();
                    System.arraycopy(before, 0, amounts, 0, ACCOUNTS);
                    round--;
                } else {
                    batch.commit();
                }
            }
            assertThat(byAmount.table()).isEqualTo(table);
        }
    }

    private static void move(Batch batch, Table table, long[] amounts, int from, int to, long amount) {
        set(batch, table, amounts, from, amounts[from] - amount);
        set(batch, table, amounts, to, amounts[to] + amount);
    }

    private static void set(Batch batch, Table table, long[] amounts, int account, long amount) {
        batch.updateRow(table, account, new byte[][] {Keys.of(amounts[account])}, new byte[][] {Keys.of(amount)});
        amounts[account] = amount;
    }

    private void checkOneSnapshot(Table table, Index byAmount, Index total, Random random) {
        try (Snapshot snapshot = db.snapshot()) {
            IndexReader reader = snapshot.reader(byAmount);
            assertThat(snapshot.reader(total).count(KeyRange.all())).isEqualTo(1);
            assertThat(snapshot.rowCount(table)).isEqualTo(ACCOUNTS);
            for (int times = random.nextInt(3); times >= 0; times--) {
                Direction direction = random.nextBoolean() ? Direction.ASCENDING : Direction.DESCENDING;
                assertThat(random.nextBoolean() ? sumByKey(reader, direction) : sumByEntry(reader, direction))
                        .isEqualTo(SUM);
            }
            assertThat(reader.count(KeyRange.all())).isEqualTo(ACCOUNTS);
            if (random.nextInt(8) == 0) {
                reader.verify();
            }
        }
    }

    private static long sumByKey(IndexReader reader, Direction direction) {
        long sum = 0;
        Cursor cursor = reader.cursor(KeyRange.all(), direction);
        while (cursor.nextKey()) {
            sum += Keys.number(cursor.key()) * cursor.rowCount();
        }
        return sum;
    }

    private static long sumByEntry(IndexReader reader, Direction direction) {
        long sum = 0;
        long rows = 0;
        Cursor cursor = reader.cursor(KeyRange.all(), direction);
        while (cursor.next()) {
            sum += Keys.number(cursor.key());
            rows += cursor.row();
        }
        assertThat(rows).isEqualTo(ACCOUNTS * (ACCOUNTS - 1L) / 2);
        return sum;
    }
}
