package org.artindex.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Group W: insert, look up and walk one by one, against the maps of the JDK. */
final class OneByOne {
    private static final int COUNT = 1_000_000;
    private static final int WARM_UPS = 2;
    private static final int ROUNDS = 9;
    private static final String OURS = "art";
    private static final String MOVED = "-moved";

    /** Look-ups a round: a part of the keys, so that there is time for more rounds. */
    private static final int LOOK_UP_DIVISOR = 4;

    private final Scoreboard board;
    private final int count;

    OneByOne(Scale scale, Scoreboard board) {
        this.board = board;
        this.count = scale.of(COUNT);
    }

    void measure() {
        Rounds random = rounds("random");
        ratio(random, "hit", "random", 0.15);
        ratio(random, "miss", "random", 0.15);
        ratio(random, "insert", "random", 0.2);
        ratio(random, "scan", "random", 0.15);
        ratio(random, "range100", "random", 0.15);
        Rounds sequential = rounds("sequential");
        ratio(sequential, "hit", "sequential", 0.15);
        inform(sequential, "miss", "sequential");
        inform(sequential, "insert", "sequential");
        inform(sequential, "scan", "sequential");
        inform(sequential, "range100", "sequential");
        bytes("random", 38);
        bytes("sequential", 8.3);
        bytes("short-strings", 24);
        bytes("long-strings", 28);
    }

    private Rounds rounds(String set) {
        KeySet keys = KeySet.of(set, count);
        List<Turn> turns = new ArrayList<>();
        turns.add(new Turn(OURS, keys, board));
        for (Peer peer : Peer.values()) {
            turns.add(new Turn(peer.label(), keys, board));
        }
        return Rounds.alternate(turns, WARM_UPS, ROUNDS);
    }

    private void ratio(Rounds rounds, String operation, String set, double limit) {
        String peer = Peer.TREE_MAP.label();
        board.judge(new Gate.Ratio(
                name(operation, set), limit, rounds.of(OURS, operation), peer, rounds.of(peer, operation)));
        inform(rounds, operation, set);
    }

    /** Everything that is measured beside what is judged. */
    private void inform(Rounds rounds, String operation, String set) {
        double[] ours = rounds.of(OURS, operation);
        StringBuilder line = new StringBuilder(name(operation, set));
        line.append(String.format(Locale.ROOT, " ours=%.1fns", Rounds.median(ours)));
        for (Peer peer : Peer.values()) {
            append(line, ours, peer.label(), rounds.of(peer.label(), operation));
            if (!operation.equals("insert")) {
                append(line, ours, peer.label() + MOVED, rounds.of(peer.label(), operation + MOVED));
            }
        }
        board.note(line.toString());
    }

    private static void append(StringBuilder line, double[] ours, String peer, double[] peers) {
        Gate.Ratio ratio = new Gate.Ratio("", 0, ours, peer, peers);
        line.append(String.format(Locale.ROOT, ", %s=%.1fns (%.3f)", peer, Rounds.median(peers), ratio.ratio()));
    }

    /** At less than the full scale nodes are judged, since one slab of a kind that is hardly used weighs ten times as much a key. */
    private void bytes(String set, double limit) {
        KeySet keys = KeySet.of(set, count);
        StringBuilder detail = new StringBuilder();
        double bytes;
        try (ArtStructure art = new ArtStructure(keys, keys.bytes())) {
            art.build();
            double slabs = (double) art.offHeapBytes() / count;
            double nodes = art.nodeBytesPerKey();
            bytes = count == COUNT ? slabs : nodes;
            detail.append(String.format(Locale.ROOT, "nodes=%.2f slabs=%.2f", nodes, slabs));
        }
        for (Peer peer : Peer.values()) {
            detail.append(String.format(Locale.ROOT, " %s=%.1f", peer.label(), (double) keys.heapBytes(peer) / count));
        }
        board.judge(new Gate.Bytes(name("bytes", set), limit, bytes, detail.toString()));
    }

    private String name(String operation, String set) {
        return "W." + operation + '.' + set + '.' + Scale.label(count);
    }

    /** One structure's turn in a round: build, look up, walk; a map once more after the collector has moved its objects. */
    private record Turn(String name, KeySet keys, Scoreboard board) implements Rounds.Contender {
        @Override
        public Map<String, Double> run() {
            Map<String, Double> figures = new LinkedHashMap<>();
            Heap.clean();
            long collections = Heap.collections();
            try (Structure structure = keys.structure(name)) {
                figures.put("insert", time(structure::build, keys.count()));
                read(structure, "", figures);
                if (Heap.collections() != collections) {
                    board.note("the garbage collector ran while " + name
                            + " was measured as built: give the JVM a larger young generation");
                }
                if (!(structure instanceof ArtStructure)) {
                    Heap.moveObjects();
                    read(structure, MOVED, figures);
                }
            }
            return figures;
        }

        private void read(Structure structure, String state, Map<String, Double> figures) {
            int lookUps = keys.count() / LOOK_UP_DIVISOR;
            figures.put("hit" + state, time(() -> structure.hits(lookUps), lookUps));
            figures.put("miss" + state, time(() -> structure.misses(lookUps), lookUps));
            figures.put("scan" + state, time(structure::scan, keys.count()));
            int ranges = keys.rangeCount();
            figures.put("range100" + state, time(() -> structure.ranges(ranges), ranges));
        }

        private static double time(Runnable operation, int count) {
            return (double) CpuTime.of(operation) / count;
        }
    }
}
