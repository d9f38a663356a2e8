package org.artindex.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class GatesCommandLineTest {
    @Test
    void aGroupAndItsScaleAreUnderstoodInAnyOrder() {
        assertThat(Gates.Request.parse("W")).isEqualTo(new Gates.Request(Gates.Group.W, Scale.FULL));
        assertThat(Gates.Request.parse("--quick", "W")).isEqualTo(new Gates.Request(Gates.Group.W, Scale.QUICK));
    }

    @Test
    void whatCannotBeUnderstoodIsNamed() {
        assertThatThrownBy(() -> Gates.Request.parse("Z")).hasMessageStartingWith("unknown group Z;");
        assertThatThrownBy(() -> Gates.Request.parse("W", "--fast")).hasMessageStartingWith("unknown option --fast;");
        assertThatThrownBy(() -> Gates.Request.parse("W", "W")).hasMessageStartingWith("one group at a time;");
        assertThatThrownBy(() -> Gates.Request.parse()).hasMessageStartingWith("no group given;");
    }

    @Test
    void badUsageExitsWithTwo() throws IOException {
        PrintStream before = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            assertThat(Gates.run("W", "--fast")).isEqualTo(2);
        } finally {
            System.setErr(before);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).startsWith("gates: unknown option --fast;");
    }

    @Test
    void theScaleIsPartOfTheNames() {
        assertThat(Scale.label(Scale.FULL.of(1_000_000))).isEqualTo("1m");
        assertThat(Scale.label(Scale.QUICK.of(1_000_000))).isEqualTo("100k");
    }
}
