package org.artindex.state;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A snapshot is closed while the writer reclaims: its version goes now or the next time, and no other one. */
@JCStressTest
@Outcome(id = "1, 1, 2", expect = Expect.ACCEPTABLE, desc = "The writer came first.")
@Outcome(id = "2, 1, 2", expect = Expect.ACCEPTABLE, desc = "The reader came first.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A version that is pinned is gone, or one that is not is still there.")
@State
public class UnpinWhileReclaiming {
    private final VersionChain versions = Chains.startingAt(1);
    private final Version first = versions.pin();

    /** Leaves versions 1 and 2 pinned and 3 visible. */
    public UnpinWhileReclaiming() {
        versions.publish(Chains.record(2));
        versions.pin();
        versions.publish(Chains.record(3));
    }

    /** The writer. */
    @Actor
    public void reclaim(III_Result result) {
        versions.reclaim();
        result.r1 = (int) versions.oldest().record().version();
    }

    /** The reader. */
    @Actor
    public void unpin() {
        versions.unpin(first);
    }

    /** What is alive after the writer has looked once more. */
    @Arbiter
    public void check(III_Result result) {
        versions.reclaim();
        result.r2 = versions.openSnapshots().count();
        result.r3 = (int) versions.oldest().record().version();
    }
}
