package org.artindex.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.artindex.Index.Uniqueness;
import org.junit.jupiter.api.Test;

class ArtIndexTest {
    private static final int ROWS = 5000;

    @Test
    void everyWayToLoadGivesTheSame() {
        KeyColumn keys = keys(700);
        check(keys, ArtIndex::put);
        check(keys, ArtIndex::putAll);
        check(keys, ArtIndex::putInBatchesOfOne);
        check(keys, (art, column) -> art.build(column, 1));
        check(keys, (art, column) -> art.build(column, 2));
    }

    @Test
    void rowsAreRemoved() {
        KeyColumn keys = keys(ROWS);
        try (ArtIndex art = new ArtIndex(Uniqueness.UNIQUE)) {
            art.build(keys, 1);
            int[] some = IntStream.range(100, 4000).toArray();
            assertThat(art.removeAll(keys, some)).isEqualTo(some.length);
            assertThat(art.removeAll(keys, some)).isZero();
            assertThat(art.entryCount()).isEqualTo(ROWS - some.length);
            assertThat(art.rows(keys.key(100)).count()).isZero();
            assertThat(art.rows(keys.key(99))).isEqualTo(new RowSum(1, 99));
        }
    }

    @Test
    void presentKeysAreNotAddedAgain() {
        KeyColumn keys = keys(ROWS);
        try (ArtIndex art = new ArtIndex(Uniqueness.UNIQUE)) {
            assertThat(art.putAllIfAbsent(keys, 0)).isEqualTo(ROWS);
            assertThat(art.putAllIfAbsent(keys, ROWS)).isZero();
            assertThat(art.rows(keys.key(7))).isEqualTo(new RowSum(1, 7));
        }
    }

    private static void check(KeyColumn keys, BiConsumer<ArtIndex, KeyColumn> load) {
        try (ArtIndex art = new ArtIndex(Uniqueness.NOT_UNIQUE)) {
            load.accept(art, keys);
            assertThat(art.stats().keys()).isEqualTo(700);
            assertThat(art.entryCount()).isEqualTo(ROWS);
            assertThat(art.rows(keys.key(3))).isEqualTo(new RowSum(8, 8 * 3 + 700 * 28L));
        }
    }

    /** Keys of a row modulo a number, of two lengths. */
    private static KeyColumn keys(int distinct) {
        KeyColumn keys = new KeyColumn(ROWS);
        for (int row = 0; row < ROWS; row++) {
            int value = row % distinct;
            byte[] key = {(byte) (value & 1), (byte) (value >> 8), (byte) value, 1};
            keys.add(key, 3 + (value & 1));
        }
        return keys;
    }
}
