package org.artindex.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps two openings of a store apart: a table for those of this process, and a lock of the system on {@code <file>-lock} for other
 * processes. A lock file of its own, since POSIX drops the locks of a file when anything in the process closes that file; so this
 * class opens it once only. The system gives the lock back however a process ends; the lock file stays, and means nothing.
 */
final class StoreLock implements AutoCloseable {
    private static final Map<Path, StoreLock> OPEN = new HashMap<>();

    private final Path file;
    private final Mode mode;
    private final @Nullable FileChannel channel;
    private int holders = 1;

    /** What an opening of a store excludes. */
    enum Mode {
        /** Everybody else. */
        EXCLUSIVE,
        /** Writers. */
        SHARED
    }

    private StoreLock(Path file, Mode mode, @Nullable FileChannel channel) {
        this.file = file;
        this.mode = mode;
        this.channel = channel;
    }

    /**
     * Locks a store.
     *
     * @param file its real path, so that all names of it are one
     * @throws StoreLockedException when another opening excludes this one
     */
    static StoreLock acquire(Path file, Mode mode) throws IOException {
        synchronized (OPEN) {
            StoreLock held = OPEN.get(file);
            if (held == null) {
                held = new StoreLock(file, mode, lockFile(file, mode));
                OPEN.put(file, held);
                return held;
            }
            if (mode == Mode.EXCLUSIVE || held.mode == Mode.EXCLUSIVE) {
                throw new StoreLockedException(file + " is open in this process already");
            }
            held.holders++;
            return held;
        }
    }

    /** The real path of the store. */
    Path file() {
        return file;
    }

    /** Gives one acquisition back. */
    @Override
    public void close() throws IOException {
        synchronized (OPEN) {
            if (--holders == 0) {
                OPEN.remove(file);
                if (channel != null) {
                    channel.close();
                }
            }
        }
    }

    /** Locks the lock file; {@code null} on media that take none, where no writer can be either. */
    private static @Nullable FileChannel lockFile(Path file, Mode mode) throws IOException {
        Path lockPath = file.resolveSibling(file.getFileName() + "-lock");
        FileChannel channel;
        try {
            channel = FileChannel.open(
                    lockPath, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
        } catch (IOException e) {
            if (mode == Mode.EXCLUSIVE) {
                throw e;
            }
            if (!Files.isReadable(lockPath)) {
                return null;
            }
            channel = FileChannel.open(lockPath, StandardOpenOption.READ);
        }
        FileLock lock = null;
        try {
            lock = channel.tryLock(0, Long.MAX_VALUE, mode == Mode.SHARED);
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
        if (lock == null) {
            throw new StoreLockedException(file + " is open in another process");
        }
        return channel;
    }
}
