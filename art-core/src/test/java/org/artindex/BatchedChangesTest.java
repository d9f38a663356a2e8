package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.artindex.Index.Uniqueness;
import org.artindex.key.KeyRange;
import org.artindex.key.KeySchema;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.artindex.support.SlotAccounting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Many entries changed by one call: the same as one by one, or nothing where one is refused. */
class BatchedChangesTest {
    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    /** The calls under test and the loops that they must equal. */
    private enum Call {
        PUT {
            @Override
            int all(Batch batch, Index index, byte[][] keys, long[] rows, int count) {
                return batch.putAll(index, keys, rows, count);
            }

            @Override
            boolean one(Oracle oracle, byte[] key, long row) {
                return oracle.put(key, row);
            }
        },
        PUT_IF_ABSENT {
            @Override
            int all(Batch batch, Index index, byte[][] keys, long[] rows, int count) {
                return batch.putAllIfAbsent(index, keys, rows, count);
            }

            @Override
            boolean one(Oracle oracle, byte[] key, long row) {
                return oracle.rows(key).isEmpty() && oracle.put(key, row);
            }
        },
        REMOVE {
            @Override
            int all(Batch batch, Index index, byte[][] keys, long[] rows, int count) {
                return batch.removeAll(index, keys, rows, count);
            }

            @Override
            boolean one(Oracle oracle, byte[] key, long row) {
                return oracle.remove(key, row);
            }
        };

        abstract int all(Batch batch, Index index, byte[][] keys, long[] rows, int count);

        abstract boolean one(Oracle oracle, byte[] key, long row);
    }

    /** Keys and rows in the order of a call; few enough that many are given twice. */
    private record Entries(byte[][] keys, long[] rows) {
        static Entries random(Random random, int count) {
            byte[][] keys = new byte[count][];
            long[] rows = new long[count];
            for (int i = 0; i < count; i++) {
                int number = random.nextInt(900);
                keys[i] = number % 3 == 0
                        ? Keys.concat(Keys.repeated(1, 1), Keys.of(number * 0x9E3779B97F4A7C15L))
                        : Keys.concat(Keys.repeated(2, 1), Keys.text("k".repeat(number % 40) + number));
                rows[i] = random.nextInt(random.nextBoolean() ? 2 : 40);
            }
            return new Entries(keys, rows);
        }

        int in(Oracle oracle, Call call, int count) {
            int changed = 0;
            for (int i = 0; i < count; i++) {
                changed += call.one(oracle, keys[i], rows[i]) ? 1 : 0;
            }
            return changed;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void callsInAnyOrderEqualLoopsOfSingleChanges(long seed) {
        Random random = new Random(seed);
        Index index = db.index("lone", Uniqueness.NOT_UNIQUE);
        Oracle oracle = db.expect(index, new Oracle());
        for (int round = 0; round < 12; round++) {
            db.change(batch -> {
                for (int i = 0; i < 6; i++) {
                    Call call = Call.values()[random.nextInt(3)];
                    int count = new int[] {0, 1, 63, 64, 65, 200, 700}[random.nextInt(7)];
                    Entries entries = Entries.random(random, count + random.nextInt(3));
                    assertThat(call.all(batch, index, entries.keys, entries.rows, count))
                            .as("%s of %s, seed %s", call, count, seed)
                            .isEqualTo(entries.in(oracle, call, count));
                }
            });
            db.verify();
        }
    }

    @Test
    void ofTwoEntriesWithOneNewKeyTheFirstIsAdded() {
        Index index = db.index("lone", Uniqueness.UNIQUE);
        db.change(batch -> {
            byte[][] keys = {Keys.of(1), Keys.of(2), Keys.of(1), Keys.of(1)};
            assertThat(batch.putAllIfAbsent(index, keys, new long[] {5, 6, 7, 5}, 4))
                    .isEqualTo(2);
            assertThat(batch.putAllIfAbsent(index, keys, new long[] {5, 6, 7, 5}, 4))
                    .isZero();
        });
        assertThat(db.rows(index, KeyRange.all())).containsExactly(5L, 6L);
    }

    @Test
    void uniquenessIsJudgedAtCommitAndMayBeMendedBefore() {
        Index index = db.index("unique", Uniqueness.UNIQUE);
        byte[][] keys = {Keys.of(1), Keys.of(2), Keys.of(1)};
        long[] rows = {5, 6, 7};
        try (Batch batch = db.begin()) {
            assertThat(batch.putAll(index, keys, rows, 3)).isEqualTo(3);
            assertThatThrownBy(batch::commit).isInstanceOf(DuplicateKeyException.class);
        }
        db.change(batch -> {
            batch.putAll(index, keys, rows, 3);
            assertThat(batch.removeAll(index, keys, new long[] {7, 6, 7}, 3)).isEqualTo(2);
        });
        assertThat(db.rows(index, KeyRange.all())).containsExactly(5L);
    }

    @ParameterizedTest
    @EnumSource
    void nothingChangesWhereAnEntryIsRefused(Call call) {
        Index index = db.index("lone", Uniqueness.NOT_UNIQUE);
        Oracle oracle = db.expect(index, new Oracle());
        Entries entries = Entries.random(new Random(6), 300);
        entries.in(oracle, Call.PUT, 150);
        db.change(batch -> batch.putAll(index, entries.keys, entries.rows, 150));
        Map<String, Long> slots = SlotAccounting.inUse(db.space());
        db.change(batch -> {
            if (call != Call.REMOVE) {
                assertRefused(batch, index, call, entries, new byte[KeySchema.MAX_KEY_LENGTH + 1], 1);
                assertRefused(batch, index, call, entries, Keys.of(7), -1);
                assertRefused(batch, index, call, entries, Keys.of(7), 1L << 56);
                assertRefused(batch, index, call, entries, new byte[] {2}, 5);
                assertRefused(batch, index, call, entries, Keys.concat(entries.keys[3], new byte[] {9}), 5);
            }
            assertThatThrownBy(() -> call.all(batch, index, entries.keys, entries.rows, 301))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            byte[][] withNull = entries.keys.clone();
            withNull[200] = null;
            assertThatThrownBy(() -> call.all(batch, index, withNull, entries.rows, 300))
                    .isInstanceOf(NullPointerException.class);
            assertThat(batch.get(index, entries.keys[0]))
                    .isEqualTo(oracle.rows(entries.keys[0]).first());
        });
        db.verify();
        assertThat(SlotAccounting.inUse(db.space())).isEqualTo(slots);
    }

    private static void assertRefused(Batch batch, Index index, Call call, Entries entries, byte[] key, long row) {
        byte[][] keys = entries.keys.clone();
        long[] rows = entries.rows.clone();
        keys[230] = key;
        rows[230] = row;
        assertThatThrownBy(() -> call.all(batch, index, keys, rows, 300)).isInstanceOf(ArtIndexException.class);
    }

    @Test
    void rowsThatAreNotLiveAreRefused() {
        Table table = db.make(batch -> batch.createTable("table"));
        Index index = db.make(batch -> batch.createIndex(table, "by name", Keys.TEXTS, Uniqueness.NOT_UNIQUE));
        byte[][] keys = {Keys.text("a"), Keys.text("b")};
        db.change(batch -> {
            batch.insertRow(table, 1, Keys.text("one"));
            assertThatThrownBy(() -> batch.putAll(index, keys, new long[] {1, 2}, 2))
                    .isInstanceOf(RowException.class);
            assertThatThrownBy(() -> batch.putAllIfAbsent(index, keys, new long[] {1, 2}, 2))
                    .isInstanceOf(RowException.class);
        });
        assertThat(db.rows(index, KeyRange.all())).containsExactly(1L);
    }

    @ParameterizedTest
    @EnumSource
    void failingAnyAllocationLosesTheBatchAndNothingElse(Call call) {
        Index index = db.index("lone", Uniqueness.NOT_UNIQUE);
        Oracle oracle = db.expect(index, new Oracle());
        Entries before = Entries.random(new Random(7), 400);
        Entries after = Entries.random(new Random(8), 130);
        before.in(oracle, Call.PUT, 400);
        db.change(batch -> batch.putAll(index, before.keys, before.rows, 400));
        Map<String, Long> slots = SlotAccounting.inUse(db.space());
        List<Long> failures = new ArrayList<>();
        for (long n = 0; failAfter(n, call, index, after); n++) {
            failures.add(n);
            assertThat(SlotAccounting.inUse(db.space())).isEqualTo(slots);
        }
        assertThat(failures).as("allocations that were made to fail").hasSizeGreaterThan(20);
    }

    /** Makes the n-th allocation of a call fail. Says whether there was one. */
    private boolean failAfter(long n, Call call, Index index, Entries entries) {
        try (Batch batch = db.begin()) {
            db.space().failAfter(n);
            try {
                call.all(batch, index, entries.keys, entries.rows, entries.rows.length);
                return false;
            } catch (MemoryLimitException failure) {
                assertThatThrownBy(batch::commit).isInstanceOf(IllegalStateException.class);
                return true;
            } finally {
                db.space().failAfter(Long.MAX_VALUE);
            }
        }
    }

    @Test
    void aBatchThatWasEndedRefusesThem() {
        Index index = db.index("lone", Uniqueness.NOT_UNIQUE);
        Batch batch = db.begin();
        batch.commit();
        byte[][] keys = {Keys.of(1)};
        long[] rows = {1};
        for (Call call : Call.values()) {
            assertThatThrownBy(() -> call.all(batch, index, keys, rows, 1)).isInstanceOf(ClosedException.class);
        }
    }
}
