package org.artindex.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScoreboardTest {
    private static final Gate HELD = new Gate.Bytes("W.bytes.random.1m", 38, 33, "nodes=33");
    private static final Gate MISSED = new Gate.Bytes("W.bytes.sequential.1m", 8, 9, "nodes=8");

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Test
    void allGatesHeldExitWithZero() {
        Scoreboard board = board();
        board.judge(HELD);
        assertThat(board.finish()).isZero();
        assertThat(printed()).startsWith("W.bytes.random.1m bytes=33.00 limit=38 ok nodes=33");
    }

    @Test
    void aMissThatNobodyAcceptedExitsWithOne() {
        Scoreboard board = board("- W.bytes.random.1m: another gate");
        board.judge(MISSED);
        assertThat(board.finish()).isOne();
        assertThat(printed()).startsWith("W.bytes.sequential.1m bytes=9.00 limit=8 MISS");
    }

    @Test
    void anAcceptedMissExitsWithZeroAndGivesItsReason() {
        Scoreboard board = board("- W.bytes.sequential.1m: two slabs are hardly used");
        board.judge(MISSED);
        assertThat(board.finish()).isZero();
        assertThat(printed()).contains("limit=8 MISS").contains("accepted miss: two slabs are hardly used");
    }

    @Test
    void anAcceptedMissThatHoldsNowIsSaidSo() {
        Scoreboard board = board("- W.bytes.random.1m: it was hard");
        board.judge(HELD);
        assertThat(board.finish()).isZero();
        assertThat(printed())
                .contains("limit=38 ok")
                .contains("W.bytes.random.1m is listed as an accepted miss and holds now");
    }

    @Test
    void onlyLinesWithANameAndAReasonAreEntries() {
        AcceptedMisses misses = AcceptedMisses.parse(List.of(
                "# Accepted misses",
                "- NAME: reason",
                "- W.hit.random.1m:",
                "- W.scan.random.1m: 2.1 ns a line  ",
                "W.x.1m: y"));
        assertThat(misses.reason("W.scan.random.1m")).startsWith("2.1 ns a line");
        assertThat(misses.reason("W.hit.random.1m")).isNull();
        assertThat(misses.reason("W.x.1m")).isNull();
        assertThat(misses.reason("NAME")).isNull();
    }

    private Scoreboard board(String... accepted) {
        return new Scoreboard(
                AcceptedMisses.parse(List.of(accepted)), new PrintStream(bytes, true, StandardCharsets.UTF_8));
    }

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
