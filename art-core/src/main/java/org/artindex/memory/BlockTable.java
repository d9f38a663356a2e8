package org.artindex.memory;

import java.util.Arrays;

/**
 * The addresses of the blocks of a file, by block id.
 *
 * <p>A block's base stays 0 until its owner has mapped and verified it; the first thread that needs it asks the
 * {@link Loader}. Readable by any number of threads.
 */
public final class BlockTable {
    /** Maps and verifies a block at first touch. */
    @FunctionalInterface
    public interface Loader {
        /**
         * Makes a block readable.
         *
         * @param id the block's id, as found in a node pointer: not yet known to exist
         * @return the address of its first byte
         * @throws org.artindex.ArtIndexException when the block does not exist, cannot be read or is damaged
         */
        long load(long id);
    }

    private final Loader loader;
    private volatile long[] bases = new long[0];

    /** Makes a table without blocks. */
    public BlockTable(Loader loader) {
        this.loader = loader;
    }

    /** The table of an engine without a file: no pointer into a block can exist. */
    public static BlockTable none() {
        return new BlockTable(id -> {
            throw new IllegalStateException("a pointer to block " + id + " in an engine without a file");
        });
    }

    /** The address of a block's first byte, loading the block where this is the first touch. */
    public long base(long id) {
        long[] table = bases;
        if (id < table.length) {
            long base = table[(int) id];
            if (base != 0) {
                return base;
            }
        }
        return load(id);
    }

    /** Forgets a block whose place in the file gets new content: its next touch loads it again. */
    public synchronized void forget(long id) {
        if (id < bases.length) {
            bases[(int) id] = 0;
        }
    }

    /** Forgets all blocks. */
    public synchronized void clear() {
        bases = new long[0];
    }

    private long load(long id) {
        long base = loader.load(id);
        synchronized (this) {
            if (id >= bases.length) {
                bases = Arrays.copyOf(bases, (int) Math.max(id + 1, Math.max(16, bases.length + (bases.length >> 1))));
            }
            // A reader that misses this plain store loads the block again and finds the same address.
            bases[(int) id] = base;
        }
        return base;
    }
}
