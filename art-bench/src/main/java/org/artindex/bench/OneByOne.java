package org.artindex.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Group W at a million keys: insert, look up and walk one by one. */
final class OneByOne {
    static final String OURS = "art";

    private static final int COUNT = 1_000_000;
    private static final int WARM_UPS = 2;
    private static final int ROUNDS = 9;
    private static final String MOVED = "-moved";
    private static final String[] OPERATIONS = {"insert", "hit", "miss", "range100", "scan"};
    private static final double BYTES_OF_NO_GARBAGE = 0.1;

    /** Look-ups a round: a part of the keys, so that there is time for more rounds. */
    private static final int LOOK_UP_DIVISOR = 4;

    private final Scoreboard board;
    private final int count;

    OneByOne(Scale scale, Scoreboard board) {
        this.board = board;
        this.count = scale.of(COUNT);
    }

    void measure() {
        List<String> peers = new ArrayList<>(Peer.labels());
        peers.addAll(LongKeys.PEERS);
        Rounds random = rounds("random", peers);
        lookUps(random, "hit");
        lookUps(random, "miss");
        ratio(random, "insert", "random", "TreeMap", 0.2);
        ratio(random, "scan", "random", "TreeMap", 0.15);
        ratio(random, "range100", "random", "TreeMap", 0.15);
        Rounds sequential = rounds("sequential", Peer.labels());
        ratio(sequential, "hit", "sequential", "TreeMap", 0.15);
        bytes("random", 38, peers);
        bytes("sequential", 8.3, Peer.labels());
        bytes("short-strings", 24, Peer.labels());
        bytes("long-strings", 28, Peer.labels());
        garbage();
        table("random", random, peers);
        table("sequential", sequential, Peer.labels());
    }

    private void lookUps(Rounds rounds, String operation) {
        ratio(rounds, operation, "random", "TreeMap", 0.15);
        ratio(rounds, operation, "random", "LMDB", 0.35);
        ratio(rounds, operation, "random", "MVMap", 0.35);
        ratio(rounds, operation, "random", "exchange-core ART", 0.5);
    }

    private Rounds rounds(String set, List<String> peers) {
        KeySet keys = KeySet.of(set, count);
        List<Turn> turns = new ArrayList<>();
        turns.add(new Turn(OURS, keys, board));
        peers.forEach(peer -> turns.add(new Turn(peer, keys, board)));
        return Rounds.alternate(turns, WARM_UPS, ROUNDS);
    }

    private void ratio(Rounds rounds, String operation, String set, String peer, double limit) {
        String name = "W." + operation + '.' + set + '.' + Scale.label(count) + '.' + Gate.slug(peer);
        board.judge(new Gate.Ratio(name, limit, rounds.of(OURS, operation), peer, rounds.of(peer, operation)));
    }

    /** Everything that is measured, judged or not. */
    private void table(String set, Rounds rounds, List<String> peers) {
        FigureTable table = new FigureTable(Scale.label(count) + ' ' + set + " keys, ns", OPERATIONS);
        row(table, rounds, OURS, "");
        for (String peer : peers) {
            row(table, rounds, peer, "");
            if (rounds.has(peer, "hit" + MOVED)) {
                row(table, rounds, peer, MOVED);
            }
        }
        table.print(board);
    }

    private static void row(FigureTable table, Rounds rounds, String name, String state) {
        String[] cells = new String[OPERATIONS.length];
        for (int i = 0; i < cells.length; i++) {
            String operation = OPERATIONS[i] + state;
            cells[i] =
                    rounds.has(name, operation) ? FigureTable.figure(Rounds.median(rounds.of(name, operation)), 1) : "";
        }
        table.row(name + state, cells);
    }

    /** At less than the full scale nodes are judged, since one slab of a kind that is hardly used weighs ten times as much a key. */
    private void bytes(String set, double limit, List<String> peers) {
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
        for (String peer : peers) {
            detail.append(String.format(Locale.ROOT, " %s=%.1f", peer, (double) keys.bytesOf(peer) / count));
        }
        board.judge(new Gate.Bytes("W.bytes." + set + '.' + Scale.label(count), limit, bytes, detail.toString()));
    }

    /** Bytes on the heap that an operation leaves behind; a tenth of a byte is an object in more than a hundred operations. */
    private void garbage() {
        KeySet keys = KeySet.of("random", count);
        try (ArtStructure art = new ArtStructure(keys, keys.bytes())) {
            garbage("insert", art::build);
            garbage("hit", () -> art.hits(count));
            garbage("miss", () -> art.misses(count));
            garbage("step", art::scan);
        }
    }

    private void garbage(String operation, Runnable operations) {
        double bytes = (double) Heap.allocatedBy(operations) / count;
        String name = "W.garbage." + operation + ".random." + Scale.label(count);
        board.judge(new Gate.Bytes(name, BYTES_OF_NO_GARBAGE, bytes, "an operation"));
    }

    /** One structure's turn in a round: build, look up, walk; a map of the JDK once more after the collector has moved its objects. */
    private record Turn(String name, KeySet keys, Scoreboard board) implements Rounds.Contender {
        @Override
        public Map<String, Double> run() {
            Map<String, Double> figures = new LinkedHashMap<>();
            Heap.clean();
            long collections = Heap.collections();
            try (Structure structure = keys.structure(name)) {
                figures.put("insert", time(structure::build, keys.count()));
                read(structure, "", figures);
                if (Peer.labels().contains(name)) {
                    if (Heap.collections() != collections) {
                        board.note("the garbage collector ran while " + name
                                + " was measured as built: give the JVM a larger young generation");
                    }
                    Heap.moveObjects();
                    read(structure, MOVED, figures);
                }
            }
            return figures;
        }

        private void read(Structure structure, String state, Map<String, Double> figures) {
            int lookUps = keys.count() / LOOK_UP_DIVISOR;
            figures.put("hit" + state, time(() -> structure.hits(0, lookUps), lookUps));
            figures.put("miss" + state, time(() -> structure.misses(0, lookUps), lookUps));
            figures.put("scan" + state, time(structure::scan, keys.count()));
            if (structure.hasRanges()) {
                int ranges = keys.rangeCount();
                figures.put("range100" + state, time(() -> structure.ranges(ranges), ranges));
            }
        }

        private static double time(Runnable operation, int count) {
            return (double) CpuTime.of(operation) / count;
        }
    }
}
