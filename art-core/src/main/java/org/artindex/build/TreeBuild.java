package org.artindex.build;

import java.util.Arrays;
import java.util.List;
import org.artindex.ArtIndexException;
import org.artindex.BuildCancelledException;
import org.artindex.BuildOptions;
import org.artindex.Direction;
import org.artindex.DuplicateKeyException;
import org.artindex.InvalidKeyException;
import org.artindex.RowException;
import org.artindex.memory.Memory;
import org.artindex.postings.PostingCursor;
import org.artindex.postings.PostingWriter;
import org.artindex.postings.Postings;
import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.NodeType;
import org.artindex.tree.TreeCursor;
import org.jspecify.annotations.Nullable;

/**
 * Builds a tree from pairs in any order.
 *
 * <p>As long as pairs come in order they go straight into the tree. From the first one on that does not, they are collected in a
 * log, sorted, built bottom-up and merged into what is there; a log that reaches the memory bound does so at once.
 *
 * <p>All nodes are the batch's own. A build that is {@linkplain #close closed} before it is finished releases them. Confined to
 * the writer's thread, but for {@link #cancel}; it may use more threads of its own.
 */
public final class TreeBuild implements AutoCloseable {
    private static final long REPORT_MASK = (1L << 16) - 1;

    /** Sorting needs the pairs twice. */
    private static final int COPIES = 2;

    private final NodeSpace space;
    private final PostingWriter writer;
    private final KeyCheck check;
    private final BuildOptions options;
    private final BuildControl control = new BuildControl();
    private final PairMemory memory = new PairMemory();
    private final PairLog log = new PairLog(memory);
    private final EntryBuilder builder;
    private final PairSorter sorter;
    private final EntryMerger merger;
    private @Nullable ArtIndexException refusal;
    private BuiltTree tree = BuiltTree.EMPTY;
    private long added;
    private boolean inOrder = true;
    private boolean merged;
    private boolean broken;
    private volatile boolean closed;

    /** Begins a build into a space. */
    public TreeBuild(NodeSpace space, PostingWriter writer, KeyCheck check, BuildOptions options) {
        this.space = space;
        this.writer = writer;
        this.check = check;
        this.options = options;
        this.builder = new EntryBuilder(space, check);
        this.sorter = new PairSorter(memory, control, this::report);
        this.merger = new EntryMerger(space, writer, this::noteMerged);
    }

    /**
     * Adds a pair; one that was added before counts once.
     *
     * @throws DuplicateKeyException when a key that must be unique is seen to have two rows; it may be seen later only
     * @throws org.artindex.BuildCancelledException when the build was cancelled
     * @throws org.artindex.InvalidKeyException when a key is seen to begin with another one; it may be seen later only
     */
    public void add(byte[] key, int length, long row) {
        control.check();
        try {
            addPair(key, length, row);
        } catch (Throwable stopped) {
            noteFailure(stopped);
            throw stopped;
        }
        if ((++added & REPORT_MASK) == 0) {
            report();
        }
    }

    private void addPair(byte[] key, int length, long row) {
        if (!inOrder) {
            log.add(key, length, row);
            if (log.bytes() * COPIES > options.memoryLimit()) {
                sortLog();
            }
        } else if (!builder.tryAdd(key, length, row)) {
            inOrder = false;
            control.built(added);
            mergeAll(List.of(builder.finish()));
            log.add(key, length, row);
        }
    }

    /** Only refusals leave nodes that can all be found. */
    private void noteFailure(Throwable stopped) {
        broken |= !(stopped instanceof DuplicateKeyException
                || stopped instanceof RowException
                || stopped instanceof InvalidKeyException
                || stopped instanceof BuildCancelledException);
    }

    /** Pairs that come in order are in their place at once. */
    private void report() {
        options.progress().at(added, inOrder ? added : control.built());
    }

    /**
     * Sorts and builds what is left.
     *
     * @return the tree; its nodes are the caller's
     */
    public BuiltTree finish() {
        control.check();
        try {
            if (inOrder) {
                mergeAll(List.of(builder.finish()));
            } else {
                sortLog();
            }
            if (merged && check.comparesNeighbours()) {
                checkNeighbours();
            }
        } catch (Throwable stopped) {
            noteFailure(stopped);
            throw stopped;
        }
        report();
        BuiltTree finished = tree;
        tree = BuiltTree.EMPTY;
        memory.close();
        closed = true;
        return finished;
    }

    /** Has the next call of {@link #add}, or the one of {@link #finish} that is under way, give up; any thread may call it. */
    public void cancel() {
        control.cancel();
    }

    /** Whether an error has left nodes that only the end of the batch can find. */
    public boolean isBroken() {
        return broken;
    }

    /** Pairs added so far. */
    public long added() {
        return added;
    }

    /** The most bytes that waiting pairs have taken. */
    public long peakMemory() {
        return memory.peak();
    }

    /** Ends a build that was not finished and releases its nodes. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            memory.close();
            if (!broken) {
                builder.release(writer);
                writer.release(tree.root());
            }
        }
    }

    /** Ends a build whose batch is rolled back, which frees its nodes; any thread that has the writer's turn may do it. */
    public void rollback() {
        closed = true;
        memory.close();
    }

    /** Whether the build was finished, closed or rolled back. */
    public boolean isClosed() {
        return closed;
    }

    private void sortLog() {
        if (log.count() == 0) {
            return;
        }
        Bucket all = Bucket.of(log);
        log.clear();
        ParallelBuild parallel =
                options.threads() > 1 ? new ParallelBuild(space, memory, control, check, this::report) : null;
        if (parallel == null || !parallel.isWorthwhile(all)) {
            sorter.sort(all, builder);
            mergeAll(List.of(builder.finish()));
        } else {
            mergeAll(parallel.build(all, options.threads()));
        }
    }

    /** Merges trees into what was built before; whatever is refused, no tree is left over. */
    private void mergeAll(List<BuiltTree> parts) {
        boolean wasBroken = broken;
        broken = true;
        parts.forEach(this::merge);
        broken = wasBroken;
        ArtIndexException refused = refusal;
        if (refused != null) {
            throw refused;
        }
    }

    private void merge(BuiltTree part) {
        if (tree.root() == 0) {
            tree = part;
            return;
        }
        merged = true;
        long cell = space.allocate(NodeType.PREFIX16);
        long slot = NodePointer.slabAddress(cell);
        Memory.putLong(slot, tree.root());
        merger.merge(slot, part.root());
        tree = new BuiltTree(
                Memory.getLong(slot),
                tree.keys() + part.keys() - merger.commonKeys(),
                tree.entries() + part.entries() - merger.commonEntries());
        space.free(cell);
    }

    /** Keys that exclude each other may have come together by a merge. */
    private void checkNeighbours() {
        TreeCursor cursor = new TreeCursor(space);
        cursor.reset(tree.root());
        byte[] before = new byte[0];
        int beforeLength = 0;
        long beforeRow = -1;
        while (cursor.next()) {
            byte[] key = cursor.keyBuffer();
            int length = cursor.keyLength();
            long row = Postings.first(space, cursor.value());
            if (beforeRow >= 0) {
                int mismatch = Arrays.mismatch(before, 0, beforeLength, key, 0, length);
                check.newKey(before, beforeLength, beforeRow, key, length, row, mismatch);
            }
            before = before.length < length ? new byte[key.length] : before;
            System.arraycopy(key, 0, before, 0, length);
            beforeLength = length;
            beforeRow = row;
        }
    }

    /** A merge must not stop half-way, so the first thing that is wrong is reported after it. */
    private void noteMerged(byte[] key, int length, long firstCount, long secondCount, long union) {
        if (refusal != null || check.allowsRepeats()) {
            return;
        }
        PostingCursor rows = new PostingCursor(space);
        rows.open(union, Direction.ASCENDING);
        long first = rows.next();
        long second = rows.next();
        try {
            if (firstCount + secondCount > Postings.count(space, union)) {
                check.repeatedEntry(key, length, KeyCheck.UNKNOWN_ROW);
            }
            if (second >= 0) {
                check.repeatedKey(key, length, first, second);
            }
        } catch (DuplicateKeyException | RowException refused) {
            refusal = refused;
        }
    }
}
