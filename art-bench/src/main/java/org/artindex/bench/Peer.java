package org.artindex.bench;

import java.util.Arrays;
import java.util.List;
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

    static Peer of(String label) {
        return Arrays.stream(values())
                .filter(peer -> peer.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no map " + label + "; there are " + labels()));
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(Peer::label).toList();
    }

    abstract <K extends Comparable<K>> NavigableMap<K, Long> newMap();
}
