package org.artindex.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory holds what was written, whichever way it is reached; with checks, a wrong address is an exception. */
class MemoryAccessTest {
    private static final MemoryAccess CHECKED = new CheckedAccess(AccessChoice.access());

    @TempDir
    Path directory;

    @Test
    void theWayIsTheOneThatTheSystemPropertyNames() {
        String wanted = System.getProperty("art.memory");
        if (wanted != null) {
            assertThat(Memory.access()).isEqualTo(wanted);
        }
    }

    @Test
    void valuesOfEachSizeAreLittleEndianAndShortOnesUnsigned() {
        long address = Memory.allocate(32);
        assertThat(address & 7).isZero();
        Memory.putLong(address, 0x8877_6655_4433_2211L);
        assertThat(Memory.getLong(address)).isEqualTo(0x8877_6655_4433_2211L);
        assertThat(Memory.getInt(address)).isEqualTo(0x4433_2211);
        assertThat(Memory.getShort(address + 6)).isEqualTo(0x8877);
        assertThat(Memory.getByte(address + 7)).isEqualTo(0x88);
        Memory.putInt(address, -2);
        Memory.putShort(address + 4, 0x1_FFFE);
        Memory.putByte(address + 6, 0x1FD);
        assertThat(Memory.getLong(address)).isEqualTo(0x88FD_FFFE_FFFF_FFFEL);
        Memory.free(address, 32);
    }

    @Test
    void copiesMayOverlapAndGoToAndFromArrays() {
        long address = Memory.allocate(64);
        byte[] bytes = new byte[70];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i - 3);
        }
        Memory.copyFromArray(bytes, 3, address, 64);
        assertThat(Memory.getByte(address + 63)).isEqualTo(63);
        Memory.copy(address, address + 1, 63);
        byte[] found = new byte[66];
        Memory.copyToArray(address, found, 1, 64);
        assertThat(found[0]).isZero();
        assertThat(found[1]).isZero();
        assertThat(Arrays.copyOfRange(found, 2, 65)).isEqualTo(Arrays.copyOfRange(bytes, 3, 66));
        Memory.free(address, 64);
    }

    @Test
    void aMappedPartOfAFileIsReadInPlace() throws IOException {
        Path file = directory.resolve("bytes");
        byte[] bytes = new byte[10_000];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i % 251);
        }
        Files.write(file, bytes);
        try (FileChannel channel = FileChannel.open(file);
                MappedRegion region = MappedRegion.map(channel, 4096, 5000)) {
            assertThat(region.size()).isEqualTo(5000);
            assertThat(Memory.getByte(region.address() + 4999)).isEqualTo(9095 % 251);
            assertThat(region.slice(10, 20).get(5)).isEqualTo(bytes[4096 + 15]);
        }
    }

    @Test
    void anAllocatedRegionIsZeroedAndABorrowedOneHasTheAddressOfItsBuffer() {
        ByteBuffer direct = ByteBuffer.allocateDirect(64);
        try (MappedRegion allocated = MappedRegion.allocate(4096);
                MappedRegion borrowed = MappedRegion.over(direct)) {
            assertThat(allocated.address() & 7).isZero();
            for (int i = 0; i < 4096; i += 8) {
                assertThat(Memory.getLong(allocated.address() + i)).isZero();
            }
            direct.put(9, (byte) 77);
            assertThat(Memory.getByte(borrowed.address() + 9)).isEqualTo(77);
        }
        assertThat(direct.get(9)).isEqualTo((byte) 77);
        assertThatThrownBy(() -> MappedRegion.over(ByteBuffer.allocate(8)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void checkedMemoryRefusesEveryAccessThatLeavesAnAllocation() {
        long address = CHECKED.allocate(64);
        CHECKED.putLong(address + 56, 5);
        assertThat(CHECKED.getLong(address + 56)).isEqualTo(5);
        for (Runnable wrong : new Runnable[] {
            () -> CHECKED.getLong(0),
            () -> CHECKED.getLong(-8),
            () -> CHECKED.getLong(address + 57),
            () -> CHECKED.putInt(address - 1, 5),
            () -> CHECKED.putShort(address + 63, (short) 5),
            () -> CHECKED.getByte(address + 64),
            () -> CHECKED.copy(address, address + 32, 33),
            () -> CHECKED.copy(address + 1, address, 64),
            () -> CHECKED.copyToArray(address + 60, new byte[9], 0, 5),
            () -> CHECKED.free(address, 63)
        }) {
            assertThatThrownBy(wrong::run).isInstanceOf(IndexOutOfBoundsException.class);
        }
        CHECKED.free(address, 64);
        assertThatThrownBy(() -> CHECKED.getLong(address))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining(Long.toHexString(address));
    }

    @Test
    void checkedMemoryKnowsRegionsUntilTheyAreReleased() {
        MemoryAccess.Region region = CHECKED.allocateBuffer(24);
        assertThat(CHECKED.getLong(region.address() + 16)).isZero();
        assertThatThrownBy(() -> CHECKED.getLong(region.address() + 24)).isInstanceOf(IndexOutOfBoundsException.class);
        region.release().run();
        assertThatThrownBy(() -> CHECKED.getLong(region.address())).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
