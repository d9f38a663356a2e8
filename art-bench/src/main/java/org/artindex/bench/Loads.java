package org.artindex.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.artindex.Index.Uniqueness;
import org.artindex.key.Column;
import org.artindex.key.ColumnType;
import org.artindex.key.KeyBuffer;
import org.artindex.key.KeySchema;

/** Group W, loading: a bulk build against the same keys in one batch, and batches of one row against one batch. */
final class Loads {
    private static final int COUNT = 10_000_000;
    private static final int ONE_ROW_COUNT = 1_000_000;
    private static final int WARM_UPS = 1;
    private static final int ROUNDS = 5;
    private static final String BATCH = "in-batch insert";
    private static final String BUILD = "bulk build";
    private static final String BUILD_2 = "bulk build, 2 threads";
    private static final String ONE_ROW = "batches of one row";

    /** By the processor time of the calling thread. */
    private static final String THREAD = "thread";

    /** By the clock, where several threads work. */
    private static final String CLOCK = "clock";

    private final Scale scale;
    private final Scoreboard board;
    private final FigureTable table = new FigureTable("loading, ns a key", "keys", "thread time", "clock");

    Loads(Scale scale, Scoreboard board) {
        this.scale = scale;
        this.board = board;
    }

    void measure() {
        int count = scale.of(COUNT);
        KeyColumn random = keys(new SplittableRandom(1).longs(count).toArray());
        Rounds unsorted = rounds("random", random, contender(BUILD_2, random, art -> art.build(random, 2)));
        ratio("build.random", count, 0.5, unsorted, BUILD, THREAD);
        ratio("build-2-threads.random", count, 0.35, unsorted, BUILD_2, CLOCK);
        long[] ascending = new SplittableRandom(1).longs(count).sorted().toArray();
        Rounds sorted = rounds("sorted random", keys(ascending));
        ratio("build.sorted", count, 0.6, sorted, BUILD, THREAD);
        int few = scale.of(ONE_ROW_COUNT);
        KeyColumn fewer = keys(new SplittableRandom(2).longs(few).toArray());
        Rounds rows = rounds("random", fewer, contender(ONE_ROW, fewer, art -> art.putInBatchesOfOne(fewer)));
        ratio("one-row-batches.random", few, 4, rows, ONE_ROW, THREAD);
        table.print(board);
    }

    private interface Load {
        void into(ArtIndex art);
    }

    private Rounds rounds(String set, KeyColumn keys, Rounds.Contender... more) {
        List<Rounds.Contender> contenders = new ArrayList<>(List.of(more));
        contenders.add(contender(BATCH, keys, art -> art.put(keys)));
        contenders.add(contender(BUILD, keys, art -> art.build(keys, 1)));
        Rounds rounds = Rounds.alternate(contenders, WARM_UPS, ROUNDS);
        for (Rounds.Contender contender : contenders) {
            table.row(
                    contender.name() + ", " + set,
                    Scale.label(keys.count()),
                    FigureTable.figure(Rounds.median(rounds.of(contender.name(), THREAD)), 0),
                    FigureTable.figure(Rounds.median(rounds.of(contender.name(), CLOCK)), 0));
        }
        return rounds;
    }

    private static Rounds.Contender contender(String name, KeyColumn keys, Load load) {
        return new Rounds.Jitted(name, () -> {
            Map<String, Double> figures = new LinkedHashMap<>();
            try (ArtIndex art = new ArtIndex(Uniqueness.NOT_UNIQUE)) {
                long start = System.nanoTime();
                figures.put(THREAD, (double) CpuTime.of(() -> load.into(art)) / keys.count());
                figures.put(CLOCK, (double) (System.nanoTime() - start) / keys.count());
                if (art.entryCount() != keys.count()) {
                    throw new IllegalStateException(name + " made " + art.entryCount() + " of " + keys.count());
                }
            }
            return figures;
        });
    }

    private void ratio(String what, int count, double limit, Rounds rounds, String ours, String unit) {
        board.judge(new Gate.Ratio(
                "W." + what + '.' + Scale.label(count), limit, rounds.of(ours, unit), BATCH, rounds.of(BATCH, unit)));
    }

    private static KeyColumn keys(long[] values) {
        KeyColumn keys = new KeyColumn(values.length);
        KeyBuffer key =
                new KeyBuffer(KeySchema.of(Column.asc("key", ColumnType.INT64).notNull()));
        for (long value : values) {
            keys.add(key.clear().putLong(value));
        }
        return keys;
    }
}
