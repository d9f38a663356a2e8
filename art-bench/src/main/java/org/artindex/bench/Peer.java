package org.artindex.bench;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** The ordered maps of the JDK. */
enum Peer {
    TREE_MAP("TreeMap") {
        @Override
        <K extends Comparable<K>> NavigableMap<K, Long> newMap() {
            return new TreeMap<>();
        }
    },
    SKIP_LIST("ConcurrentSkipListMap") {
        @Override
        <K extends Comparable<K>> NavigableMap<K, Long> newMap() {
            return new ConcurrentSkipListMap<>();
        }
    };

    private final String label;

    Peer(String label) {
        this.label = label;
    }

    /** What readers know it as. */
    String label() {
        return label;
    }

    abstract <K extends Comparable<K>> NavigableMap<K, Long> newMap();
}
