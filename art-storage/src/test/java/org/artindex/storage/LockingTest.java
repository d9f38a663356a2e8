package org.artindex.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.artindex.Batch;
import org.artindex.Index.Uniqueness;
import org.artindex.ReadOnlyException;
import org.artindex.Snapshot;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockingTest {
    @TempDir
    Path directory;

    private Path file = Path.of("unset");

    @BeforeEach
    void makeAStore() {
        file = directory.resolve("locked.art");
        Store.create(file).close();
    }

    @Test
    void aSecondOpeningInTheSameProcessIsRefusedByWhateverName() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link.art"), file);
        Path relative = Path.of("").toAbsolutePath().relativize(file);
        byte[] bytes = Files.readAllBytes(file);
        try (Store store = Store.open(file)) {
            for (Path name :
                    List.of(file, link, relative, directory.resolve(".").resolve("locked.art"))) {
                assertThatThrownBy(() -> Store.open(name)).isInstanceOf(StoreLockedException.class);
                assertThatThrownBy(() -> Store.openReadOnly(name)).isInstanceOf(StoreLockedException.class);
                assertThatThrownBy(() -> StoreCheck.run(name)).isInstanceOf(StoreLockedException.class);
            }
            assertThatThrownBy(() -> Store.create(file)).isInstanceOf(StoreException.class);
            assertThat(store.engine().isClosed()).isFalse();
            assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
        }
        Store.open(link).close();
    }

    @Test
    void readersShareAStoreAndExcludeAWriter() {
        try (Store first = Store.openReadOnly(file);
                Store second = Store.openReadOnly(file)) {
            assertThatThrownBy(() -> Store.open(file)).isInstanceOf(StoreLockedException.class);
            assertThatThrownBy(() -> first.engine().begin()).isInstanceOf(ReadOnlyException.class);
            assertThatThrownBy(second::checkpoint).isInstanceOf(ReadOnlyException.class);
            assertThat(StoreCheck.run(file).isClean()).isTrue();
        }
        Store.open(file).close();
    }

    @Test
    void anotherProcessExcludesThisOneUntilItIsKilled() throws Exception {
        Process holder = ChildProcess.start("hold", file.toString());
        assertThat(ChildProcess.output(holder).readLine()).isEqualTo("open");
        byte[] bytes = Files.readAllBytes(file);
        assertThatThrownBy(() -> Store.open(file))
                .isInstanceOf(StoreLockedException.class)
                .hasMessageContaining("another process");
        assertThatThrownBy(() -> Store.openReadOnly(file)).isInstanceOf(StoreLockedException.class);
        assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
        holder.destroyForcibly();
        assertThat(holder.waitFor(30, TimeUnit.SECONDS)).isTrue();
        Store.open(file).close();
    }

    @Test
    void aProcessKilledWhileItWritesLosesNothingThatItWasTold() throws Exception {
        Process writer = ChildProcess.start("write", file.toString());
        var output = ChildProcess.output(writer);
        for (int i = 0; i < 20; i++) {
            assertThat(output.readLine()).isNotNull();
        }
        writer.toHandle().destroyForcibly(); // unlike the process's own, it leaves what was printed readable
        assertThat(writer.waitFor(30, TimeUnit.SECONDS)).isTrue();
        long last = output.lines().mapToLong(Long::parseLong).max().orElse(19);
        try (Store store = Store.open(file);
                Snapshot snapshot = store.engine().snapshot()) {
            var reader = snapshot.reader(snapshot.index("a"));
            reader.verify();
            assertThat(reader.keyCount()).isIn((last + 1) * 50, (last + 2) * 50);
        }
        assertThat(StoreCheck.run(file).damages()).isEmpty();
    }

    @Test
    void aStoreWhoseSnapshotIsOpenStaysLockedAfterItIsClosed() {
        Store store = Store.open(file);
        Snapshot snapshot = store.engine().snapshot();
        store.close();
        store.close();
        assertThatThrownBy(() -> Store.open(file)).isInstanceOf(StoreLockedException.class);
        snapshot.close();
        Store.open(file).close();
    }

    @Test
    void aFailedOpeningLeavesNoLock() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[100] ^= 1;
        bytes[4096 + 100] ^= 1;
        Path broken = Files.write(directory.resolve("broken.art"), bytes);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> Store.open(broken)).isInstanceOf(org.artindex.CorruptionException.class);
        }
        bytes[100] ^= 1;
        Files.write(broken, bytes);
        Store.open(broken).close();
    }

    @Test
    void whatIsNoStoreIsLeftAloneAndGetsNoLockFile() throws IOException {
        Path text = Files.writeString(directory.resolve("notes.txt"), "not an index");
        assertThatThrownBy(() -> Store.open(text)).isInstanceOf(NotAStoreException.class);
        assertThatThrownBy(() -> Store.open(directory)).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> Store.open(directory.resolve("missing.art"))).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> StoreCheck.run(text)).isInstanceOf(NotAStoreException.class);
        assertThatThrownBy(() -> Store.create(text)).isInstanceOf(StoreException.class);
        assertThat(text).hasContent("not an index");
        try (var files = Files.list(directory)) {
            assertThat(files.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder("locked.art", "locked.art-lock", "notes.txt");
        }
    }

    @Test
    void namesOfAStoresCompanionsAreRefusedBeforeTheyAreTouched() throws IOException {
        for (String suffix : List.of("-lock", "-unfinished")) {
            Path companion = directory.resolve("locked.art" + suffix);
            assertThatThrownBy(() -> Store.create(companion)).isInstanceOf(StoreException.class);
            Files.write(companion, new byte[] {1});
            assertThatThrownBy(() -> Store.open(companion)).isInstanceOf(StoreException.class);
            assertThatThrownBy(() -> Store.openReadOnly(companion)).isInstanceOf(StoreException.class);
            assertThatThrownBy(() -> StoreCheck.run(companion)).isInstanceOf(StoreException.class);
            assertThat(Files.readAllBytes(companion)).containsExactly(1);
        }
    }

    @Test
    void anUnfinishedCreationIsNoObstacle() throws IOException {
        Path next = directory.resolve("next.art");
        Files.write(directory.resolve("next.art-unfinished"), new byte[100_000]);
        try (Store store = Store.create(next);
                Batch batch = store.engine().begin()) {
            batch.createIndex("a", null, Uniqueness.UNIQUE);
            batch.commit();
        }
        assertThat(directory.resolve("next.art-unfinished")).doesNotExist();
        assertThat(Files.size(next)).isEqualTo(8192);
    }

    @Test
    void anEmbedderNeedsNoFlagAndSeesNoWarning() throws Exception {
        Process child =
                ChildProcess.start("smoke", directory.resolve("smoke.art").toString());
        String errors = new String(child.getErrorStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(ChildProcess.output(child).lines()).containsExactly("100", "true");
        assertThat(child.waitFor()).isZero();
        if (Runtime.version().feature() < 24) {
            assertThat(errors).isEmpty();
        }
    }

    @Test
    void aJvmThatDeniesMemoryAccessIsToldWhichFlagItNeedsWhenAStoreIsOpened() throws Exception {
        Assumptions.assumeTrue(Runtime.version().feature() >= 24, "older JVMs have no such flag");
        Process child = ChildProcess.start(
                List.of("--sun-misc-unsafe-memory-access=deny", "-Dart.memory=unsafe"),
                "smoke",
                directory.resolve("smoke.art").toString());
        String errors = new String(child.getErrorStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(child.waitFor()).isNotZero();
        assertThat(errors)
                .startsWith("Exception in thread \"main\" org.artindex.ArtIndexException: ")
                .contains("--sun-misc-unsafe-memory-access=allow");
    }
}
