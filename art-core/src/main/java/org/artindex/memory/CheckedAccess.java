package org.artindex.memory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Another access behind a check that each address lies, with all bytes that are reached from it, in memory that was allocated or mapped
 * here and not given back: a wrong address is an exception and not the end of the JVM. Many times slower; for tests.
 */
final class CheckedAccess extends MemoryAccess {
    private final MemoryAccess access;

    /** First address and the one after the last, of each range; replaced as a whole. */
    private volatile long[] ranges = new long[0];

    CheckedAccess(MemoryAccess access) {
        this.access = access;
    }

    @Override
    String name() {
        return AccessChoice.CHECKED;
    }

    @Override
    long allocate(long size) {
        long address = access.allocate(size);
        add(address, size);
        return address;
    }

    @Override
    void free(long address, long size) {
        remove(address, size);
        access.free(address, size);
    }

    @Override
    long getLong(long address) {
        return access.getLong(checked(address, Long.BYTES));
    }

    @Override
    void putLong(long address, long value) {
        access.putLong(checked(address, Long.BYTES), value);
    }

    @Override
    int getInt(long address) {
        return access.getInt(checked(address, Integer.BYTES));
    }

    @Override
    void putInt(long address, int value) {
        access.putInt(checked(address, Integer.BYTES), value);
    }

    @Override
    short getShort(long address) {
        return access.getShort(checked(address, Short.BYTES));
    }

    @Override
    void putShort(long address, short value) {
        access.putShort(checked(address, Short.BYTES), value);
    }

    @Override
    byte getByte(long address) {
        return access.getByte(checked(address, Byte.BYTES));
    }

    @Override
    void putByte(long address, byte value) {
        access.putByte(checked(address, Byte.BYTES), value);
    }

    @Override
    void copy(long from, long to, long size) {
        access.copy(checked(from, size), checked(to, size), size);
    }

    @Override
    void copyFromArray(byte[] from, int fromIndex, long to, int size) {
        access.copyFromArray(from, fromIndex, checked(to, size), size);
    }

    @Override
    void copyToArray(long from, byte[] to, int toIndex, int size) {
        access.copyToArray(checked(from, size), to, toIndex, size);
    }

    @Override
    Region map(FileChannel channel, long position, long size) throws IOException {
        return watched(access.map(channel, position, size));
    }

    @Override
    Region allocateBuffer(int size) {
        return watched(access.allocateBuffer(size));
    }

    @Override
    Region over(ByteBuffer direct) {
        return watched(access.over(direct));
    }

    private Region watched(Region region) {
        long size = region.buffer().capacity();
        add(region.address(), size);
        return new Region(region.buffer(), region.address(), () -> {
            remove(region.address(), size);
            region.release().run();
        });
    }

    private long checked(long address, long size) {
        long[] known = ranges;
        for (int i = 0; i < known.length; i += 2) {
            if (address >= known[i] && size >= 0 && size <= known[i + 1] - address) {
                return address;
            }
        }
        throw new IndexOutOfBoundsException(
                size + " bytes at address " + Long.toHexString(address) + " are not in allocated memory");
    }

    private synchronized void add(long address, long size) {
        long[] more = java.util.Arrays.copyOf(ranges, ranges.length + 2);
        more[ranges.length] = address;
        more[ranges.length + 1] = address + size;
        ranges = more;
    }

    private synchronized void remove(long address, long size) {
        List<Long> rest = new ArrayList<>();
        boolean found = false;
        for (int i = 0; i < ranges.length; i += 2) {
            if (!found && ranges[i] == address && ranges[i + 1] == address + size) {
                found = true;
            } else {
                rest.add(ranges[i]);
                rest.add(ranges[i + 1]);
            }
        }
        if (!found) {
            throw new IndexOutOfBoundsException(
                    size + " bytes freed at address " + Long.toHexString(address) + " were not allocated");
        }
        ranges = rest.stream().mapToLong(Long::longValue).toArray();
    }
}
