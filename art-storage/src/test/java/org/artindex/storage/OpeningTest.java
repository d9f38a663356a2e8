package org.artindex.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.artindex.Batch;
import org.artindex.ClosedException;
import org.artindex.Cursor;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.IndexReader;
import org.artindex.Snapshot;
import org.artindex.key.KeyRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class OpeningTest {
    private static final long KEYS = 20_000;

    @TempDir
    Path directory;

    @Test
    void openingReadsHeaderCatalogAndBlockTableOnly() {
        SimulatedDisk disk = SimulatedDisk.formatted(4096);
        try (Store store = Stores.open(disk)) {
            fill(store);
            store.checkpoint();
        }
        long before = disk.bytesRead();
        try (Store store = Stores.open(disk);
                Snapshot snapshot = store.engine().snapshot()) {
            int tableBlocks = (int) (store.stats().blockCount() * BlockMap.ENTRY_SIZE / (4096 - 64) + 1);
            assertThat(disk.bytesRead() - before).isLessThanOrEqualTo(2 * 4096L + (1 + tableBlocks) * 4096L);
            assertThat(store.stats().blockCount()).isGreaterThan(100);
            assertThat(store.stats().blockLoads()).isZero();
            assertThat(disk.maps()).isZero();
            IndexReader reader = snapshot.reader(snapshot.index("a"));
            assertThat(reader.get(key(77))).isEqualTo(77);
            assertThat(store.stats().blockLoads()).isBetween(1L, 5L);
            assertThat(reader.get(key(77))).isEqualTo(77);
            assertThat(store.stats().blockLoads()).isBetween(1L, 5L);
            assertThat(disk.maps()).isEqualTo(1);
        }
    }

    @Test
    void regionsOfAGrowingFileStayFew() {
        SimulatedDisk disk = SimulatedDisk.formatted(4096, 32 << 20);
        try (Store store = Stores.open(disk)) {
            Index index = create(store);
            for (int round = 0; round < 200; round++) {
                try (Batch batch = store.engine().begin()) {
                    for (long i = 0; i < 100; i++) {
                        batch.put(index, key(round * 100 + i), 1);
                    }
                    batch.commit();
                }
                store.checkpoint();
                try (Snapshot snapshot = store.engine().snapshot()) {
                    snapshot.reader(index).verify();
                }
            }
            assertThat(store.stats().mappedBytes())
                    .isLessThan(16 * store.stats().fileSize());
        }
        assertThat(disk.isClosed()).isTrue();
    }

    @Test
    void anInterruptedThreadReadsWritesAndChecksAsAnyOtherAndStaysInterrupted() throws InterruptedException {
        Path file = directory.resolve("interrupted.art");
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            try {
                Thread.currentThread().interrupt();
                try (Store store = Store.create(file)) {
                    // Taking the writer's turn is the one thing that an interrupt ends.
                    Thread.interrupted();
                    fill(store);
                    store.checkpoint();
                    Thread.currentThread().interrupt();
                    try (Snapshot snapshot = store.engine().snapshot()) {
                        IndexReader reader = snapshot.reader(snapshot.index("a"));
                        reader.verify();
                        assertThat(reader.get(key(5))).isEqualTo(5);
                    }
                }
                assertThat(StoreCheck.run(file).isClean()).isTrue();
                assertThat(Thread.currentThread().isInterrupted()).isTrue();
            } catch (Throwable e) {
                failure.set(e);
            }
        });
        thread.start();
        thread.join();
        assertThat(failure.get()).isNull();
        try (Store store = Store.open(file)) {
            assertThat(Content.of(store.engine()).entries("a")).hasSize((int) KEYS);
        }
    }

    @Test
    void interruptsInTheMiddleOfReadingAndWritingDisturbNobody() throws InterruptedException {
        Path file = directory.resolve("storm.art");
        AtomicBoolean done = new AtomicBoolean();
        List<Throwable> failures = java.util.Collections.synchronizedList(new ArrayList<>());
        try (Store store = Store.create(file, StoreOptions.defaults().withBlockSize(4096))) {
            fill(store);
            store.checkpoint();
            List<Thread> readers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                Thread reader = new Thread(() -> {
                    try {
                        while (!done.get()) {
                            try (Snapshot snapshot = store.engine().snapshot()) {
                                IndexReader found = snapshot.reader(snapshot.index("a"));
                                assertThat(found.keyCount()).isGreaterThanOrEqualTo(KEYS);
                                found.verify();
                            }
                        }
                    } catch (Throwable e) {
                        failures.add(e);
                    }
                });
                reader.start();
                readers.add(reader);
            }
            try (Snapshot snapshot = store.engine().snapshot()) {
                Index index = snapshot.index("a");
                for (int round = 0; round < 12; round++) {
                    try (Batch batch = store.engine().begin()) {
                        batch.put(index, key(KEYS + round), round);
                        batch.commit();
                    }
                    readers.forEach(Thread::interrupt);
                    store.checkpoint();
                    readers.forEach(Thread::interrupt);
                }
            }
            done.set(true);
            for (Thread reader : readers) {
                reader.join();
            }
        }
        assertThat(failures).isEmpty();
        assertThat(StoreCheck.run(file).damages()).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aClosedStoreLeavesNoMappingNoFileAndNoMemory() throws IOException {
        Path file = directory.resolve("leak.art");
        for (int round = 0; round < 3; round++) {
            Store store = round == 0 ? Store.create(file) : Store.open(file);
            if (round == 0) {
                fill(store);
                store.checkpoint();
            }
            Snapshot snapshot = store.engine().snapshot();
            snapshot.reader(snapshot.index("a")).verify();
            assertThat(mappingsOf(file)).isPositive();
            store.close();
            assertThat(mappingsOf(file)).isPositive();
            snapshot.close();
            assertThat(mappingsOf(file)).isZero();
            assertThat(openFilesOf(file)).isZero();
            assertThat(store.stats().mappedBytes()).isZero();
            assertThat(store.stats().memoryBytes()).isZero();
        }
    }

    @Test
    void aClosedStoreRefusesEverythingWithATypedError() {
        Store store = Store.create(directory.resolve("closed.art"));
        Index index = create(store);
        Snapshot snapshot = store.engine().snapshot();
        Cursor cursor = snapshot.reader(index).cursor(KeyRange.all());
        store.close();
        assertThatThrownBy(store::checkpoint).isInstanceOf(ClosedException.class);
        assertThatThrownBy(() -> store.engine().begin()).isInstanceOf(ClosedException.class);
        assertThatThrownBy(cursor::next).isInstanceOf(ClosedException.class);
        snapshot.close();
    }

    /** C21: positions beyond 2 and 4 GiB, in a file that is mostly hole. */
    @Test
    void blocksBeyondTwoAndFourGibibytesAreWrittenAndRead() {
        Path file = directory.resolve("sparse.art");
        long[] starts = {(2L << 30) / (512 * 1024) - 3, (4L << 30) / (512 * 1024) - 3};
        try (Store store = Store.create(file, StoreOptions.defaults().withBlockSize(512 * 1024))) {
            Index index = create(store);
            for (long start : starts) {
                store.skipBlocks((int) start);
                try (Batch batch = store.engine().begin()) {
                    for (long i = 0; i < 2 * KEYS; i++) {
                        batch.put(index, key(start + i), i);
                    }
                    batch.commit();
                }
                store.checkpoint();
                try (Snapshot snapshot = store.engine().snapshot()) {
                    snapshot.reader(index).verify();
                }
            }
            assertThat(store.stats().fileSize()).isGreaterThan(4L << 30);
        }
        try (Store store = Store.openReadOnly(file);
                Snapshot snapshot = store.engine().snapshot()) {
            IndexReader reader = snapshot.reader(snapshot.index("a"));
            reader.verify();
            assertThat(reader.get(key(starts[1] + 5))).isEqualTo(5);
        }
    }

    private static Index create(Store store) {
        try (Batch batch = store.engine().begin()) {
            Index index = batch.createIndex("a", null, Uniqueness.NOT_UNIQUE);
            batch.commit();
            return index;
        }
    }

    private static void fill(Store store) {
        Index index = create(store);
        try (Batch batch = store.engine().begin()) {
            for (long i = 0; i < KEYS; i++) {
                batch.put(index, key(i), i);
            }
            batch.commit();
        }
    }

    private static byte[] key(long i) {
        return Stores.key(i * 0x9E3779B97F4A7C15L);
    }

    private static long mappingsOf(Path file) throws IOException {
        try (var lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.contains(file.getFileName().toString()))
                    .count();
        }
    }

    private static long openFilesOf(Path file) throws IOException {
        long count = 0;
        try (var links = Files.list(Path.of("/proc/self/fd"))) {
            for (Path link : (Iterable<Path>) links::iterator) {
                if (Files.isSymbolicLink(link)
                        && target(link).contains(file.getFileName().toString())) {
                    count++;
                }
            }
        }
        return count;
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException gone) {
            return "";
        }
    }
}
