package org.artindex.tree;

import java.util.Arrays;
import java.util.function.LongConsumer;
import org.artindex.InvalidKeyException;
import org.artindex.memory.Memory;

/**
 * Builds a tree bottom-up from keys in ascending order: every node is written once, after its children and in its final type.
 *
 * <p>The inner nodes on the path to the last key are <em>open</em>: their children so far stand on a stack in the heap, those of
 * the deepest node on top. A new key closes the open nodes below the byte where it parts from the key before it. A key thus
 * costs its bytes and its share of the nodes, whatever the size of the tree.
 *
 * <p>A key is {@linkplain #append appended} before its value is known, so that the rows of a key may arrive one by one:
 *
 * <pre>{@code
 * int common = builder.mismatch(key, length); // -1: the same key again
 * builder.append(key, length, common);
 * ...
 * builder.setValue(value); // before the next key, and before finish
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public final class TreeBuilder {
    private final NodeSink sink;

    private byte[] key = new byte[64];
    private int keyLength;
    private boolean hasKey;

    /** What hangs below the last key's bytes from {@code pendingDepth} on: its value, or the node closed last. */
    private long pending;

    private int pendingDepth;

    /** The open nodes from the root down: the index of the key byte they branch by, and of their first child. */
    private int[] depths = new int[16];

    private int[] firstChildren = new int[16];
    private int open;

    private byte[] childKeys = new byte[256];
    private long[] childPointers = new long[256];
    private int[] pathStarts = new int[256];
    private int children;

    /** The bytes of the paths to the children, one after the other. */
    private byte[] paths = new byte[256];

    private int pathsEnd;

    /** Makes a builder that writes to a sink. */
    public TreeBuilder(NodeSink sink) {
        this.sink = sink;
    }

    /** The index of the first byte in which a key differs from the last one, -1 where both are equal; 0 before the first key. */
    public int mismatch(byte[] next, int length) {
        return hasKey ? KeyBytes.mismatch(key, keyLength, next, length) : 0;
    }

    /** Whether a key that is not the last one, and whose {@link #mismatch} with it is given, comes after it. */
    public boolean isAscending(byte[] next, int length, int mismatch) {
        return !hasKey
                || (mismatch < length && (mismatch == keyLength || (next[mismatch] & 0xFF) > (key[mismatch] & 0xFF)));
    }

    /** The buffer that holds the last key in its first {@link #keyLength} bytes. */
    public byte[] keyBuffer() {
        return key;
    }

    /** Bytes of the last key, 0 before the first one. */
    public int keyLength() {
        return keyLength;
    }

    /**
     * Adds a key whose value is going to be {@linkplain #setValue set}.
     *
     * @param mismatch the key's {@link #mismatch}
     * @throws InvalidKeyException when the key begins with the last one, or the other way round; nothing has changed then
     */
    public void append(byte[] next, int length, int mismatch) {
        if (hasKey) {
            if (mismatch == keyLength || mismatch == length) {
                throw new InvalidKeyException("the keys of an index must be prefix-free: a key of "
                        + Math.max(keyLength, length) + " bytes begins with one of " + mismatch);
            }
            assert isAscending(next, length, mismatch);
            assert pending != 0;
            branchAt(mismatch);
        }
        if (length > key.length) {
            key = Arrays.copyOf(key, Math.max(length, 2 * key.length));
        }
        copy(next, mismatch, key, mismatch, length - mismatch);
        keyLength = length;
        hasKey = true;
        pending = 0;
    }

    /** Gives the last key its value, a pointer without the mark of an implied zero. */
    public void setValue(long value) {
        pending = value;
        pendingDepth = keyLength;
    }

    /** Adds a key that is larger than the last one, with its value. */
    public void add(byte[] next, int length, long value) {
        append(next, length, mismatch(next, length));
        setValue(value);
    }

    /**
     * Writes what is open; the builder is ready for another tree then.
     *
     * @return the root pointer, 0 where there was no key
     */
    public long finish() {
        if (!hasKey) {
            return 0;
        }
        while (open > 0) {
            attach(depths[open - 1]);
            close();
        }
        boolean implied = Path.impliesLast(key, 0, pendingDepth, pending);
        long below = implied ? NodePointer.withImpliedZero(pending) : pending;
        long root = Prefix.chain(sink, key, 0, implied ? pendingDepth - 1 : pendingDepth, below);
        clear();
        return root;
    }

    /** Has what was written released, root by root, values too, and forgets it. */
    public void release(LongConsumer roots) {
        for (int i = 0; i < children; i++) {
            roots.accept(childPointers[i]);
        }
        if (pending != 0) {
            roots.accept(pending);
        }
        clear();
    }

    private void clear() {
        hasKey = false;
        keyLength = 0;
        pending = 0;
        open = 0;
        children = 0;
        pathsEnd = 0;
    }

    /** Closes the open nodes that branch below a depth, and leaves one open that branches there. */
    private void branchAt(int depth) {
        while (open > 0 && depths[open - 1] > depth) {
            attach(depths[open - 1]);
            close();
        }
        if (open == 0 || depths[open - 1] < depth) {
            if (open == depths.length) {
                depths = Arrays.copyOf(depths, 2 * open);
                firstChildren = Arrays.copyOf(firstChildren, 2 * open);
            }
            depths[open] = depth;
            firstChildren[open++] = children;
        }
        attach(depth);
    }

    /** Makes what is pending a child of the deepest open node, which branches at a depth. */
    private void attach(int depth) {
        int from = depth + 1;
        boolean implied = Path.impliesLast(key, from, pendingDepth, pending);
        int length = (implied ? pendingDepth - 1 : pendingDepth) - from;
        if (children == childPointers.length) {
            childKeys = Arrays.copyOf(childKeys, 2 * children);
            childPointers = Arrays.copyOf(childPointers, 2 * children);
            pathStarts = Arrays.copyOf(pathStarts, 2 * children);
        }
        if (pathsEnd + length > paths.length) {
            paths = Arrays.copyOf(paths, Math.max(pathsEnd + length, 2 * paths.length));
        }
        childKeys[children] = key[depth];
        childPointers[children] = implied ? NodePointer.withImpliedZero(pending) : pending;
        pathStarts[children++] = pathsEnd;
        copy(key, from, paths, pathsEnd, length);
        pathsEnd += length;
    }

    /** Writes the deepest open node, which then hangs below the last key's bytes up to where it branches. */
    private void close() {
        int first = firstChildren[--open];
        int shortPaths = 0;
        for (int i = first; i < children; i++) {
            int length = pathEnd(i) - pathStarts[i];
            shortPaths += length > 0 && length <= Prefix.TAIL_CAPACITY ? 1 : 0;
        }
        int type = InnerNode.typeFor(children - first, shortPaths);
        int tailCapacity = NodeType.isTailed(type) ? Prefix.TAIL_CAPACITY : 0;
        for (int i = first; i < children; i++) {
            int start = pathStarts[i] + tailCapacity;
            if (start < pathEnd(i)) {
                childPointers[i] = Prefix.chain(sink, paths, start, pathEnd(i), childPointers[i]);
            }
        }
        pending = sink.place(type);
        pendingDepth = depths[open];
        write(type, sink.address(), first);
        pathsEnd = pathStarts[first];
        children = first;
    }

    private void write(int type, long node, int first) {
        Memory.zeroWords(node, NodeType.size(type));
        InnerNode.writeKeys(type, node, childKeys, first, children - first);
        boolean tailed = NodeType.isTailed(type);
        for (int i = first; i < children; i++) {
            int position = type == NodeType.NODE256 ? childKeys[i] & 0xFF : i - first;
            long slot = InnerNode.slotAt(type, node, position);
            Memory.putLong(slot, childPointers[i]);
            if (tailed) {
                int start = pathStarts[i];
                Prefix.setTail(slot, paths, start, Math.min(start + Prefix.TAIL_CAPACITY, pathEnd(i)));
            }
        }
    }

    /** Mostly few bytes, for which a call costs more than a loop. */
    private static void copy(byte[] from, int fromIndex, byte[] to, int toIndex, int length) {
        if (length > Long.BYTES) {
            System.arraycopy(from, fromIndex, to, toIndex, length);
        } else {
            for (int i = 0; i < length; i++) {
                to[toIndex + i] = from[fromIndex + i];
            }
        }
    }

    private int pathEnd(int child) {
        return child + 1 < children ? pathStarts[child + 1] : pathsEnd;
    }
}
