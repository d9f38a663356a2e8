package org.artindex.state;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A reader pins while the writer publishes twice: it sees a whole record, of a version that stays alive. */
@JCStressTest
@Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "The first version, alive as long as it is pinned.")
@Outcome(id = "2, 2, 1", expect = Expect.ACCEPTABLE, desc = "The second version, alive as long as it is pinned.")
@Outcome(id = "3, 3, 1", expect = Expect.ACCEPTABLE, desc = "The third version.")
@Outcome(expect = Expect.FORBIDDEN, desc = "Half a record, a version that died while it was pinned, or a lost pin.")
@State
public class PinWhilePublishing {
    private final VersionChain versions = Chains.startingAt(1);

    /** The writer. */
    @Actor
    public void publish() {
        versions.publish(Chains.record(2));
        versions.publish(Chains.record(3));
    }

    /** The reader, which keeps its pin. */
    @Actor
    public void pin(III_Result result) {
        result.r1 = Chains.wholeVersion(versions.pin());
    }

    /** What is alive in the end. */
    @Arbiter
    public void check(III_Result result) {
        versions.reclaim();
        result.r2 = (int) versions.oldest().record().version();
        result.r3 = versions.openSnapshots().count();
    }
}
