package org.artindex.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.artindex.bench.duckdb.DuckDbWorkloads;
import org.artindex.bench.duplicates.ChainLimit;
import org.artindex.bench.duplicates.Duplicates;
import org.junit.jupiter.api.Test;

/** Runs whole groups on next to no data: they check all answers themselves. No figure is looked at. */
class GroupsTest {
    @Test
    void lookUpsOfManyKeysAreMeasured() {
        assertThat(gates(board -> new LargeLookUps(Scale.TRIAL, board).measure()))
                .contains("W.batch-hit.random.1k", "W.hit.random.1k.lmdb", "W.miss.random.1k.exchange-core-art");
    }

    @Test
    void loadsAreMeasured() {
        assertThat(gates(board -> new Loads(Scale.TRIAL, board).measure()))
                .containsExactly(
                        "W.build.random.1k",
                        "W.build-2-threads.random.1k",
                        "W.build.sorted.1k",
                        "W.one-row-batches.random.100");
    }

    @Test
    void duplicatesAreMeasured() {
        assertThat(gates(board -> new Duplicates(Scale.TRIAL, board).measure()))
                .containsExactly(
                        "D.insert.mod-1000.100",
                        "D.rows.mod-1000.100",
                        "D.bytes.mod-1000.100",
                        "D.leaves.mod-1000.100",
                        "D.bytes.random-100.1k");
    }

    @Test
    void theLimitOfChainsIsMeasuredAndNotJudged() {
        assertThat(gates(board -> new ChainLimit(Scale.TRIAL, board).measure())).isEmpty();
    }

    @Test
    void theWorkloadsOfDuckDbAreMeasured() {
        assertThat(gates(board -> DuckDbWorkloads.measure(Scale.TRIAL, board)))
                .contains("K.kilobytes.m.100k", "K.time.create-art-varchar.1440", "K.time.constraint-check.1k")
                .hasSize(4 + 2 * 13 + 2 * 3 + 2);
    }

    /** The names of the gates that something prints, each of which must be there once. */
    private static List<String> gates(Consumer<Scoreboard> measurement) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        measurement.accept(
                new Scoreboard(AcceptedMisses.parse(List.of()), new PrintStream(bytes, true, StandardCharsets.UTF_8)));
        List<String> names = Stream.of(bytes.toString(StandardCharsets.UTF_8).split("\n"))
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.substring(0, line.indexOf(' ')))
                .toList();
        assertThat(names).doesNotHaveDuplicates();
        return names;
    }
}
