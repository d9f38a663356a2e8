package org.artindex.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.artindex.ArtIndexException;
import org.artindex.CorruptionException;
import org.artindex.Table;
import org.artindex.memory.Arena;
import org.artindex.memory.BlockTable;
import org.artindex.state.IndexState;
import org.artindex.state.RootRecord;
import org.artindex.state.TableState;
import org.artindex.storage.StoreHeader.State;
import org.artindex.tree.NodeSpace;
import org.jspecify.annotations.Nullable;

/**
 * Checks a file from end to end and names each damage: both header slots, every block with its padding, free ones too, the
 * catalog, the block table, every tree, every entry's row. Any single flipped bit of a store that was closed is found. What a crash
 * may have left, and the next opening for writing mends, is noted but no damage, save a header slot that it has torn.
 *
 * <p>It changes nothing, and trusts nothing before it is proven.
 */
public final class StoreCheck {
    private final FileAccess file;
    private final String name;
    private final CheckProgress progress;
    private final CheckReport report = new CheckReport();
    private boolean isUnfinished;

    private StoreCheck(FileAccess file, String name, CheckProgress progress) {
        this.file = file;
        this.name = name;
        this.progress = progress;
    }

    /** Checks a file; see {@link #run(Path, CheckProgress)}. */
    public static CheckReport run(Path path) {
        return run(path, CheckProgress.NONE);
    }

    /**
     * Checks a file, locked against writers meanwhile.
     *
     * @throws NotAStoreException when the file is not a store
     * @throws UnsupportedFormatException when it needs a newer version of this library
     * @throws StoreLockedException when it is open for writing elsewhere
     */
    public static CheckReport run(Path path, CheckProgress progress) {
        try {
            if (!Files.isRegularFile(path)) {
                throw new StoreException(Files.exists(path) ? path + " is no file" : "there is no file " + path);
            }
            Path real = path.toRealPath();
            StoreLock.refuseCompanion(real);
            StoreFile.refuseForeign(real);
            try (StoreLock lock = StoreLock.acquire(real, StoreLock.Mode.SHARED)) {
                return runLocked(lock.file(), progress);
            }
        } catch (IOException e) {
            throw new StoreException(path + " cannot be read: " + e, e);
        }
    }

    private static CheckReport runLocked(Path path, CheckProgress progress) throws IOException {
        try (DiskFile file = DiskFile.forReading(path)) {
            return run(file, path.toString(), progress);
        }
    }

    /** Checks an open file. */
    static CheckReport run(FileAccess file, String name, CheckProgress progress) throws IOException {
        StoreCheck check = new StoreCheck(file, name, progress);
        StoreHeader header = check.checkHeader();
        if (header != null) {
            check.checkBlocks(header);
        }
        return check.report;
    }

    private @Nullable StoreHeader checkHeader() throws IOException {
        HeaderSlots slots = HeaderSlots.read(file, name);
        boolean isBroken = false;
        for (int slot = 0; slot < HeaderSlots.COUNT; slot++) {
            ArtIndexException error = slots.error(slot);
            if (error != null) {
                isBroken = true;
                report.damage("header slot " + slot, String.valueOf(error.getMessage()));
            }
        }
        StoreHeader header;
        try {
            header = slots.header(slots.current());
        } catch (CorruptionException e) {
            if (!isBroken) {
                report.damage("header", String.valueOf(e.getMessage()));
            }
            return null;
        }
        if (header == null) {
            return null;
        }
        isUnfinished = header.state() == State.BEING_WRITTEN || !slots.agree();
        if (isBroken) {
            report.note(
                    "a header slot is broken, perhaps by a crash; what a checkpoint may have left in free blocks is no damage");
        } else if (header.state() == State.BEING_WRITTEN) {
            report.note("the file was not closed; what a checkpoint may have left in free blocks is no damage");
        } else if (isUnfinished) {
            report.note("the header slots differ: the later one counts");
        }
        checkSize(header);
        return header;
    }

    private void checkSize(StoreHeader header) throws IOException {
        long size = file.size();
        if (size < header.extent()) {
            report.damage("file", "it has " + size + " bytes where " + header.extent() + " are expected");
        } else if (size > header.extent()) {
            String more = size - header.extent() + " bytes follow the last block";
            if (isUnfinished) {
                report.note(more);
            } else {
                report.damage("file", more);
            }
        }
    }

    private void checkBlocks(StoreHeader header) throws IOException {
        BlockMap map = readMap(header);
        RootRecord record = map == null ? null : readRecord(header);
        int trees =
                record == null ? 0 : record.indexes().size() + record.tables().size();
        long total = header.blockCount() + trees;
        ByteBuffer block = ByteBuffer.allocate(header.blockSize()).order(ByteOrder.LITTLE_ENDIAN);
        for (long id = 0; id < header.blockCount(); id++) {
            checkBlock(header, map, id, block);
            progress.at(id + 1, total);
        }
        if (map != null && record != null) {
            checkTrees(header, map, record, total);
        }
    }

    private @Nullable BlockMap readMap(StoreHeader header) throws IOException {
        if (header.blockCount() == 0) {
            return BlockMap.empty();
        }
        try {
            return BlockMap.decode(
                    Chain.read(file, header, BlockFormat.TABLE, header.tableBlock(), header.tableSize(), name),
                    header,
                    name);
        } catch (CorruptionException | IOException e) {
            report.damage("block table", String.valueOf(e.getMessage()));
            return null;
        }
    }

    private @Nullable RootRecord readRecord(StoreHeader header) throws IOException {
        if (header.catalogSize() == 0) {
            return RootRecord.empty();
        }
        try {
            return Catalog.decode(
                    Chain.read(file, header, BlockFormat.CATALOG, header.catalogBlock(), header.catalogSize(), name),
                    name);
        } catch (CorruptionException | SchemaMismatchException | IOException e) {
            report.damage("catalog", String.valueOf(e.getMessage()));
            return null;
        }
    }

    private void checkBlock(StoreHeader header, @Nullable BlockMap map, long id, ByteBuffer block) throws IOException {
        report.countBlock();
        boolean isFree = map != null && map.isFree((int) id);
        if (isFree) {
            report.countFreeBlock();
        }
        if (header.position(id) + header.blockSize() > file.size()) {
            return;
        }
        String place = "block " + id;
        try {
            file.read(header.position(id), block.clear());
            block.clear();
            BlockFormat.verify(block, header.identity(), id, place);
            if (map != null && !isFree) {
                BlockFormat.verifyWriting(block, map.kind((int) id), map.number(id), place);
            }
        } catch (CorruptionException | IOException e) {
            if (isFree && isUnfinished) {
                report.note("free " + e.getMessage());
            } else {
                report.damage(place, String.valueOf(e.getMessage()));
            }
        }
    }

    private void checkTrees(StoreHeader header, BlockMap map, RootRecord record, long total) {
        long done = header.blockCount();
        try (BlockLoader loader = new BlockLoader(file, name, header, map);
                NodeSpace space = new NodeSpace(new Arena(0), new BlockTable(loader))) {
            StructureCheck structure = new StructureCheck(space, loader, header.blockSize());
            TreeCheck trees = new TreeCheck(space, structure, report);
            for (TableState table : record.tables()) {
                trees.checkTable(table);
                progress.at(++done, total);
            }
            for (IndexState index : record.indexes()) {
                Table table = index.index().table();
                trees.checkIndex(index, table == null ? null : record.table(table.id()));
                progress.at(++done, total);
            }
            report.countNodes(structure.nodes());
            if (report.isClean()) {
                checkAccounts(map, structure);
            }
        }
    }

    /** Each block of nodes must have exactly as many live bytes as nodes were found in it: none is lost, none is forgotten. */
    private void checkAccounts(BlockMap map, StructureCheck structure) {
        for (int id = 0; id < map.count(); id++) {
            int found = structure.reachedBytes(id);
            int recorded = map.kind(id) == BlockFormat.NODES ? map.liveBytes(id) : 0;
            if (found != recorded) {
                report.damage(
                        "block table", recorded + " live bytes are recorded for block " + id + ", " + found + " found");
            }
        }
    }
}
