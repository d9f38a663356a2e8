package org.artindex.state;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Snapshots of two superseded versions, and two of one of them, are closed at once: the writer finds each dead version once. */
@JCStressTest
@Outcome(id = "3, 0", expect = Expect.ACCEPTABLE, desc = "Both old versions are gone.")
@Outcome(expect = Expect.FORBIDDEN, desc = "A version is lost, or was found twice.")
@State
public class TwoLastPins {
    private final VersionChain versions = Chains.startingAt(1);
    private final Version first = versions.pin();
    private final Version second;

    /** Leaves versions 1 and 2 pinned and 3 visible. */
    public TwoLastPins() {
        versions.pin();
        versions.publish(Chains.record(2));
        second = versions.pin();
        versions.publish(Chains.record(3));
    }

    /** One reader. */
    @Actor
    public void unpinBoth() {
        versions.unpin(first);
        versions.unpin(second);
    }

    /** Another one. */
    @Actor
    public void unpinFirst() {
        versions.unpin(first);
    }

    /** What is alive after the writer has looked. */
    @Arbiter
    public void check(II_Result result) {
        versions.reclaim();
        result.r1 = (int) versions.oldest().record().version();
        result.r2 = versions.openSnapshots().count();
    }
}
