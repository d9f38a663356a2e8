package org.artindex.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
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

    /**
     * Channels of lock files that a copy of this class in another class loader has locked. POSIX drops its lock when one of these is
     * closed, so they stay open, for the next attempt to use.
     */
    private static final Map<Kept, FileChannel> KEPT = new HashMap<>();

    private final Path file;
    private final Mode mode;
    private final @Nullable FileChannel channel;
    private int holders = 1;

    /** What follows the name of a store in that of its lock file. */
    private static final String LOCK = "-lock";

    /** What follows the name of a store in that of its creation while it is not finished. */
    static final String UNFINISHED = "-unfinished";

    /** What an opening of a store excludes. */
    enum Mode {
        /** Everybody else. */
        EXCLUSIVE,
        /** Writers. */
        SHARED
    }

    /** Tells whether nobody at all can write where a file lies. */
    @FunctionalInterface
    interface Media {
        boolean isReadOnly(Path file) throws IOException;
    }

    /**
     * What a channel that is kept is good for.
     *
     * @param file the system's key of the lock file, for another may have its name by now; {@code null} where there is none
     */
    private record Kept(@Nullable Object file, Mode mode) {
        static Kept of(Path lockPath, Mode mode) throws IOException {
            return new Kept(
                    Files.exists(lockPath)
                            ? Files.readAttributes(lockPath, BasicFileAttributes.class)
                                    .fileKey()
                            : null,
                    mode);
        }
    }

    private StoreLock(Path file, Mode mode, @Nullable FileChannel channel) {
        this.file = file;
        this.mode = mode;
        this.channel = channel;
    }

    /**
     * Refuses the name of a store's companion before it is opened: closing a lock file would drop this process's lock on it, and an
     * unfinished creation is written over by the next one.
     */
    static void refuseCompanion(Path file) {
        String name = String.valueOf(file.getFileName());
        if (name.endsWith(LOCK) || name.endsWith(UNFINISHED)) {
            throw new StoreException(file + " has the name of a companion of a store: no store can have it");
        }
    }

    /**
     * Locks a store.
     *
     * @param file its real path, so that all names of it are one
     * @throws StoreLockedException when another opening excludes this one
     * @throws StoreException when there can be no lock and somebody may be able to write all the same
     */
    static StoreLock acquire(Path file, Mode mode) throws IOException {
        return acquire(file, mode, path -> Files.getFileStore(path).isReadOnly());
    }

    /** Locks a store on media that are said to be read-only or not; see {@link #acquire(Path, Mode)}. */
    static StoreLock acquire(Path file, Mode mode, Media media) throws IOException {
        synchronized (OPEN) {
            StoreLock held = OPEN.get(file);
            if (held == null) {
                held = new StoreLock(file, mode, lockFile(file, mode, media));
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
    private static @Nullable FileChannel lockFile(Path file, Mode mode, Media media) throws IOException {
        Path lockPath = file.resolveSibling(file.getFileName() + LOCK);
        FileChannel kept = KEPT.remove(Kept.of(lockPath, mode));
        FileChannel channel = kept == null ? open(file, lockPath, mode, media) : kept;
        if (channel == null) {
            return null;
        }
        boolean mayClose = true;
        FileLock lock = null;
        try {
            lock = channel.tryLock(0, Long.MAX_VALUE, mode == Mode.SHARED);
        } catch (OverlappingFileLockException e) {
            Kept key = Kept.of(lockPath, mode);
            if (key.file != null) {
                mayClose = false;
                KEPT.put(key, channel);
            }
            throw new StoreLockedException(
                    file + " is open in this process already, by a copy of this library in another class loader", e);
        } finally {
            if (lock == null && mayClose) {
                channel.close();
            }
        }
        if (lock == null) {
            throw new StoreLockedException(file + " is open in another process");
        }
        return channel;
    }

    private static @Nullable FileChannel open(Path file, Path lockPath, Mode mode, Media media) throws IOException {
        try {
            return FileChannel.open(
                    lockPath, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
        } catch (IOException e) {
            if (mode == Mode.EXCLUSIVE) {
                throw e;
            }
            if (Files.isReadable(lockPath)) {
                return FileChannel.open(lockPath, StandardOpenOption.READ);
            }
            if (media.isReadOnly(file)) {
                return null;
            }
            throw new StoreException(
                    file + " cannot be locked, and without a lock somebody could write it while it is read: " + lockPath
                            + " can neither be made nor opened (" + e + ")",
                    e);
        }
    }
}
