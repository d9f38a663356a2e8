package org.artindex.state;

import java.util.concurrent.atomic.AtomicInteger;
import org.artindex.ClosedException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** The engine is closed while a snapshot is taken: that is refused, or keeps the memory until it is closed. */
@JCStressTest
@Outcome(id = "0, 0, 1", expect = Expect.ACCEPTABLE, desc = "Refused; the memory is given back once.")
@Outcome(
        id = "1, 0, 1",
        expect = Expect.ACCEPTABLE,
        desc = "Taken; the memory stayed meanwhile and is given back once.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Memory given back under a snapshot, or not once.")
@State
public class SnapshotWhileClosing {
    private final EngineState state = new EngineState(Chains.space(), RootRecord.empty());
    private final AtomicInteger releases = new AtomicInteger();

    /** Counts how often the memory is given back. */
    public SnapshotWhileClosing() {
        state.afterRelease(releases::incrementAndGet);
    }

    /** The host. */
    @Actor
    public void close() {
        state.close();
    }

    /** The reader. */
    @Actor
    public void snapshot(III_Result result) {
        try {
            Version version = state.pin();
            result.r1 = 1;
            result.r2 = releases.get();
            state.unpin(version);
        } catch (ClosedException refused) {
            result.r1 = 0;
        }
    }

    /** The end. */
    @Arbiter
    public void check(III_Result result) {
        result.r3 = releases.get();
    }
}
