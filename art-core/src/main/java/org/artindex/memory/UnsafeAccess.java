package org.artindex.memory;

import java.io.IOException;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import net.openhft.chronicle.core.UnsafeMemory;

/**
 * Reaches memory through {@code sun.misc.Unsafe}, by way of chronicle-core's {@link UnsafeMemory}; JDK 17 and newer.
 *
 * <p>It does not go through {@code OS.memory()}, whose class initialiser starts a logging framework and looks for native libraries. The
 * address of a buffer is read from {@code java.nio.Buffer.address}, as Agrona does: it needs no JVM flag.
 */
final class UnsafeAccess extends MemoryAccess {
    private static final UnsafeMemory MEMORY = UnsafeMemory.MEMORY;
    private static final long BUFFER_ADDRESS = bufferAddress();
    private static final long ARRAY_BASE = UnsafeMemory.UNSAFE.arrayBaseOffset(byte[].class);

    @Override
    String name() {
        return AccessChoice.UNSAFE;
    }

    @Override
    long allocate(long size) {
        return MEMORY.allocate(size);
    }

    @Override
    void free(long address, long size) {
        MEMORY.freeMemory(address, size);
    }

    @Override
    long getLong(long address) {
        return UnsafeMemory.unsafeGetLong(address);
    }

    @Override
    void putLong(long address, long value) {
        UnsafeMemory.unsafePutLong(address, value);
    }

    @Override
    int getInt(long address) {
        return UnsafeMemory.unsafeGetInt(address);
    }

    @Override
    void putInt(long address, int value) {
        UnsafeMemory.unsafePutInt(address, value);
    }

    @Override
    short getShort(long address) {
        return MEMORY.readShort(address);
    }

    @Override
    void putShort(long address, short value) {
        MEMORY.writeShort(address, value);
    }

    @Override
    byte getByte(long address) {
        return UnsafeMemory.unsafeGetByte(address);
    }

    @Override
    void putByte(long address, byte value) {
        UnsafeMemory.unsafePutByte(address, value);
    }

    @Override
    void copy(long from, long to, long size) {
        MEMORY.copyMemory(from, to, size);
    }

    @Override
    void copyFromArray(byte[] from, int fromIndex, long to, int size) {
        MEMORY.copyMemory(from, fromIndex, to, size);
    }

    @Override
    void copyToArray(long from, byte[] to, int toIndex, int size) {
        MEMORY.copyMemory(from, to, ARRAY_BASE + toIndex, size);
    }

    @Override
    Region map(FileChannel channel, long position, long size) throws IOException {
        return owned(channel.map(FileChannel.MapMode.READ_ONLY, position, size));
    }

    @Override
    Region allocateBuffer(int size) {
        return owned(ByteBuffer.allocateDirect(size));
    }

    @Override
    Region over(ByteBuffer direct) {
        return new Region(direct, addressOf(direct), () -> {});
    }

    private static Region owned(ByteBuffer buffer) {
        return new Region(buffer, addressOf(buffer), () -> UnsafeMemory.UNSAFE.invokeCleaner(buffer));
    }

    private static long addressOf(ByteBuffer direct) {
        return UnsafeMemory.UNSAFE.getLong(direct, BUFFER_ADDRESS);
    }

    private static long bufferAddress() {
        try {
            return UnsafeMemory.UNSAFE.objectFieldOffset(Buffer.class.getDeclaredField("address"));
        } catch (NoSuchFieldException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
