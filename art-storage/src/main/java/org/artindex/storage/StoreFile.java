package org.artindex.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.BitSet;
import org.artindex.ArtIndexException;
import org.artindex.CorruptionException;
import org.artindex.state.EngineState;
import org.artindex.state.RootRecord;
import org.artindex.storage.StoreHeader.State;
import org.jspecify.annotations.Nullable;

/**
 * The file of a store as of its last checkpoint: its header, which blocks are in use, and the steps by which both move on.
 *
 * <p>Writes are the business of whoever has the writer's turn.
 */
final class StoreFile {
    private static final System.Logger LOGGER = System.getLogger(StoreFile.class.getName());

    private final FileAccess file;
    private final String name;
    private final BlockMap map;
    private volatile StoreHeader header;
    private volatile @Nullable Throwable failure;
    private long lastNumber;

    private StoreFile(FileAccess file, String name, StoreHeader header, BlockMap map) {
        this.file = file;
        this.name = name;
        this.header = header;
        this.map = map;
        this.lastNumber = header.number();
    }

    /** Writes the header slots of a new file. */
    static void format(FileAccess file, int blockSize) throws IOException {
        StoreHeader header = StoreHeader.ofNewFile(blockSize, FileIdentity.random());
        for (int slot = 0; slot < HeaderSlots.COUNT; slot++) {
            HeaderSlots.write(file, slot, header);
        }
        file.sync();
    }

    /** Opens a file without changing it: reads the header and the block table. */
    static StoreFile openReadOnly(FileAccess file, String name) throws IOException {
        return read(file, name, HeaderSlots.read(file, name));
    }

    /** Opens a file; where the last process ended within a checkpoint, mends what that may have left torn. */
    static StoreFile open(FileAccess file, String name) throws IOException {
        HeaderSlots slots = HeaderSlots.read(file, name);
        int current = slots.current();
        slots.checkWritable();
        StoreFile opened = read(file, name, slots);
        if (!slots.agree() || opened.header.state() == State.BEING_WRITTEN) {
            ArtIndexException damage = slots.error(1 - current);
            if (damage != null) {
                LOGGER.log(System.Logger.Level.WARNING, "mending the header from its twin: {0}", damage.getMessage());
            }
            opened.recover(1 - current);
        }
        return opened;
    }

    /** Looks at the header before the lock file is made, so that a foreign file gets none beside it. */
    static void refuseForeign(Path file) throws IOException {
        try (DiskFile peeked = DiskFile.forReading(file)) {
            HeaderSlots.read(peeked, file.toString()).current();
        } catch (CorruptionException | UnsupportedFormatException e) {
            LOGGER.log(System.Logger.Level.DEBUG, "told again once the file is locked, if it is still so", e);
        }
    }

    /** Reads the root record that the last checkpoint wrote. */
    RootRecord readRecord() throws IOException {
        StoreHeader current = header;
        if (current.catalogSize() == 0) {
            return RootRecord.empty();
        }
        ByteBuffer catalog =
                Chain.read(file, current, BlockFormat.CATALOG, current.catalogBlock(), current.catalogSize(), name);
        return Catalog.decode(catalog, name);
    }

    String name() {
        return name;
    }

    FileAccess access() {
        return file;
    }

    StoreHeader header() {
        return header;
    }

    BlockMap map() {
        return map;
    }

    /** The number for a checkpoint that begins; one that fails does not give it back. */
    long nextNumber() {
        return ++lastNumber;
    }

    /** Refuses batches and checkpoints from now on: what they do could not be made to last. */
    void fail(Throwable cause, EngineState state) {
        failure = cause;
        state.refuseTurns(() -> new StoreFailedException(
                name + ": a write has failed before, the store has to be opened again: " + cause.getMessage(), cause));
    }

    /** Notes in the file that free blocks may be torn from now on. One slot stays as it is meanwhile. */
    void beginWriting() throws IOException {
        StoreHeader current = header;
        if (current.state() == State.CLOSED) {
            StoreHeader open = current.withState(State.BEING_WRITTEN);
            HeaderSlots.write(file, slotAfter(current), open);
            file.sync();
            header = open;
        }
    }

    /** Makes a checkpoint whose blocks are all written the one that counts. */
    void commit(StoreHeader next) throws IOException {
        file.sync();
        writeBoth(next);
        header = next;
    }

    /** Cuts off what a failed checkpoint has added, where the system can; says whether the file ends with its last block. */
    boolean dropTail() {
        try {
            long extent = header.extent();
            if (file.size() > extent) {
                file.truncate(extent);
            }
            return true;
        } catch (IOException e) {
            LOGGER.log(System.Logger.Level.DEBUG, "the end of a failed checkpoint stays in the file", e);
            return false;
        }
    }

    /** Makes all blocks whole and notes that in the file; where it cannot, the next opening is left to do it. */
    void endWriting() throws IOException {
        if (failure != null || header.state() == State.CLOSED) {
            return;
        }
        BitSet suspects = map.suspects();
        for (int id = suspects.nextSetBit(0); id >= 0; id = suspects.nextSetBit(id + 1)) {
            mend(id);
        }
        if (!suspects.isEmpty()) {
            file.sync();
        }
        if (dropTail()) {
            StoreHeader closed = header.withState(State.CLOSED);
            writeBoth(closed);
            header = closed;
        }
    }

    /** At every moment one slot is whole, and holds what was acknowledged last or something later. */
    private void writeBoth(StoreHeader next) throws IOException {
        int first = slotAfter(header);
        HeaderSlots.write(file, first, next);
        file.sync();
        HeaderSlots.write(file, 1 - first, next);
        file.sync();
    }

    private static int slotAfter(StoreHeader header) {
        return (int) (header.number() + 1) & 1;
    }

    private static StoreFile read(FileAccess file, String name, HeaderSlots slots) throws IOException {
        StoreHeader header = slots.header(slots.current());
        if (header == null) {
            throw new IllegalStateException("no header");
        }
        if (file.size() < header.extent()) {
            throw new CorruptionException(name + ": the file is truncated: it has " + file.size() + " bytes where "
                    + header.extent() + " are expected");
        }
        if (header.tableSize() == 0) {
            return new StoreFile(file, name, header, BlockMap.empty());
        }
        ByteBuffer table = Chain.read(file, header, BlockFormat.TABLE, header.tableBlock(), header.tableSize(), name);
        return new StoreFile(file, name, header, BlockMap.decode(table, header, name));
    }

    private void recover(int otherSlot) throws IOException {
        header = header.withState(State.BEING_WRITTEN);
        HeaderSlots.write(file, otherSlot, header);
        file.sync();
        for (int id = map.nextFree(0); id >= 0; id = map.nextFree(id + 1)) {
            mend(id);
        }
        file.sync();
        endWriting();
    }

    /** Writes a free block anew that is torn, or whose number a later checkpoint is going to have. */
    private void mend(int id) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(header.blockSize()).order(ByteOrder.LITTLE_ENDIAN);
        file.read(header.position(id), block);
        block.clear();
        try {
            BlockFormat.verify(block, header.identity(), id, name);
            long number = BlockFormat.number(block);
            if (number <= header.number()) {
                return;
            }
            lastNumber = Math.max(lastNumber, number);
        } catch (CorruptionException torn) {
            LOGGER.log(System.Logger.Level.DEBUG, "free block {0} was left torn: {1}", id, torn.getMessage());
        }
        BlockFormat.seal(
                block,
                header.identity(),
                BlockFormat.FREE,
                id,
                header.number(),
                BlockFormat.HEADER_SIZE,
                StoreHeader.NO_BLOCK);
        file.write(header.position(id), block.clear());
    }
}
