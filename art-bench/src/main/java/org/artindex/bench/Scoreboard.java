package org.artindex.bench;

import java.io.PrintStream;

/** Judges gates, prints a line for each, and knows how it ended. */
public final class Scoreboard {
    private final AcceptedMisses accepted;
    private final PrintStream out;
    private int gates;
    private int misses;
    private int acceptedMisses;

    Scoreboard(AcceptedMisses accepted, PrintStream out) {
        this.accepted = accepted;
        this.out = out;
    }

    /** Prints the gate's line: name, figure, limit, verdict, and what the figure comes from. */
    public void judge(Gate gate) {
        gates++;
        String reason = accepted.reason(gate.name());
        String verdict = gate.holds() ? "ok" : "MISS";
        out.println(gate.name() + ' ' + gate.figure() + ' ' + verdict + ' ' + gate.detail());
        if (gate.holds()) {
            if (reason != null) {
                note(gate.name() + " is listed as an accepted miss and holds now");
            }
        } else if (reason != null) {
            acceptedMisses++;
            note(gate.name() + " is an accepted miss: " + reason);
        } else {
            misses++;
        }
    }

    /** Prints what is to be known and is not judged. */
    public void note(String text) {
        out.println("# " + text);
    }

    /** Prints the sum and returns what the process exits with: 0 when every gate holds or misses with an accepted reason. */
    int finish() {
        int held = gates - misses - acceptedMisses;
        note(gates + " gates: " + held + " ok, " + acceptedMisses + " accepted misses, " + misses + " misses");
        return misses == 0 ? 0 : 1;
    }
}
