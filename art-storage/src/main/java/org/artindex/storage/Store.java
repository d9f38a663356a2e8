package org.artindex.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.artindex.Engine;
import org.artindex.ReadOnlyException;
import org.artindex.memory.Arena;
import org.artindex.memory.BlockTable;
import org.artindex.state.EngineState;
import org.artindex.state.RootRecord;
import org.artindex.tree.NodeSpace;

/**
 * An engine whose state is kept in a file.
 *
 * <p>Batches change the state in memory; {@link #checkpoint} writes it to the file, all or nothing. What a checkpoint that returned
 * has covered is there after any crash; everything after it is lost when the process ends, and also when the store is closed: closing
 * writes nothing, so that a host decides itself when to pay for a checkpoint.
 *
 * <p>A store is locked against other openings, in this process and others; those for reading only share it. Thread-safe.
 */
public final class Store implements AutoCloseable {
    private static final System.Logger LOGGER = System.getLogger(Store.class.getName());

    private final StoreFile file;
    private final BlockLoader loader;
    private final BlockTable blocks;
    private final EngineState state;
    private final Engine engine;
    private final Access access;
    private final AutoCloseable lock;
    private volatile long checkpointed;

    /** What an opening may do. */
    enum Access {
        READ_WRITE,
        READ_ONLY
    }

    private Store(StoreFile file, RootRecord record, StoreOptions options, Access access, AutoCloseable lock) {
        this.file = file;
        this.access = access;
        this.lock = lock;
        this.checkpointed = record.version();
        this.loader = new BlockLoader(file.access(), file.name(), file.header(), file.map());
        this.blocks = new BlockTable(loader);
        this.state = new EngineState(new NodeSpace(new Arena(options.memoryLimit()), blocks), record);
        this.engine = access == Access.READ_ONLY ? Engine.readOnlyOver(state) : Engine.over(state);
        state.afterRelease(this::release);
    }

    /**
     * Makes a new store without tables and indexes. Its file appears under its name only when it is complete.
     *
     * @throws StoreException when the file exists already or cannot be made
     */
    public static Store create(Path path) {
        return create(path, StoreOptions.defaults());
    }

    /** Makes a new store; see {@link #create(Path)}. */
    public static Store create(Path path, StoreOptions options) {
        try {
            Path file = newFile(path);
            StoreLock.refuseCompanion(file);
            refuseExisting(file);
            StoreLock lock = StoreLock.acquire(file, StoreLock.Mode.EXCLUSIVE);
            try (Closing onFailure = new Closing(lock)) {
                refuseExisting(file);
                Path unfinished = file.resolveSibling(file.getFileName() + StoreLock.UNFINISHED);
                try (DiskFile made = DiskFile.forWriting(unfinished)) {
                    made.truncate(0);
                    StoreFile.format(made, options.blockSize());
                }
                Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
                DiskFile.syncDirectory(unfinished.resolveSibling("").toAbsolutePath());
                return onFailure.keep(
                        open(DiskFile.forWriting(file), file.toString(), options, Access.READ_WRITE, lock));
            }
        } catch (IOException e) {
            throw new StoreException(path + " cannot be made: " + e, e);
        }
    }

    /**
     * Opens a store.
     *
     * @throws NotAStoreException when the file is not one
     * @throws UnsupportedFormatException when the file needs a newer version of this library
     * @throws StoreLockedException when it is open elsewhere
     * @throws org.artindex.CorruptionException when header, catalog or block table is damaged, or the file is truncated
     * @throws SchemaMismatchException when an index has to be rebuilt
     */
    public static Store open(Path path) {
        return open(path, StoreOptions.defaults());
    }

    /** Opens a store, with a bound on memory; the block size is the file's. See {@link #open(Path)}. */
    public static Store open(Path path, StoreOptions options) {
        return open(path, options, Access.READ_WRITE);
    }

    /**
     * Opens a store for reading. Others may do so too. On media that are read-only, where the lock file can neither be made nor
     * opened, no lock is taken, for nobody can write there.
     *
     * @throws StoreException also when the lock file can neither be made nor opened elsewhere: it would not keep a writer away
     */
    public static Store openReadOnly(Path path) {
        return open(path, StoreOptions.defaults(), Access.READ_ONLY);
    }

    /** Opens a store on a file that is open and locked. Both are closed when that fails. */
    static Store open(FileAccess file, String name, StoreOptions options, Access access, AutoCloseable lock)
            throws IOException {
        try (Closing onFailure = new Closing(file)) {
            StoreFile opened =
                    access == Access.READ_ONLY ? StoreFile.openReadOnly(file, name) : StoreFile.open(file, name);
            return onFailure.keep(new Store(opened, opened.readRecord(), options, access, lock));
        }
    }

    /** The engine that reads and changes the state. Closing it is closing the store. */
    public Engine engine() {
        return engine;
    }

    /**
     * Writes the state to the file; returns when it is safe there. Waits for the batch that is open, and keeps the next one
     * waiting.
     *
     * @throws ReadOnlyException when the store is open for reading only
     * @throws IllegalStateException when the calling thread has an open batch
     * @throws org.artindex.WriterBusyException when the open batch did not end in time
     * @throws NoSpaceException when the file cannot grow; a later checkpoint may pass
     * @throws StoreFailedException when a write or sync fails, or has failed before; batches are refused with it too from then on
     * @throws org.artindex.CorruptionException when a block of the file that has to be copied is damaged
     */
    public CheckpointResult checkpoint() {
        return checkpoint(Engine.DEFAULT_TIMEOUT);
    }

    /** Writes the state to the file, waiting as long as told for the batch that is open; see {@link #checkpoint()}. */
    public CheckpointResult checkpoint(Duration timeout) {
        if (access == Access.READ_ONLY) {
            throw new ReadOnlyException(file.name() + " is open for reading only");
        }
        state.beginTurn(timeout);
        try {
            if (state.tip().version() == checkpointed) {
                return new CheckpointResult(file.header().number(), 0, 0, 0);
            }
            CheckpointResult result = new Checkpoint(state, file, blocks).run();
            checkpointed = state.tip().version();
            return result;
        } finally {
            state.endTurn();
        }
    }

    /** Whether the state has changed since the last checkpoint; such changes are lost when the store is closed. */
    public boolean hasChanges() {
        return state.tip().version() != checkpointed;
    }

    /** Figures of the store. */
    public StoreStats stats() {
        StoreHeader header = file.header();
        BlockMap map = file.map();
        return new StoreStats(
                header.blockSize(),
                Math.max(header.extent(), header.position(map.count())),
                header.number(),
                map.count(),
                map.freeCount(),
                map.waitingCount(),
                loader.loads(),
                loader.mappedBytes(),
                engine.memoryUsed());
    }

    /** Has the next checkpoint write behind a hole; for tests of large files. */
    void skipBlocks(int count) {
        file.map().skipTo(count);
    }

    /** The name of the file, as messages show it. */
    public String name() {
        return file.name();
    }

    /**
     * Closes the store. The file stays mapped and locked until the last snapshot and batch are closed too. Closing twice is
     * harmless.
     */
    @Override
    public void close() {
        engine.close();
    }

    /** Runs when nobody reads any more. */
    private void release() {
        loader.close();
        try {
            if (access == Access.READ_WRITE) {
                file.endWriting();
            }
        } catch (IOException e) {
            LOGGER.log(
                    System.Logger.Level.WARNING,
                    file.name() + " could not be marked closed: its next opening takes longer",
                    e);
        }
        closeQuietly(file.access());
        closeQuietly(lock);
    }

    private static void closeQuietly(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            LOGGER.log(System.Logger.Level.WARNING, "closing failed", e);
        }
    }

    private static Store open(Path path, StoreOptions options, Access access) {
        try {
            if (!Files.isRegularFile(path)) {
                throw new StoreException(Files.exists(path) ? path + " is no file" : "there is no file " + path);
            }
            Path file = path.toRealPath();
            StoreLock.refuseCompanion(file);
            StoreFile.refuseForeign(file);
            boolean readOnly = access == Access.READ_ONLY;
            StoreLock lock = StoreLock.acquire(file, readOnly ? StoreLock.Mode.SHARED : StoreLock.Mode.EXCLUSIVE);
            try (Closing onFailure = new Closing(lock)) {
                DiskFile opened = readOnly ? DiskFile.forReading(file) : DiskFile.forWriting(file);
                return onFailure.keep(open(opened, file.toString(), options, access, lock));
            }
        } catch (IOException e) {
            throw new StoreException(path + " cannot be opened: " + e, e);
        }
    }

    private static void refuseExisting(Path file) {
        if (Files.exists(file)) {
            throw new StoreException(file + " exists already");
        }
    }

    private static Path newFile(Path path) throws IOException {
        Path absolute = path.toAbsolutePath();
        Path directory = absolute.getParent();
        Path name = absolute.getFileName();
        if (directory == null || name == null) {
            throw new StoreException(path + " is no name for a file");
        }
        return directory.toRealPath().resolve(name);
    }

    /** Closes a resource unless it was handed on. */
    private static final class Closing implements AutoCloseable {
        private final AutoCloseable resource;
        private boolean kept;

        Closing(AutoCloseable resource) {
            this.resource = resource;
        }

        <T> T keep(T owner) {
            kept = true;
            return owner;
        }

        @Override
        public void close() {
            if (!kept) {
                closeQuietly(resource);
            }
        }
    }
}
