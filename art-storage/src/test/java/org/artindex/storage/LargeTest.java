package org.artindex.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import org.artindex.Batch;
import org.artindex.Cursor;
import org.artindex.Direction;
import org.artindex.DuplicateKeyException;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.IndexReader;
import org.artindex.Snapshot;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;
import org.artindex.key.KeyRange;
import org.artindex.key.KeySchema;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LargeTest {
    private static final int STACK_SIZE = 256 * 1024;
    private static final int STEPS = Boolean.getBoolean("art.deep") ? 60_000 : 20_000;

    @TempDir
    Path directory;

    /** The keys 01, 00 01, 00 00 01, ...: every node of the path has two children, so the tree is as deep as the longest key. */
    @Test
    void aStaircaseOfKeysIsWrittenAndReadOnASmallStack() throws InterruptedException {
        Path file = directory.resolve("stairs.art");
        onASmallStack(() -> {
            try (Store store = Store.create(file)) {
                try (Batch batch = store.engine().begin()) {
                    Index index = batch.createIndex("stairs", null, Uniqueness.UNIQUE);
                    byte[] key = new byte[STEPS + 1];
                    for (int length = 1; length <= STEPS; length++) {
                        key[length - 1] = 1;
                        batch.put(index, key, length, length);
                        key[length - 1] = 0;
                    }
                    batch.commit();
                }
                store.checkpoint();
                assertThat(store.stats().memoryBytes()).isZero();
            }
        });
        onASmallStack(() -> {
            try (Store store = Store.open(file)) {
                try (Snapshot snapshot = store.engine().snapshot()) {
                    IndexReader reader = snapshot.reader(snapshot.index("stairs"));
                    reader.verify();
                    Cursor cursor = reader.cursor(KeyRange.all(), Direction.DESCENDING);
                    for (long length = 1; length <= STEPS; length++) {
                        assertThat(cursor.next()).isTrue();
                        assertThat(cursor.row()).isEqualTo(length);
                    }
                }
                try (Batch batch = store.engine().begin()) {
                    byte[] key = new byte[STEPS];
                    key[STEPS - 1] = 1;
                    try (Snapshot snapshot = store.engine().snapshot()) {
                        assertThat(batch.remove(snapshot.index("stairs"), key, STEPS))
                                .isTrue();
                    }
                    batch.commit();
                }
                store.checkpoint();
            }
            assertThat(StoreCheck.run(file).damages()).isEmpty();
        });
    }

    @Test
    void longKeysThatDifferInTheLastByteStayApart() {
        Path file = directory.resolve("long.art");
        int[] lengths = {255, 256, 32_767, 65_535, 65_536, 65_537, KeySchema.MAX_KEY_LENGTH - 1};
        try (Store store = Store.create(file)) {
            try (Batch batch = store.engine().begin()) {
                Index index = batch.createIndex("long", null, Uniqueness.UNIQUE);
                for (int length : lengths) {
                    batch.put(index, longKey(length, 1), length);
                    batch.put(index, longKey(length, 2), length + 1L);
                }
                batch.commit();
            }
            store.checkpoint();
        }
        try (Store store = Store.openReadOnly(file);
                Snapshot snapshot = store.engine().snapshot()) {
            IndexReader reader = snapshot.reader(snapshot.index("long"));
            for (int length : lengths) {
                assertThat(reader.get(longKey(length, 1))).isEqualTo(length);
                assertThat(reader.get(longKey(length, 2))).isEqualTo(length + 1L);
                assertThat(reader.get(longKey(length, 3))).isEqualTo(IndexReader.ABSENT);
            }
        }
        assertThat(StoreCheck.run(file).damages()).isEmpty();
    }

    @Test
    void aRefusedDuplicateTakesNothingAwayAcrossCheckpointAndReopening() {
        Path file = directory.resolve("unique.art");
        KeySchema schema = KeySchema.of(Column.asc("n", ColumnType.INT32));
        try (Store store = Store.create(file)) {
            try (Batch batch = store.engine().begin()) {
                Index index = batch.createIndex("u", schema, Uniqueness.UNIQUE);
                batch.put(index, index.key(7), 1);
                batch.commit();
            }
            store.checkpoint();
        }
        try (Store store = Store.open(file)) {
            Index index;
            try (Snapshot snapshot = store.engine().snapshot()) {
                index = snapshot.index("u");
            }
            Batch batch = store.engine().begin();
            for (int i = 0; i < 1000; i++) {
                batch.put(index, index.key(i == 500 ? 7 : i + 1000), i + 10L);
            }
            Assertions.assertThatThrownBy(batch::commit)
                    .isInstanceOf(DuplicateKeyException.class)
                    .hasMessageContaining("7");
            assertThat(store.hasChanges()).isFalse();
            try (Batch next = store.engine().begin()) {
                next.put(index, index.key(8), 2);
                next.commit();
            }
            store.checkpoint();
        }
        try (Store store = Store.open(file);
                Snapshot snapshot = store.engine().snapshot()) {
            IndexReader reader = snapshot.reader(snapshot.index("u"));
            assertThat(reader.keyCount()).isEqualTo(2);
            assertThat(reader.get(reader.index().key(7))).isEqualTo(1);
            assertThat(reader.get(reader.index().key(8))).isEqualTo(2);
        }
    }

    @Test
    void aKeyGrowsRowByRowAndShrinksAgainWithAReopeningAtEachStep() {
        SimulatedDisk disk = SimulatedDisk.formatted(4096);
        Content expected = Content.empty();
        byte[] key = Stores.key(42);
        for (int step = 0; step < 2 * 29; step++) {
            try (Store store = Stores.open(disk)) {
                assertThat(Content.of(store.engine())).isEqualTo(expected);
                try (Batch batch = store.engine().begin();
                        Snapshot snapshot = store.engine().snapshot()) {
                    Index index = step == 0 ? batch.createIndex("a", null, Uniqueness.NOT_UNIQUE) : snapshot.index("a");
                    long row = (step < 29 ? step : step - 29) * 1000L;
                    if (step < 29) {
                        assertThat(batch.put(index, key, row)).isTrue();
                        expected.put("a", key, row);
                    } else {
                        assertThat(batch.remove(index, key, row)).isTrue();
                        expected.remove("a", key, row);
                    }
                    batch.commit();
                }
                store.checkpoint();
            }
            Stores.assertClean(disk);
        }
        assertThat(expected.entries("a")).isEmpty();
    }

    private static byte[] longKey(int length, int last) {
        byte[] key = new byte[length + 4];
        Arrays.fill(key, (byte) 'x');
        key[0] = (byte) (length >> 16);
        key[1] = (byte) (length >> 8);
        key[2] = (byte) length;
        key[length - 1] = (byte) last;
        return Arrays.copyOf(key, length);
    }

    private static void onASmallStack(Runnable action) throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(
                null,
                () -> {
                    try {
                        action.run();
                    } catch (Throwable e) {
                        failure.set(e);
                    }
                },
                "small stack",
                STACK_SIZE);
        thread.start();
        thread.join();
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
    }
}
