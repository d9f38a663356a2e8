package org.artindex.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.artindex.storage.Store.Access;

/** Stores on simulated disks. */
final class Stores {
    private static final AutoCloseable NO_LOCK = () -> {};

    /** Kept, for its level is forgotten with it: crashes by the thousand are not to be reported by the thousand. */
    private static final Logger QUIET = Logger.getLogger("org.artindex.storage");

    static {
        QUIET.setLevel(Level.OFF);
    }

    private Stores() {}

    static Store open(SimulatedDisk disk) {
        return open(disk, Access.READ_WRITE);
    }

    static Store open(SimulatedDisk disk, Access access) {
        return open(disk, StoreOptions.defaults(), access);
    }

    static Store open(SimulatedDisk disk, StoreOptions options) {
        return open(disk, options, Access.READ_WRITE);
    }

    private static Store open(SimulatedDisk disk, StoreOptions options, Access access) {
        disk.reopen();
        try {
            return Store.open(disk, "simulated", options, access, NO_LOCK);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static CheckReport check(SimulatedDisk disk) {
        try {
            return StoreCheck.run(disk, "simulated", CheckProgress.NONE);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static void assertClean(SimulatedDisk disk) {
        assertThat(check(disk).damages()).isEmpty();
    }

    /** Eight bytes, big-endian: a key. */
    static byte[] key(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }
}
