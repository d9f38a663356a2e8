package org.artindex.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import org.artindex.memory.BlockTable;
import org.artindex.state.EngineState;
import org.artindex.state.IndexState;
import org.artindex.state.RootRecord;
import org.artindex.state.TableState;
import org.artindex.storage.StoreHeader.State;
import org.artindex.tree.NodePointer;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.TreeCopier;
import org.artindex.tree.TreeWalk;

/**
 * One checkpoint, run within the writer's turn: copies all trees to free blocks, makes them what the file counts, and only then
 * publishes a record whose roots lie in those blocks.
 *
 * <p>docs/file-format.md says what each step leaves behind when it is the last one.
 */
final class Checkpoint {
    private final EngineState state;
    private final StoreFile file;
    private final BlockTable blocks;
    private final RootRecord tip;
    private boolean committing;

    /** Prepares the checkpoint of the tip of a state, whose turn the caller has. */
    Checkpoint(EngineState state, StoreFile file, BlockTable blocks) {
        this.state = state;
        this.file = file;
        this.blocks = blocks;
        this.tip = state.tip();
    }

    /**
     * Runs it.
     *
     * @throws NoSpaceException when the file cannot grow; a later one may pass
     * @throws StoreFailedException when a write or sync has failed; all later ones are refused
     * @throws org.artindex.CorruptionException when a block that has to be copied is damaged
     */
    CheckpointResult run() {
        boolean done = false;
        try {
            file.map().reclaim(state.oldestPinned());
            CheckpointResult result = write();
            done = true;
            return result;
        } catch (DiskFullException e) {
            throw diskFull(e);
        } catch (UncheckedIOException e) {
            IOException cause = Objects.requireNonNull(e.getCause());
            throw cause instanceof DiskFullException full ? diskFull(full) : failed(cause);
        } catch (IOException e) {
            throw failed(e);
        } catch (RuntimeException | Error e) {
            if (committing) {
                file.fail(e, state);
            }
            throw e;
        } finally {
            if (!done) {
                undo();
            }
        }
    }

    private CheckpointResult write() throws IOException {
        try {
            file.beginWriting();
        } catch (IOException e) {
            throw failed(e);
        }
        StoreHeader before = file.header();
        long number = file.nextNumber();
        try (BlockWriter writer = new BlockWriter(file.access(), before, number, file.map())) {
            RootRecord moved = copyTrees(writer);
            StoreHeader after = writeChains(writer, before, number, Catalog.encode(moved));
            CheckpointResult result = new CheckpointResult(
                    number, writer.blocksWritten(), writer.nodesWritten(), writer.blocksWritten() * before.blockSize());
            BitSet written = file.map().prepareAdoption();
            releaseTrees();
            committing = true;
            file.commit(after);
            adopt(moved, written);
            return result;
        }
    }

    private RootRecord copyTrees(BlockWriter writer) {
        TreeCopier copier = new TreeCopier(state.space(), writer);
        List<TableState> tables = new ArrayList<>();
        for (TableState table : tip.tables()) {
            tables.add(new TableState(table.table(), copier.copy(table.live())));
        }
        List<IndexState> indexes = new ArrayList<>();
        for (IndexState index : tip.indexes()) {
            indexes.add(index.withRoot(copier.copy(index.root())));
        }
        writer.finishNodes();
        return new RootRecord(tip.version() + 1, tip.nextId(), tables, indexes);
    }

    private StoreHeader writeChains(BlockWriter writer, StoreHeader before, long number, ByteBuffer catalog) {
        BlockMap map = file.map();
        int[] catalogIds = new int[writer.chainLength(catalog.limit())];
        for (int i = 0; i < catalogIds.length; i++) {
            catalogIds[i] = map.take();
        }
        writer.describeChain(BlockFormat.CATALOG, catalogIds, catalog.limit());
        int[] tableIds = takeForTable(writer, map);
        long tableSize = (long) map.countWithTaken() * BlockMap.ENTRY_SIZE;
        writer.describeChain(BlockFormat.TABLE, tableIds, tableSize);
        writer.writeChain(BlockFormat.CATALOG, catalogIds, catalog);
        writer.writeChain(BlockFormat.TABLE, tableIds, map.encodeTaken());
        return new StoreHeader(
                before.blockSize(),
                before.identity(),
                number,
                map.countWithTaken(),
                catalogIds[0],
                catalog.limit(),
                tableIds[0],
                tableSize,
                State.BEING_WRITTEN);
    }

    /** The table has an entry for each of its own blocks, so it may grow by taking them. */
    private static int[] takeForTable(BlockWriter writer, BlockMap map) {
        List<Integer> ids = new ArrayList<>();
        while (ids.size() < writer.chainLength((long) map.countWithTaken() * BlockMap.ENTRY_SIZE) || ids.isEmpty()) {
            ids.add(map.take());
        }
        return ids.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Gives up the nodes in memory that the blocks stand for; to be undone while the checkpoint can fail. */
    private void releaseTrees() {
        TreeWalk walk = new TreeWalk(state.space());
        Releasing releasing = new Releasing(state.space());
        tip.tables().forEach(table -> walk.walk(table.live(), releasing));
        tip.indexes().forEach(index -> walk.walk(index.root(), releasing));
    }

    /** Has readers go to the blocks from now on. The file counts them already, so nothing here may fail for want of memory. */
    private void adopt(RootRecord moved, BitSet written) {
        file.map().adopt(moved.version());
        for (int id = written.nextSetBit(0); id >= 0; id = written.nextSetBit(id + 1)) {
            blocks.forget(id);
        }
        state.publish(moved);
        file.map().reclaim(state.oldestPinned());
    }

    private void undo() {
        state.rollback();
        if (!committing) {
            file.map().abandon();
            file.dropTail();
        }
    }

    private RuntimeException diskFull(DiskFullException e) {
        if (committing) {
            return failed(e);
        }
        return new NoSpaceException(file.name(), e.end(), e);
    }

    private StoreFailedException failed(IOException e) {
        file.fail(e, state);
        return new StoreFailedException(
                file.name() + ": checkpoint failed, the store has to be opened again: " + e.getMessage(), e);
    }

    /** Releases the nodes of a tree that are in memory; no node of a block leads back there. */
    private record Releasing(NodeSpace space) implements TreeWalk.Visitor {
        @Override
        public boolean enter(long pointer) {
            return !NodePointer.isSerialized(pointer);
        }

        @Override
        public void leave(long pointer, long address) {
            space.release(pointer);
        }
    }
}
