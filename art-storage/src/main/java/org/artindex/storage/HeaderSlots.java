package org.artindex.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.artindex.ArtIndexException;
import org.artindex.CorruptionException;
import org.jspecify.annotations.Nullable;

/**
 * The two header slots of a file.
 *
 * <p>A checkpoint is acknowledged once both of them hold it, so one that is damaged takes nothing away that was acknowledged: the
 * other is either the same, or older because the damaged one was being written when the system went down. Where both are whole
 * and differ, a checkpoint had come half-way: the later one counts.
 */
final class HeaderSlots {
    static final int COUNT = 2;

    private final FileAccess file;
    private final String name;
    private final ByteBuffer[] bytes = new ByteBuffer[COUNT];
    private final @Nullable StoreHeader[] headers = new @Nullable StoreHeader[COUNT];
    private final @Nullable ArtIndexException[] errors = new @Nullable ArtIndexException[COUNT];

    private HeaderSlots(FileAccess file, String name) {
        this.file = file;
        this.name = name;
    }

    /** Reads both slots; what is wrong with one is kept, not thrown. */
    static HeaderSlots read(FileAccess file, String name) throws IOException {
        HeaderSlots slots = new HeaderSlots(file, name);
        long size = file.size();
        for (int i = 0; i < COUNT; i++) {
            slots.readSlot(i, size);
        }
        return slots;
    }

    /** Writes a slot; the caller syncs. */
    static void write(FileAccess file, int slot, StoreHeader header) throws IOException {
        file.write((long) slot * StoreHeader.SIZE, header.encode());
    }

    /** The header of a slot, {@code null} where it cannot be read. */
    @Nullable
    StoreHeader header(int slot) {
        return headers[slot];
    }

    /** What is wrong with a slot, {@code null} where it can be read. */
    @Nullable
    ArtIndexException error(int slot) {
        return errors[slot];
    }

    String place(int slot) {
        return name + ", header slot " + slot;
    }

    /** The slot that counts. */
    int current() {
        StoreHeader first = headers[0];
        StoreHeader second = headers[1];
        refuseUnsupported();
        if (first != null && second != null) {
            if (!first.identity().equals(second.identity()) || first.blockSize() != second.blockSize()) {
                throw new CorruptionException(name + ": the header slots are of two files");
            }
            if (first.number() == second.number()) {
                return first.state() == StoreHeader.State.BEING_WRITTEN ? 0 : 1;
            }
            return first.number() > second.number() ? 0 : 1;
        }
        if (first == null && second == null) {
            throw none();
        }
        return first != null ? 0 : 1;
    }

    /** Whether both slots are whole and hold the same. */
    boolean agree() {
        StoreHeader first = headers[0];
        return first != null && first.equals(headers[1]);
    }

    /**
     * Refuses a file that this version may read but not write.
     *
     * @throws UnsupportedFormatException when it is such a one
     */
    void checkWritable() {
        for (int i = 0; i < COUNT; i++) {
            if (headers[i] != null) {
                StoreHeader.checkWritable(bytes[i], place(i));
            }
        }
    }

    private void readSlot(int slot, long fileSize) throws IOException {
        long position = (long) slot * StoreHeader.SIZE;
        int size = (int) Math.max(0, Math.min(StoreHeader.SIZE, fileSize - position));
        ByteBuffer buffer = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        bytes[slot] = buffer;
        if (size > 0) {
            file.read(position, buffer);
        }
        buffer.rewind();
        try {
            if (size < StoreHeader.SIZE) {
                throw new CorruptionException(
                        place(slot) + ": the file ends after " + fileSize + " bytes, within the header");
            }
            headers[slot] = StoreHeader.decode(buffer, place(slot));
        } catch (ArtIndexException e) {
            errors[slot] = e;
        }
    }

    private void refuseUnsupported() {
        for (ArtIndexException error : errors) {
            if (error instanceof UnsupportedFormatException) {
                throw error;
            }
        }
    }

    private ArtIndexException none() {
        for (int i = 0; i < COUNT; i++) {
            ArtIndexException error = errors[i];
            if (error != null && StoreHeader.hasMagic(bytes[i])) {
                return error;
            }
        }
        return new NotAStoreException(name + " is not an index file: neither header slot begins with its magic");
    }
}
