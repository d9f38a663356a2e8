package org.artindex.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Group W at ten million random keys: look-ups in structures that are built once; each round asks for other keys. */
final class LargeLookUps {
    private static final int COUNT = 10_000_000;
    private static final int WARM_UPS = 2;
    private static final int ROUNDS = 9;
    private static final int ROUNDS_OF_KEYS = 20;
    private static final String BATCHED = "art, batches of " + ArtStructure.BATCH;

    private final Scoreboard board;
    private final int count;
    private final FigureTable table;

    LargeLookUps(Scale scale, Scoreboard board) {
        this.board = board;
        this.count = scale.of(COUNT);
        this.table = new FigureTable(Scale.label(count) + " random keys, ns", "hit", "miss");
    }

    void measure() {
        LongKeys keys = LongKeys.random(count);
        try (ArtStructure ours = new ArtStructure(keys, keys.bytes())) {
            ours.build();
            batches(ours);
            compare(ours, keys, new Limit("TreeMap", 0.15), new Limit("exchange-core ART", 0.5));
            compare(ours, keys, new Limit("LMDB", 0.35), new Limit("MVMap", 0.35));
        }
        table.print(board);
    }

    private void batches(ArtStructure ours) {
        Rounds rounds =
                Rounds.alternate(List.of(new Reader(OneByOne.OURS, ours), new BatchReader(ours)), WARM_UPS, ROUNDS);
        String name = "W.batch-hit.random." + Scale.label(count);
        board.judge(
                new Gate.Ratio(name, 0.5, rounds.of(BATCHED, "hit"), "one by one", rounds.of(OneByOne.OURS, "hit")));
        row(rounds, OneByOne.OURS);
        table.row(BATCHED, FigureTable.figure(Rounds.median(rounds.of(BATCHED, "hit")), 1), "");
    }

    /** The most that our time may be of a peer's. */
    private record Limit(String peer, double ratio) {}

    private void compare(ArtStructure ours, LongKeys keys, Limit... limits) {
        List<Structure> built = new ArrayList<>();
        List<Rounds.Contender> readers = new ArrayList<>();
        readers.add(new Reader(OneByOne.OURS, ours));
        try {
            Heap.clean();
            long collections = Heap.collections();
            for (Limit limit : limits) {
                Structure structure = keys.structure(limit.peer);
                built.add(structure);
                structure.build();
                readers.add(new Reader(limit.peer, structure));
            }
            Rounds rounds = Rounds.alternate(readers, WARM_UPS, ROUNDS);
            if (Heap.collections() != collections && Peer.labels().contains(limits[0].peer)) {
                board.note("the garbage collector ran while " + limits[0].peer
                        + " was measured as built: give the JVM a larger young generation");
            }
            for (Limit limit : limits) {
                judge(rounds, limit.peer, limit.ratio);
            }
        } finally {
            built.forEach(Structure::close);
        }
    }

    private void judge(Rounds rounds, String peer, double limit) {
        for (String operation : new String[] {"hit", "miss"}) {
            String name = "W." + operation + ".random." + Scale.label(count) + '.' + Gate.slug(peer);
            board.judge(
                    new Gate.Ratio(name, limit, rounds.of(OneByOne.OURS, operation), peer, rounds.of(peer, operation)));
        }
        row(rounds, peer);
    }

    private void row(Rounds rounds, String name) {
        table.row(
                name,
                FigureTable.figure(Rounds.median(rounds.of(name, "hit")), 1),
                FigureTable.figure(Rounds.median(rounds.of(name, "miss")), 1));
    }

    /** Looks up the keys of a round, each time the next part of all. */
    private static final class Reader implements Rounds.Contender {
        private final String name;
        private final Structure structure;
        private int round;

        Reader(String name, Structure structure) {
            this.name = name;
            this.structure = structure;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Map<String, Double> run() {
            int lookUps = structure.keys.count() / ROUNDS_OF_KEYS;
            int from = round++ * lookUps;
            Map<String, Double> figures = new LinkedHashMap<>();
            figures.put("hit", (double) CpuTime.of(() -> structure.hits(from, from + lookUps)) / lookUps);
            figures.put("miss", (double) CpuTime.of(() -> structure.misses(from, from + lookUps)) / lookUps);
            return figures;
        }
    }

    /** Looks up the keys of a round in batches. */
    private static final class BatchReader implements Rounds.Contender {
        private final ArtStructure structure;
        private int round;

        BatchReader(ArtStructure structure) {
            this.structure = structure;
        }

        @Override
        public String name() {
            return BATCHED;
        }

        @Override
        public Map<String, Double> run() {
            int lookUps = structure.keys.count() / ROUNDS_OF_KEYS;
            int from = round++ * lookUps;
            return Map.of("hit", (double) CpuTime.of(() -> structure.hitBatches(from, from + lookUps)) / lookUps);
        }
    }
}
