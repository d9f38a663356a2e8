package org.artindex.storage;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/** CRC32C of a structure that holds its own checksum, over all its bytes but those four. */
final class Checksum {
    static final int SIZE = 4;

    private final CRC32C crc = new CRC32C();

    /** Takes in the identity of a file, so that a structure of another file does not pass. */
    Checksum add(FileIdentity identity) {
        ByteBuffer bytes = ByteBuffer.allocate(FileIdentity.SIZE).order(ByteOrder.LITTLE_ENDIAN);
        identity.put(bytes, 0);
        crc.update(bytes);
        return this;
    }

    /** Takes in a structure from index 0 to its limit, leaving out the checksum at an offset. */
    int over(ByteBuffer structure, int checksumOffset) {
        int limit = structure.limit();
        crc.update(structure.duplicate().limit(checksumOffset).position(0));
        crc.update(structure.duplicate().limit(limit).position(checksumOffset + SIZE));
        return (int) crc.getValue();
    }
}
