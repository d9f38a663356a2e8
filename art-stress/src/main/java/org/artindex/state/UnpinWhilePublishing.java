package org.artindex.state;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The last snapshot of a version is closed while that is superseded: one of both ends it, and the writer finds it. */
@JCStressTest
@Outcome(id = "2, 0", expect = Expect.ACCEPTABLE, desc = "Only the new version is left.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The old version is forgotten.")
@State
public class UnpinWhilePublishing {
    private final VersionChain versions = Chains.startingAt(1);
    private final Version pinned = versions.pin();

    /** The writer. */
    @Actor
    public void publish() {
        versions.publish(Chains.record(2));
    }

    /** The reader. */
    @Actor
    public void unpin() {
        versions.unpin(pinned);
    }

    /** What is alive after the writer has looked once more. */
    @Arbiter
    public void check(II_Result result) {
        versions.reclaim();
        result.r1 = (int) versions.oldest().record().version();
        result.r2 = versions.openSnapshots().count();
    }
}
