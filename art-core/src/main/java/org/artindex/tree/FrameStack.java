package org.artindex.tree;

import java.util.Arrays;

/**
 * A stack of (pointer, state) pairs that grows by chunks of 32 KiB, so that a path as deep as the longest key needs no large
 * array.
 */
final class FrameStack {
    private static final int CHUNK_SHIFT = 11;
    private static final int CHUNK_FRAMES = 1 << CHUNK_SHIFT;
    private static final int CHUNK_MASK = CHUNK_FRAMES - 1;
    private static final int FIRST_FRAMES = 8;

    private long[][] chunks = {new long[2 * FIRST_FRAMES]};
    private int count;

    int count() {
        return count;
    }

    boolean isEmpty() {
        return count == 0;
    }

    void clear() {
        count = 0;
    }

    void push(long pointer, long state) {
        int chunk = count >>> CHUNK_SHIFT;
        int index = (count & CHUNK_MASK) << 1;
        if (chunk == chunks.length || index >= chunks[chunk].length) {
            grow(chunk);
        }
        chunks[chunk][index] = pointer;
        chunks[chunk][index + 1] = state;
        count++;
    }

    void pop() {
        count--;
    }

    long pointer() {
        int top = count - 1;
        return chunks[top >>> CHUNK_SHIFT][(top & CHUNK_MASK) << 1];
    }

    void setPointer(long pointer) {
        int top = count - 1;
        chunks[top >>> CHUNK_SHIFT][(top & CHUNK_MASK) << 1] = pointer;
    }

    long state() {
        int top = count - 1;
        return chunks[top >>> CHUNK_SHIFT][((top & CHUNK_MASK) << 1) + 1];
    }

    void setState(long state) {
        int top = count - 1;
        chunks[top >>> CHUNK_SHIFT][((top & CHUNK_MASK) << 1) + 1] = state;
    }

    private void grow(int chunk) {
        if (chunk == chunks.length) {
            chunks = Arrays.copyOf(chunks, chunk + 1);
            chunks[chunk] = new long[2 * CHUNK_FRAMES];
        } else {
            chunks[chunk] = Arrays.copyOf(chunks[chunk], Math.min(2 * CHUNK_FRAMES, 4 * chunks[chunk].length));
        }
    }
}
