package org.artindex.storage;

import java.nio.ByteBuffer;
import java.security.SecureRandom;

/** 128 random bits that a file gets when it is made: its blocks are known by them. */
record FileIdentity(long high, long low) {
    static final int SIZE = 16;

    static FileIdentity random() {
        SecureRandom random = new SecureRandom();
        return new FileIdentity(random.nextLong(), random.nextLong());
    }

    static FileIdentity get(ByteBuffer from, int offset) {
        return new FileIdentity(from.getLong(offset), from.getLong(offset + Long.BYTES));
    }

    void put(ByteBuffer to, int offset) {
        to.putLong(offset, high).putLong(offset + Long.BYTES, low);
    }
}
