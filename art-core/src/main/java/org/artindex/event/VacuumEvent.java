package org.artindex.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.artindex.VacuumResult;
import org.jspecify.annotations.Nullable;

/** A vacuum, from its begin to its end. */
@Name("org.artindex.Vacuum")
@Label("Vacuum")
@Category("Art Index")
@StackTrace(false)
public final class VacuumEvent extends Event {
    @Label("Slices")
    @Description("Batches that it took")
    long slices;

    @Label("Nodes Visited")
    long nodesVisited;

    @Label("Nodes Moved")
    long nodesMoved;

    @Label("Bytes Before")
    @DataAmount
    long bytesBefore;

    @Label("Bytes After")
    @DataAmount
    long bytesAfter;

    @Label("Outcome")
    @Description("completed, cancelled or failed; of one that failed the numbers are unknown")
    String outcome = "failed";

    private VacuumEvent() {}

    /** Begins an event where a recording wants it. */
    static @Nullable VacuumEvent start() {
        VacuumEvent event = new VacuumEvent();
        if (!event.isEnabled()) {
            return null;
        }
        event.begin();
        return event;
    }

    /** Takes the numbers over. */
    public void note(VacuumResult result) {
        slices = result.slices();
        nodesVisited = result.nodesVisited();
        nodesMoved = result.nodesMoved();
        bytesBefore = result.bytesBefore();
        bytesAfter = result.bytesAfter();
        outcome = result.completed() ? "completed" : "cancelled";
    }
}
