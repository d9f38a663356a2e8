package org.artindex.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.artindex.Batch;
import org.artindex.Cursor;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.Snapshot;
import org.artindex.key.KeyRange;
import org.artindex.support.CheckedEngine;
import org.artindex.support.SlotAccounting;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Operations on entries out of four million possible ones, whose presence is a bit each. Phases that mostly add and phases that
 * mostly remove take the trees through all types of nodes and the heavy keys through all tiers, up and down, many times.
 */
class HundredMillionOperationsTest {
    private static final int ENTRIES = 1 << 22;
    private static final int PHASE = 5_000_000;
    private static final int MOST_IN_A_BATCH = 40_000;
    private static final int HEAVY_KEYS = 64;

    private final BitSet present = new BitSet(ENTRIES);
    private final BitSet changed = new BitSet(ENTRIES);
    private final byte[] key = new byte[9];
    private final ByteBuffer keyBuffer = ByteBuffer.wrap(key);

    @Test
    void halfAMillionOperationsAnswerAsTheModelDoes() {
        run(500_000, 125_000);
    }

    @Test
    @Tag("deep")
    void hundredMillionOperationsAnswerAsTheModelDoes() {
        run(100_000_000, PHASE);
    }

    private void run(long operations, int phase) {
        long seed = System.nanoTime();
        System.out.println("seed of " + operations + " operations: " + seed);
        SplittableRandom random = new SplittableRandom(seed);
        try (CheckedEngine db = new CheckedEngine()) {
            Index index = db.index("index", Uniqueness.NOT_UNIQUE);
            Snapshot parked = db.snapshot();
            long parkedEntries = 0;
            for (long done = 0; done < operations; ) {
                boolean growing = done / phase % 2 == 0;
                int count = 1 + random.nextInt(MOST_IN_A_BATCH);
                try (Batch batch = db.begin()) {
                    changeSome(batch, index, count, growing ? 7 : 2, random);
                    if (random.nextInt(10) == 0) {
                        batch.rollback();
                        present.xor(changed);
                    } else {
                        batch.commit();
                    }
                }
                changed.clear();
                done += count;
                if (random.nextInt(20) == 0) {
                    assertThat(parked.reader(index).entryCount()).isEqualTo(parkedEntries);
                    parked.close();
                    parked = db.snapshot();
                    parkedEntries = present.cardinality();
                }
                if (done / phase != (done - count) / phase) {
                    assertThat(parked.reader(index).count(KeyRange.all())).isEqualTo(parkedEntries);
                    parked.reader(index).verify();
                    assertSame(db, index);
                }
            }
            parked.close();
            assertSame(db, index);
            db.takeEmptyTurn();
            SlotAccounting.assertExact(db.space(), db.record());
        }
    }

    /** Of ten changes so many add an entry, the others remove one; each answers whether it was there. */
    private void changeSome(Batch batch, Index index, int count, int adding, SplittableRandom random) {
        for (int i = 0; i < count; i++) {
            int entry = random.nextInt(ENTRIES);
            boolean add = random.nextInt(10) < adding;
            writeKey(entry);
            boolean happened = add
                    ? batch.put(index, key, key.length, row(entry))
                    : batch.remove(index, key, key.length, row(entry));
            if (happened == (present.get(entry) == add)) {
                throw new AssertionError((add ? "put" : "remove") + " of entry " + entry + " answered " + happened);
            }
            if (happened) {
                present.flip(entry);
                changed.flip(entry);
            }
        }
    }

    private void assertSame(CheckedEngine db, Index index) {
        db.verifyContent();
        try (Snapshot snapshot = db.snapshot()) {
            Cursor cursor = snapshot.reader(index).cursor(KeyRange.all());
            long count = 0;
            while (cursor.next()) {
                int entry = entry(cursor);
                if (!present.get(entry)) {
                    throw new AssertionError("entry " + entry + " is there");
                }
                count++;
            }
            assertThat(count).isEqualTo(present.cardinality());
        }
    }

    /** A family of keys by the two lowest bits: scattered, dense, with long tails of zeros, and few heavy ones. */
    private void writeKey(int entry) {
        int number = entry >>> 2;
        int family = entry & 3;
        keyBuffer.put(0, (byte) family);
        keyBuffer.putLong(
                1,
                switch (family) {
                    case 0 -> number * 0x9E3779B97F4A7C15L;
                    case 1 -> number;
                    case 2 -> (long) number << 44;
                    default -> number % HEAVY_KEYS;
                });
    }

    /** The row ids of heavy keys lie in dense windows and in scattered ones, up to the largest. */
    private static long row(int entry) {
        int number = entry >>> 2;
        if ((entry & 3) < 3) {
            return number;
        }
        int rank = number / HEAVY_KEYS;
        return number % HEAVY_KEYS % 2 == 0 ? rank : (1L << 56) - 1 - ((long) rank << 20);
    }

    private static int entry(Cursor cursor) {
        ByteBuffer bytes = ByteBuffer.wrap(cursor.keyBuffer());
        int family = bytes.get(0);
        long row = cursor.row();
        if (family < 3) {
            return (int) (row << 2) | family;
        }
        int heavy = (int) bytes.getLong(1);
        int rank = (int) (heavy % 2 == 0 ? row : ((1L << 56) - 1 - row) >>> 20);
        return (rank * HEAVY_KEYS + heavy) << 2 | family;
    }
}
