package org.artindex.state;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.artindex.InvalidKeyException;
import org.artindex.RowException;
import org.artindex.Table;
import org.artindex.build.BuiltTree;
import org.artindex.postings.PostingWriter;
import org.artindex.postings.Postings;
import org.artindex.postings.SetMerger;
import org.artindex.tree.NodeSpace;
import org.artindex.tree.Relocator;
import org.jspecify.annotations.Nullable;

/** A table while a batch changes it: its live rows, and the indexes that take their keys. */
final class TableWork {
    final Table table;

    /** In the order of their creation. */
    final List<IndexWork> indexes = new ArrayList<>();

    private final NodeSpace space;
    private final PostingWriter postings;
    private long live;

    /** Rows that came or went; the indexes tell of their changes themselves. */
    private long changes;

    TableWork(EngineState state, TableState before) {
        this.table = before.table();
        this.space = state.space();
        this.postings = state.postingWriter();
        this.live = before.live();
    }

    /** Whether a row is live. */
    boolean isLive(long row) {
        return Postings.contains(space, live, row);
    }

    /**
     * Makes a row live and adds its keys.
     *
     * @param keys one for each index of the table, {@code null} where the row is not in that index
     * @return false where the row was live already; nothing changes then
     */
    boolean insert(long row, byte[] @Nullable [] keys) {
        IndexWork.checkRow(row);
        checkKeys(keys);
        if (isLive(row)) {
            return false;
        }
        putAll(row, keys);
        live = postings.add(live, row);
        changes++;
        return true;
    }

    /**
     * Replaces the keys of a live row; keys that stay the same are not touched.
     *
     * @return false where the row is not live; nothing changes then
     * @throws RowException when the row is not in an index under its old key
     */
    boolean update(long row, byte[] @Nullable [] oldKeys, byte[] @Nullable [] newKeys) {
        checkKeys(newKeys);
        if (!checkOldKeys(row, oldKeys)) {
            return false;
        }
        byte[] @Nullable [] removed = new byte[oldKeys.length] @Nullable [];
        byte[] @Nullable [] added = new byte[newKeys.length] @Nullable [];
        for (int i = 0; i < oldKeys.length; i++) {
            if (!Arrays.equals(oldKeys[i], newKeys[i])) {
                removed[i] = oldKeys[i];
                added[i] = newKeys[i];
            }
        }
        putAll(row, added);
        removeAll(row, removed);
        return true;
    }

    /**
     * Ends the life of a row and removes its keys.
     *
     * @return false where the row is not live; nothing changes then
     * @throws RowException when the row is not in an index under its key
     */
    boolean delete(long row, byte[] @Nullable [] keys) {
        if (!checkOldKeys(row, keys)) {
            return false;
        }
        removeAll(row, keys);
        live = postings.remove(live, row);
        changes++;
        return true;
    }

    /** Refuses what cannot be a new row. */
    void checkNew(long row, byte[] @Nullable [] keys) {
        IndexWork.checkRow(row);
        checkKeys(keys);
        if (isLive(row)) {
            throw new RowException("row " + row + " is live already in table " + table.name());
        }
    }

    /** Merges new rows, and the entries of the indexes, one tree for each. */
    void merge(BuiltTree rows, List<BuiltTree> entries) {
        for (int i = 0; i < entries.size(); i++) {
            indexes.get(i).merge(entries.get(i));
        }
        if (rows.root() != 0) {
            live = live == 0 ? rows.root() : new SetMerger(space, postings).union(live, rows.root());
            changes++;
        }
    }

    /** Ends the lives of all rows and removes all entries of the indexes. */
    void clear() {
        indexes.forEach(IndexWork::clear);
        if (live != 0) {
            postings.release(live);
            live = 0;
            changes++;
        }
    }

    /** Releases the set of live rows. */
    void drop() {
        postings.release(live);
    }

    /** Rows that came or went so far, all at once counting as one. */
    long changes() {
        return changes;
    }

    /** Moves nodes of the set of live rows out of slabs that are to be emptied. Says whether any was moved. */
    boolean relocate(Relocator relocator, int budget) {
        long moved = relocator.relocate(live, budget);
        boolean differs = moved != live;
        live = moved;
        return differs;
    }

    /** The state after the batch. */
    TableState finish() {
        return new TableState(table, live);
    }

    /** Adds all keys of a row, or none where one of them is refused. */
    private void putAll(long row, byte[] @Nullable [] keys) {
        boolean[] added = new boolean[keys.length];
        int i = 0;
        try {
            for (; i < keys.length; i++) {
                byte[] key = keys[i];
                added[i] = key != null && indexes.get(i).put(key, key.length, row);
            }
        } catch (InvalidKeyException refused) {
            while (--i >= 0) {
                byte[] key = keys[i];
                if (added[i] && key != null) {
                    indexes.get(i).remove(key, key.length, row);
                    indexes.get(i).forgetChangesAfter(indexes.get(i).changes() - 2);
                }
            }
            throw refused;
        }
    }

    private void removeAll(long row, byte[] @Nullable [] keys) {
        for (int i = 0; i < keys.length; i++) {
            byte[] key = keys[i];
            if (key != null) {
                indexes.get(i).remove(key, key.length, row);
            }
        }
    }

    private void checkKeys(byte[] @Nullable [] keys) {
        if (keys.length != indexes.size()) {
            throw new RowException("table " + table.name() + " has " + indexes.size() + " indexes, but " + keys.length
                    + " keys were given");
        }
        for (int i = 0; i < keys.length; i++) {
            byte[] key = keys[i];
            if (key != null) {
                IndexWork.checkKey(key, key.length);
                indexes.get(i).checkShape(key);
            }
        }
    }

    /** Whether the row is live; then all its keys must be what the caller says. */
    private boolean checkOldKeys(long row, byte[] @Nullable [] keys) {
        checkKeys(keys);
        if (!isLive(row)) {
            return false;
        }
        for (int i = 0; i < keys.length; i++) {
            byte[] key = keys[i];
            IndexWork work = indexes.get(i);
            if (key != null && !Postings.contains(space, work.find(key, key.length), row)) {
                throw new RowException("row " + row + " of table " + table.name() + " is not in index "
                        + work.index.name() + " under the key given as its old one");
            }
        }
        return true;
    }
}
