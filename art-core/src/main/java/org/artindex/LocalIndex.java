package org.artindex;

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.concurrent.atomic.AtomicBoolean;
import org.artindex.postings.Postings;
import org.artindex.state.EngineState;
import org.artindex.state.LocalTree;

/**
 * Entries of an index that a transaction keeps to itself, to be {@linkplain Batch#merge merged} into the index when it commits.
 *
 * <p>It needs neither the writer's turn nor a snapshot. Rows may have {@linkplain RowIds local row ids}, in place of which the merge
 * puts the final ones. Its memory counts against the engine's limit: 32 KiB for each node type it uses, then 256 KiB at a time.
 *
 * <p>Close it when the transaction ends; one that was left open and is no longer reachable is found, reported and closed. Used by
 * one thread at a time.
 */
public final class LocalIndex implements AutoCloseable {
    private static final Cleaner CLEANER = Cleaner.create();
    private static final System.Logger LOGGER = System.getLogger(LocalIndex.class.getName());

    private final Index index;
    private final End end;
    private final Cleaner.Cleanable cleanable;

    /** Gives the memory back, once. Must not refer to the local index. */
    private static final class End implements Runnable {
        private final LocalTree tree;
        private final AtomicBoolean done = new AtomicBoolean();

        End(LocalTree tree) {
            this.tree = tree;
        }

        boolean close() {
            if (done.compareAndSet(false, true)) {
                tree.close();
                return true;
            }
            return false;
        }

        @Override
        public void run() {
            if (close()) {
                LOGGER.log(System.Logger.Level.WARNING, "a local index was not closed: it is closed now");
            }
        }
    }

    LocalIndex(EngineState state, Index index) {
        this.index = index;
        this.end = new End(new LocalTree(state, index));
        this.cleanable = CLEANER.register(this, end);
    }

    /** The index that the entries are for. */
    public Index index() {
        return index;
    }

    /**
     * Adds an entry.
     *
     * @return whether it was not there before
     * @throws RowException when the row id is out of range
     * @throws KeyTooLongException when the key passes {@link org.artindex.key.KeySchema#MAX_KEY_LENGTH}
     * @throws InvalidKeyException when the key begins with another key here, or the other way round
     * @throws MemoryLimitException when memory runs out; the local index can only be closed then
     */
    public boolean put(byte[] key, long row) {
        try {
            return tree().put(key, key.length, row);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Removes an entry. Says whether it was there. */
    public boolean remove(byte[] key, long row) {
        try {
            return tree().remove(key, key.length, row);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** The smallest row of a key, {@link IndexReader#ABSENT} where it has none. */
    public long get(byte[] key) {
        try {
            long value = tree().find(key, key.length);
            return value == 0 ? IndexReader.ABSENT : Postings.first(tree().space(), value);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Whether an entry is there. */
    public boolean contains(byte[] key, long row) {
        try {
            return Postings.contains(tree().space(), tree().find(key, key.length), row);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Rows of a key. */
    public long count(byte[] key) {
        try {
            return Postings.count(tree().space(), tree().find(key, key.length));
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Distinct keys. */
    public long keyCount() {
        return tree().keys();
    }

    /** (key, row id) pairs. */
    public long entryCount() {
        return tree().entries();
    }

    /** Gives the memory back. Closing twice is harmless. */
    @Override
    public void close() {
        end.close();
        cleanable.clean();
    }

    LocalTree tree() {
        if (end.done.get()) {
            throw new ClosedException("the local index of " + index.name() + " is closed");
        }
        return end.tree;
    }
}
