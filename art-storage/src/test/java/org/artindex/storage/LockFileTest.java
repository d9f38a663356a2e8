package org.artindex.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lock files that cannot be had, and locks that the same process has already. */
class LockFileTest {
    @TempDir
    Path directory;

    private Path file = Path.of("unset");

    @BeforeEach
    void makeAStore() throws IOException {
        file = directory.resolve("locked.art");
        Store.create(file).close();
        file = file.toRealPath();
    }

    @Test
    void whereNoLockCanBeHadReadingIsRefusedUnlessNobodyCanWriteThere() throws IOException {
        Path lock = directory.resolve("locked.art-lock");
        Files.delete(lock);
        Files.createSymbolicLink(lock, directory.resolve("missing").resolve("lock"));
        assertThatThrownBy(() -> Store.openReadOnly(file))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("cannot be locked")
                .hasMessageContaining("locked.art-lock");
        assertThatThrownBy(() -> StoreCheck.run(file)).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> Store.open(file)).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> StoreLock.acquire(file, StoreLock.Mode.EXCLUSIVE, path -> true))
                .isInstanceOf(IOException.class);
        try (StoreLock first = StoreLock.acquire(file, StoreLock.Mode.SHARED, path -> true);
                StoreLock second = StoreLock.acquire(file, StoreLock.Mode.SHARED, path -> true)) {
            assertThat(second).isSameAs(first);
        }
        Files.delete(lock);
        Store.openReadOnly(file).close();
    }

    @Test
    void aCopyOfTheLibraryInAnotherClassLoaderIsRefusedAndTheFirstKeepsItsLock() throws Exception {
        try (URLClassLoader other = new URLClassLoader(classPath(), ClassLoader.getPlatformClassLoader())) {
            Store store = Store.open(file);
            for (int attempt = 0; attempt < 3; attempt++) {
                for (String way : List.of("open", "openReadOnly")) {
                    assertThatThrownBy(() -> open(other, way))
                            .isInstanceOf(InvocationTargetException.class)
                            .cause()
                            .hasMessageContaining("another class loader")
                            .extracting(e -> e.getClass().getName())
                            .isEqualTo(StoreLockedException.class.getName());
                }
            }
            assertThat(otherProcessCanOpen()).isFalse();
            store.close();
            try (AutoCloseable second = open(other, "open")) {
                assertThat(second).isNotInstanceOf(Store.class);
                assertThatThrownBy(() -> Store.open(file)).isInstanceOf(StoreLockedException.class);
                assertThatThrownBy(() -> Store.openReadOnly(file)).isInstanceOf(StoreLockedException.class);
                assertThat(otherProcessCanOpen()).isFalse();
            }
            Store.open(file).close();
            assertThat(otherProcessCanOpen()).isTrue();
        }
    }

    private AutoCloseable open(ClassLoader loader, String way) throws ReflectiveOperationException {
        Class<?> store = loader.loadClass(Store.class.getName());
        return (AutoCloseable) store.getMethod(way, Path.class).invoke(null, file);
    }

    private boolean otherProcessCanOpen() throws IOException, InterruptedException {
        Process process = ChildProcess.start("hold", file.toString());
        try {
            return ChildProcess.output(process).readLine() != null;
        } finally {
            process.destroyForcibly();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static URL[] classPath() throws IOException {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<URL> urls = new ArrayList<>();
        for (String entry : path.split(File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return urls.toArray(URL[]::new);
    }
}
