package org.artindex.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.artindex.Batch;
import org.artindex.Index;
import org.artindex.Index.Uniqueness;
import org.artindex.Snapshot;
import org.artindex.Table;
import org.artindex.storage.SimulatedDisk.Crash;
import org.artindex.storage.SimulatedDisk.Fault;

/** A store on a simulated disk beside what it must hold: published, in the file, in each snapshot. */
final class StoreModel implements AutoCloseable {
    private static final int BLOCK_SIZE = 4096;
    private static final int CAPACITY = 2 << 20;
    private static final long[] ROWS = {0, 1, 4095, 4096, 1L << 31, 1L << 32, (1L << 56) - 1};

    private SimulatedDisk disk = SimulatedDisk.formatted(BLOCK_SIZE, CAPACITY);
    private Store store = Stores.open(disk);
    private Content published = Content.empty();
    private Content inFile = Content.empty();
    private final List<Snapshot> snapshots = new ArrayList<>();
    private final List<Content> snapshotContents = new ArrayList<>();

    /** What can happen to a store. */
    enum Step {
        PUT_AND_REMOVE,
        PUT_AND_REMOVE_MORE,
        MANY_ROWS_OF_A_KEY,
        ROWS_OF_A_TABLE,
        ROLLBACK,
        CREATE,
        DROP_OR_TRUNCATE,
        SNAPSHOT,
        CLOSE_SNAPSHOT,
        CHECKPOINT,
        CHECKPOINT_AGAIN,
        REOPEN,
        CRASH,
        FAILING_WRITE
    }

    void run(Step step, int seed, int count) {
        Random random = new Random(seed);
        switch (step) {
            case PUT_AND_REMOVE, PUT_AND_REMOVE_MORE -> change(random, count, true);
            case MANY_ROWS_OF_A_KEY -> manyRows(random, count);
            case ROWS_OF_A_TABLE -> rows(random, count);
            case ROLLBACK -> change(random, count, false);
            case CREATE -> create(random);
            case DROP_OR_TRUNCATE -> dropOrTruncate(random);
            case SNAPSHOT -> snapshot();
            case CLOSE_SNAPSHOT -> closeSnapshot(random);
            case CHECKPOINT, CHECKPOINT_AGAIN -> checkpoint();
            case REOPEN -> reopen();
            case CRASH -> breakOff(random, count, Fault.CRASH);
            default -> breakOff(random, count, Fault.ERROR);
        }
        assertThat(Content.of(store.engine())).isEqualTo(published);
        for (int i = 0; i < snapshots.size(); i++) {
            assertThat(Content.of(snapshots.get(i))).isEqualTo(snapshotContents.get(i));
        }
    }

    void verifyAll() {
        reopen();
        Stores.assertClean(disk);
        assertThat(Content.of(store.engine())).isEqualTo(published);
    }

    @Override
    public void close() {
        closeSnapshots();
        store.close();
    }

    private void change(Random random, int count, boolean commits) {
        try (Batch batch = store.engine().begin()) {
            Content after = published.copy();
            for (Index index : loneIndexes()) {
                for (int i = 0; i < count; i++) {
                    byte[] key = key(random);
                    long row = ROWS[random.nextInt(ROWS.length)] ^ random.nextInt(3);
                    changeOne(random, batch, after, index, key, row);
                }
            }
            if (commits) {
                batch.commit();
                published = after;
            } else {
                batch.rollback();
            }
        }
    }

    private static void changeOne(Random random, Batch batch, Content after, Index index, byte[] key, long row) {
        String name = index.name();
        byte[] otherKey = key(random);
        switch (random.nextInt(6)) {
            case 0 -> assertThat(batch.remove(index, key, row)).isEqualTo(after.remove(name, key, row));
            case 1 -> {
                boolean isThere = after.remove(name, key, row);
                assertThat(batch.update(index, key, otherKey, row)).isEqualTo(isThere);
                if (isThere) {
                    after.put(name, otherKey, row);
                }
            }
            case 2 -> {
                boolean isThere = after.remove(name, key, row);
                assertThat(batch.replace(index, key, row, 7)).isEqualTo(isThere);
                if (isThere) {
                    after.put(name, key, 7);
                }
            }
            default -> assertThat(batch.put(index, key, row)).isEqualTo(after.put(name, key, row));
        }
    }

    private void manyRows(Random random, int count) {
        try (Batch batch = store.engine().begin()) {
            for (Index index : loneIndexes()) {
                byte[] key = key(random);
                long base = (long) random.nextInt(4) << 12;
                for (int i = 0; i < count * 40; i++) {
                    long row = base + i * 3L;
                    assertThat(batch.put(index, key, row)).isEqualTo(published.put(index.name(), key, row));
                }
            }
            batch.commit();
        }
    }

    private void rows(Random random, int count) {
        try (Batch batch = store.engine().begin();
                Snapshot snapshot = store.engine().snapshot()) {
            for (Table table : snapshot.tables()) {
                List<Index> indexes = batch.indexesOf(table);
                for (int i = 0; i < count; i++) {
                    long row = random.nextInt(30);
                    byte[][] keys = new byte[indexes.size()][];
                    for (int k = 0; k < keys.length; k++) {
                        keys[k] = Stores.key(row * (k + 3) % 7);
                    }
                    boolean inserts = random.nextInt(5) > 1;
                    TreeSet<Long> live = published.rows(table.name());
                    boolean expected = inserts != live.contains(row);
                    assertThat(inserts ? batch.insertRow(table, row, keys) : batch.deleteRow(table, row, keys))
                            .isEqualTo(expected);
                    if (expected) {
                        boolean changed = inserts ? live.add(row) : live.remove(row);
                        assertThat(changed).isTrue();
                        for (int k = 0; k < keys.length; k++) {
                            String name = indexes.get(k).name();
                            if (inserts) {
                                published.put(name, keys[k], row);
                            } else {
                                published.remove(name, keys[k], row);
                            }
                        }
                    }
                }
            }
            batch.commit();
        }
    }

    private void create(Random random) {
        String name = "i" + random.nextInt(4);
        String table = "t" + random.nextInt(2);
        try (Batch batch = store.engine().begin()) {
            if (!published.tables().containsKey(table)) {
                Table made = batch.createTable(table);
                published.rows(table);
                batch.createIndex(made, table + "-first", null, Uniqueness.NOT_UNIQUE);
                batch.createIndex(made, table + "-second", null, Uniqueness.NOT_UNIQUE);
                published.indexes().put(table + "-first", new TreeMap<>());
                published.indexes().put(table + "-second", new TreeMap<>());
            }
            if (!published.indexes().containsKey(name)) {
                batch.createIndex(name, null, Uniqueness.NOT_UNIQUE);
                published.indexes().put(name, new TreeMap<>());
            }
            batch.commit();
        }
    }

    private void dropOrTruncate(Random random) {
        String table = "t" + random.nextInt(2);
        try (Batch batch = store.engine().begin();
                Snapshot snapshot = store.engine().snapshot()) {
            for (Index index : loneIndexes()) {
                int choice = random.nextInt(4);
                if (choice == 0) {
                    batch.drop(index);
                    published.indexes().remove(index.name());
                } else if (choice == 1) {
                    batch.truncate(index);
                    published.entries(index.name()).clear();
                }
            }
            if (random.nextBoolean() && published.tables().containsKey(table)) {
                batch.truncate(snapshot.table(table));
                published.rows(table).clear();
                published.entries(table + "-first").clear();
                published.entries(table + "-second").clear();
            } else if (published.tables().remove(table) != null) {
                batch.drop(snapshot.table(table));
                published.indexes().remove(table + "-first");
                published.indexes().remove(table + "-second");
            }
            batch.commit();
        }
    }

    private void snapshot() {
        snapshots.add(store.engine().snapshot());
        snapshotContents.add(published.copy());
    }

    private void closeSnapshot(Random random) {
        if (!snapshots.isEmpty()) {
            int which = random.nextInt(snapshots.size());
            snapshots.remove(which).close();
            snapshotContents.remove(which);
        }
    }

    private void checkpoint() {
        store.checkpoint();
        inFile = published.copy();
    }

    private void reopen() {
        closeSnapshots();
        store.close();
        Stores.assertClean(disk);
        store = Stores.open(disk);
        published = inFile.copy();
    }

    /** A checkpoint that ends with a fault; then the system goes down. */
    private void breakOff(Random random, int count, Fault fault) {
        disk.at(1 + count / 2, fault, random);
        Content attempted = inFile;
        try {
            attempted = published;
            checkpoint();
        } catch (Crash | StoreFailedException e) {
            assertThat(Content.of(store.engine())).isEqualTo(published);
        }
        disk.at(1, Fault.NONE, random);
        SimulatedDisk after = disk.afterCrash(random);
        closeSnapshots();
        store.close();
        disk = after;
        store = Stores.open(disk);
        Content found = Content.of(store.engine());
        assertThat(found).isIn(inFile, attempted);
        published = found;
        inFile = found.copy();
    }

    private void closeSnapshots() {
        snapshots.forEach(Snapshot::close);
        snapshots.clear();
        snapshotContents.clear();
    }

    private List<Index> loneIndexes() {
        try (Snapshot snapshot = store.engine().snapshot()) {
            return snapshot.indexes().stream()
                    .filter(index -> index.table() == null)
                    .toList();
        }
    }

    /** Prefix-free: the first byte tells the length. */
    private static byte[] key(Random random) {
        int length = 1 + random.nextInt(4) * random.nextInt(4);
        byte[] key = new byte[1 + length];
        random.nextBytes(key);
        for (int i = 1; i < key.length; i++) {
            key[i] = (byte) (random.nextBoolean() ? key[i] & 3 : key[i]);
        }
        key[0] = (byte) length;
        return key;
    }
}
