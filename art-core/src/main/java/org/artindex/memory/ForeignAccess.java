package org.artindex.memory;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle.AccessMode;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Reaches memory through {@code java.lang.foreign}; JDK 22 and newer. */
final class ForeignAccess extends MemoryAccess {
    private static final MethodHandle GET_LONG = ForeignFunctions.access("JAVA_LONG_UNALIGNED", AccessMode.GET);
    private static final MethodHandle PUT_LONG = ForeignFunctions.access("JAVA_LONG_UNALIGNED", AccessMode.SET);
    private static final MethodHandle GET_INT = ForeignFunctions.access("JAVA_INT_UNALIGNED", AccessMode.GET);
    private static final MethodHandle PUT_INT = ForeignFunctions.access("JAVA_INT_UNALIGNED", AccessMode.SET);
    private static final MethodHandle GET_SHORT = ForeignFunctions.access("JAVA_SHORT_UNALIGNED", AccessMode.GET);
    private static final MethodHandle PUT_SHORT = ForeignFunctions.access("JAVA_SHORT_UNALIGNED", AccessMode.SET);
    private static final MethodHandle GET_BYTE = ForeignFunctions.access("JAVA_BYTE", AccessMode.GET);
    private static final MethodHandle PUT_BYTE = ForeignFunctions.access("JAVA_BYTE", AccessMode.SET);
    private static final MethodHandle COPY = ForeignFunctions.copy();
    private static final MethodHandle COPY_FROM_ARRAY = ForeignFunctions.copyFromArray();
    private static final MethodHandle COPY_TO_ARRAY = ForeignFunctions.copyToArray();
    private static final MethodHandle MALLOC = ForeignFunctions.malloc();
    private static final MethodHandle FREE = ForeignFunctions.free();

    @Override
    String name() {
        return AccessChoice.FOREIGN;
    }

    @Override
    long allocate(long size) {
        long address;
        try {
            address = (long) MALLOC.invokeExact(size);
        } catch (Throwable e) {
            throw ForeignFunctions.unexpected(e);
        }
        if (address == 0) {
            throw new OutOfMemoryError("the system refuses " + size + " bytes");
        }
        return address;
    }

    @Override
    void free(long address, long size) {
        try {
            FREE.invokeExact(address);
        } catch (Throwable e) {
            throw ForeignFunctions.unexpected(e);
        }
    }

    @Override
    long getLong(long address) {
        try {
            return (long) GET_LONG.invokeExact(address);
        } catch (Throwable e) {
            throw ForeignFunctions.unexpected(e);
        }
    }

    @Override
    void putLong(long address, long value) {
        try {
            PUT_LONG.invokeExact(address, value);
        } catch (Throwable e) {
            throw ForeignFunctions.unexpected(e);
        }
    }

    @Override
    int getInt(long address) {
        try {
            return (int) GET_INT.invokeExact(address);
        } catch (Throwable e) {
            throw ForeignFunctions.unexpected(e);
        }
    }

    @Override
    void putInt(long address, int value) {
        try {
            PUT_INT.invokeExact(address, value);
        } catch (Throwable e) {
            throw ForeignFunctions.unexpected(e);
        }
    }

    @Override
    short getShort(long address) {
        try {
            return (short) GET_SHORT.invokeExact(address);
        } catch (Throwable e) {
            throw ForeignFunctions.unexpected(e);
        }
    }

    @Override
    void putShort(long address, short value) {
        try {
            PUT_SHORT.invokeExact(address, value);
        } catch (Throwable e) {
            throw ForeignFunctions.unexpected(e);
        }
    }

    @Override
    byte getByte(long address) {
        try {
            return (byte) GET_BYTE.invokeExact(address);
        } catch (Throwable e) {
            throw ForeignFunctions.unexpected(e);
        }
    }

    @Override
    void putByte(long address, byte value) {
        try {
            PUT_BYTE.invokeExact(address, value);
        } catch (Throwable e) {
            throw ForeignFunctions.unexpected(e);
        }
    }

    @Override
    void copy(long from, long to, long size) {
        try {
            COPY.invokeExact(from, to, size);
        } catch (Throwable e) {
            throw ForeignFunctions.unexpected(e);
        }
    }

    @Override
    void copyFromArray(byte[] from, int fromIndex, long to, int size) {
        try {
            COPY_FROM_ARRAY.invokeExact((Object) from, fromIndex, to, size);
        } catch (Throwable e) {
            throw ForeignFunctions.unexpected(e);
        }
    }

    @Override
    void copyToArray(long from, byte[] to, int toIndex, int size) {
        try {
            COPY_TO_ARRAY.invokeExact(from, (Object) to, toIndex, size);
        } catch (Throwable e) {
            throw ForeignFunctions.unexpected(e);
        }
    }

    @Override
    Region map(FileChannel channel, long position, long size) throws IOException {
        AutoCloseable arena = ForeignRegions.arena();
        Object segment;
        try {
            segment = ForeignRegions.MAP.invokeWithArguments(
                    channel, FileChannel.MapMode.READ_ONLY, position, size, arena);
        } catch (IOException failed) {
            ForeignRegions.close(arena);
            throw failed;
        } catch (Throwable e) {
            ForeignRegions.close(arena);
            throw ForeignFunctions.unexpected(e);
        }
        return ForeignRegions.region(segment, arena);
    }

    @Override
    Region allocateBuffer(int size) {
        AutoCloseable arena = ForeignRegions.arena();
        try {
            return ForeignRegions.region(
                    ForeignRegions.ALLOCATE.invokeWithArguments(arena, (long) size, (long) Long.BYTES), arena);
        } catch (Throwable e) {
            ForeignRegions.close(arena);
            throw ForeignFunctions.unexpected(e);
        }
    }

    @Override
    Region over(ByteBuffer direct) {
        return new Region(direct, ForeignRegions.addressOf(direct), () -> {});
    }

    /** Segments of a shared arena each, seen as buffers; apart from the above because they are rare. */
    private static final class ForeignRegions {
        static final Class<?> ARENA = ForeignFunctions.find("Arena");
        static final Class<?> SEGMENT = ForeignFunctions.find("MemorySegment");
        static final MethodHandle MAP = ForeignFunctions.findVirtual(
                FileChannel.class,
                "map",
                MethodType.methodType(SEGMENT, FileChannel.MapMode.class, long.class, long.class, ARENA));
        static final MethodHandle ALLOCATE =
                ForeignFunctions.findVirtual(ARENA, "allocate", MethodType.methodType(SEGMENT, long.class, long.class));
        private static final MethodHandle OPEN = ForeignFunctions.sharedArena();
        private static final MethodHandle AS_BUFFER =
                ForeignFunctions.findVirtual(SEGMENT, "asByteBuffer", MethodType.methodType(ByteBuffer.class));
        private static final MethodHandle ADDRESS =
                ForeignFunctions.findVirtual(SEGMENT, "address", MethodType.methodType(long.class));
        private static final MethodHandle OF_BUFFER = ForeignFunctions.ofBuffer();

        private ForeignRegions() {}

        static AutoCloseable arena() {
            try {
                return (AutoCloseable) OPEN.invokeExact();
            } catch (Throwable e) {
                throw ForeignFunctions.unexpected(e);
            }
        }

        static Region region(Object segment, AutoCloseable arena) {
            try {
                ByteBuffer buffer = (ByteBuffer) AS_BUFFER.invoke(segment);
                return new Region(buffer, (long) ADDRESS.invoke(segment), () -> close(arena));
            } catch (Throwable e) {
                throw ForeignFunctions.unexpected(e);
            }
        }

        static long addressOf(ByteBuffer direct) {
            try {
                return (long) ADDRESS.invoke(OF_BUFFER.invoke(direct));
            } catch (Throwable e) {
                throw ForeignFunctions.unexpected(e);
            }
        }

        static void close(AutoCloseable arena) {
            try {
                arena.close();
            } catch (Exception e) {
                throw ForeignFunctions.unexpected(e);
            }
        }
    }
}
