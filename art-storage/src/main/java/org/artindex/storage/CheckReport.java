package org.artindex.storage;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What a check of a file has found. */
public final class CheckReport {
    private final List<Damage> damages = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private long blocks;
    private long freeBlocks;
    private long nodes;
    private long keys;
    private long entries;
    private int indexes;

    /**
     * Something that is not what it must be.
     *
     * @param place the part of the file: a header slot, a block, an index
     * @param what is wrong there, what was expected and found
     */
    public record Damage(String place, String what) {
        @Override
        public String toString() {
            return place + ": " + what;
        }
    }

    CheckReport() {}

    /** Whether no damage was found. */
    public boolean isClean() {
        return damages.isEmpty();
    }

    /** The damage, in the order of the file and then of the indexes. */
    public List<Damage> damages() {
        return Collections.unmodifiableList(damages);
    }

    /** What is worth knowing but no damage: such as what a crash has left, which the next opening for writing mends. */
    public List<String> notes() {
        return Collections.unmodifiableList(notes);
    }

    /** Blocks of the file, the free ones included. */
    public long blocks() {
        return blocks;
    }

    /** Blocks that are free. */
    public long freeBlocks() {
        return freeBlocks;
    }

    /** Nodes that were visited. */
    public long nodes() {
        return nodes;
    }

    /** Keys of the indexes that are whole. */
    public long keys() {
        return keys;
    }

    /** Entries of the indexes that are whole. */
    public long entries() {
        return entries;
    }

    /** Indexes in the catalog. */
    public int indexes() {
        return indexes;
    }

    void damage(String place, String what) {
        damages.add(new Damage(place, what));
    }

    void note(String what) {
        notes.add(what);
    }

    void countBlock() {
        blocks++;
    }

    void countFreeBlock() {
        freeBlocks++;
    }

    void countNodes(long more) {
        nodes += more;
    }

    void countIndex() {
        indexes++;
    }

    void countContent(long moreKeys, long moreEntries) {
        keys += moreKeys;
        entries += moreEntries;
    }
}
