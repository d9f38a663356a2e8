package org.artindex;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.artindex.Index.Uniqueness;
import org.artindex.key.KeyRange;
import org.artindex.support.CheckedEngine;
import org.artindex.support.Keys;
import org.artindex.support.Oracle;
import org.artindex.tree.NodeType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Cursors of one snapshot that stand among nodes of every type see it to its end, whatever becomes of these nodes. Freed slots are
 * overwritten (assertions are on), and taken again by what the batches add; so a cursor that met one would give other entries.
 */
@Timeout(240)
class ParkedCursorTest {
    /** A fan-out for each size of inner nodes, with and without tails. */
    private static final int[] FAN_OUTS = {2, 4, 5, 8, 9, 16, 17, 24, 25, 32, 33, 48, 49, 96, 97, 255};

    /** Rows of a key, for each kind of set of them. */
    private static final int[] ROW_COUNTS = {1, 2, 4, 5, 16, 40, 150, 400, 3000, 4096};

    @RegisterExtension
    final CheckedEngine db = new CheckedEngine();

    private final Oracle oracle = new Oracle();
    private Index index;

    @ParameterizedTest
    @EnumSource
    void everyTypeOfNodeIsSeenToItsEndByACursorThatStandsInIt(Direction direction) {
        index = db.index("lone", Uniqueness.NOT_UNIQUE);
        db.expect(index, oracle);
        db.change(this::putAll);
        assertThat(db.stats(index).nodes()).containsOnlyKeys(allNodeTypes());
        try (Snapshot snapshot = db.snapshot()) {
            List<Parked> parked = parkAlong(snapshot, direction);
            Oracle seen = oracle.copy();
            for (int round = 0; round < 12; round++) {
                churn(round);
                parked.forEach(cursor -> cursor.step(7));
            }
            parked.forEach(Parked::finish);
            snapshot.reader(index).verify();
            seen.assertEqualTo(snapshot.reader(index));
        }
    }

    @Test
    void theRowsOfAKeyAreSeenToTheirEndByACursorThatStandsAmongThem() {
        index = db.index("lone", Uniqueness.NOT_UNIQUE);
        db.expect(index, oracle);
        db.change(this::putAll);
        try (Snapshot snapshot = db.snapshot()) {
            List<RowCursor> cursors = new ArrayList<>();
            List<List<Long>> left = new ArrayList<>();
            for (byte[] key : oracle.repeatedKeys()) {
                for (Direction direction : Direction.values()) {
                    List<Long> rows = CheckedEngine.rows(snapshot.reader(index), key, direction);
                    int stand = rows.size() / 2;
                    RowCursor cursor = snapshot.reader(index).rows(key, direction);
                    rows.subList(0, stand)
                            .forEach(row -> assertThat(cursor.next()).isEqualTo(row));
                    cursors.add(cursor);
                    left.add(rows.subList(stand, rows.size()));
                }
            }
            for (int round = 0; round < 6; round++) {
                churn(round);
            }
            for (int i = 0; i < cursors.size(); i++) {
                for (long row : left.get(i)) {
                    assertThat(cursors.get(i).next()).isEqualTo(row);
                }
                assertThat(cursors.get(i).next()).isNegative();
            }
        }
    }

    /** Grows, shrinks, splits and empties: each round leaves other keys and other rows, and the last ones none. */
    private void churn(int round) {
        db.change(batch -> {
            Random random = new Random(round);
            for (byte[] key : oracle.keys()) {
                if (random.nextInt(3) == 0) {
                    for (long row : List.copyOf(oracle.rows(key))) {
                        remove(batch, key, row);
                    }
                } else {
                    put(batch, key, 10_000 + round);
                }
            }
        });
        db.change(batch -> {
            if (round % 3 == 2) {
                putAll(batch);
            } else if (round % 3 == 1) {
                List.copyOf(oracle.entries(KeyRange.all(), Direction.ASCENDING))
                        .forEach(entry -> remove(batch, entry.key(), entry.row()));
            }
            for (int i = 0; i < 300; i++) {
                put(batch, Keys.concat(new byte[] {9}, Keys.of(i * 0x9E3779B97F4A7C15L + round)), i);
            }
        });
    }

    /** Cursors at equal distances along the whole index, and what each has still to see. */
    private List<Parked> parkAlong(Snapshot snapshot, Direction direction) {
        List<Oracle.Entry> entries = oracle.entries(KeyRange.all(), direction);
        List<Parked> parked = new ArrayList<>();
        for (int start = 0; start < entries.size(); start += 97) {
            Cursor cursor = snapshot.reader(index).cursor(KeyRange.all(), direction);
            boolean found = cursor.seek(entries.get(start).key());
            while (found && cursor.row() != entries.get(start).row()) {
                found = cursor.next();
            }
            assertThat(cursor.key()).isEqualTo(entries.get(start).key());
            parked.add(new Parked(cursor, new ArrayList<>(entries.subList(start + 1, entries.size()))));
        }
        assertThat(parked).hasSizeGreaterThan(50);
        return parked;
    }

    private record Parked(Cursor cursor, List<Oracle.Entry> left) {
        void step(int steps) {
            int count = Math.min(steps, left.size());
            for (Oracle.Entry expected : left.subList(0, count)) {
                assertThat(cursor.next()).isTrue();
                assertThat(cursor.row()).isEqualTo(expected.row());
                assertThat(cursor.key()).isEqualTo(expected.key());
            }
            left.subList(0, count).clear();
        }

        void finish() {
            step(300);
            assertThat(cursor.next()).isEqualTo(!left.isEmpty());
        }
    }

    private void putAll(Batch batch) {
        for (int fanOut : FAN_OUTS) {
            for (int i = 0; i < fanOut; i++) {
                put(batch, new byte[] {1, (byte) fanOut, (byte) i}, i);
                put(batch, Keys.concat(new byte[] {2, (byte) fanOut, (byte) i}, Keys.repeated('t', 5)), i);
            }
        }
        for (int length : new int[] {3, 12, 20, 40, 100, 300, 1000}) {
            put(batch, Keys.concat(new byte[] {3, (byte) length}, Keys.repeated('p', length), new byte[] {1}), length);
            put(batch, Keys.concat(new byte[] {3, (byte) length}, Keys.repeated('p', length), new byte[] {2}), length);
        }
        for (int i = 0; i < ROW_COUNTS.length; i++) {
            for (int row = 0; row < ROW_COUNTS[i]; row++) {
                put(batch, new byte[] {4, (byte) i}, row);
            }
        }
        for (int window = 0; window < 100; window++) {
            for (int row = 0; row < window * 3; row++) {
                put(batch, new byte[] {5}, window * 4096L + row * 3L);
            }
        }
    }

    private void put(Batch batch, byte[] key, long row) {
        assertThat(batch.put(index, key, row)).isEqualTo(oracle.put(key, row));
    }

    private void remove(Batch batch, byte[] key, long row) {
        assertThat(batch.remove(index, key, row)).isEqualTo(oracle.remove(key, row));
    }

    private static List<String> allNodeTypes() {
        return IntStream.range(0, NodeType.COUNT)
                .filter(type -> NodeType.size(type) != 0)
                .mapToObj(NodeType::name)
                .toList();
    }
}
