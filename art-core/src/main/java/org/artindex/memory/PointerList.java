package org.artindex.memory;

import java.util.ArrayList;
import java.util.function.LongConsumer;

/** A list of longs that grows by chunks of 32 KiB, so that a long one is never copied. Not thread-safe. */
public final class PointerList {
    private static final int CHUNK_SHIFT = 12;
    private static final int CHUNK_LENGTH = 1 << CHUNK_SHIFT;
    private static final int FIRST_LENGTH = 16;

    private final ArrayList<long[]> chunks = new ArrayList<>(1);
    private long[] last = new long[0];
    private int lastCount;

    public void add(long value) {
        if (lastCount == last.length) {
            grow();
        }
        last[lastCount++] = value;
    }

    public long count() {
        return chunks.isEmpty() ? 0 : ((long) (chunks.size() - 1) << CHUNK_SHIFT) + lastCount;
    }

    public void forEach(LongConsumer action) {
        for (int i = 0; i < chunks.size(); i++) {
            long[] chunk = chunks.get(i);
            int count = i == chunks.size() - 1 ? lastCount : CHUNK_LENGTH;
            for (int j = 0; j < count; j++) {
                action.accept(chunk[j]);
            }
        }
    }

    /** Empties the list, which keeps its first chunk for what comes next. */
    public void clear() {
        if (chunks.size() > 1) {
            last = chunks.get(0);
            chunks.subList(1, chunks.size()).clear();
        }
        lastCount = 0;
    }

    private void grow() {
        if (last.length == 0 || last.length == CHUNK_LENGTH) {
            last = new long[chunks.isEmpty() ? FIRST_LENGTH : CHUNK_LENGTH];
            lastCount = 0;
            chunks.add(last);
        } else {
            last = java.util.Arrays.copyOf(last, Math.min(CHUNK_LENGTH, 4 * last.length));
            chunks.set(chunks.size() - 1, last);
        }
    }
}
