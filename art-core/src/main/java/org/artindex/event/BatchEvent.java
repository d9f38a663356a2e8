package org.artindex.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A batch, from its begin to its end. */
@Name("org.artindex.Batch")
@Label("Batch")
@Category("Art Index")
@StackTrace(false)
public final class BatchEvent extends Event {
    @Label("Changes")
    @Description("Calls that changed something: entries put and removed, rows inserted, updated and deleted")
    long changes;

    @Label("Nodes Copied")
    long nodesCopied;

    @Label("Bytes Allocated")
    @Description("Bytes of all nodes allocated, copies and those freed again included")
    @DataAmount
    long bytesAllocated;

    @Label("Outcome")
    @Description("committed, refused by a unique index, or rolled back")
    @Nullable
    String outcome;

    private BatchEvent() {}

    /**
     * Begins an event where a recording wants it.
     *
     * @param nodesCopied nodes that the engine has copied before this batch
     * @param bytesAllocated bytes that it has allocated before this batch
     */
    static @Nullable BatchEvent begin(long nodesCopied, long bytesAllocated) {
        BatchEvent event = new BatchEvent();
        if (!event.isEnabled()) {
            return null;
        }
        event.nodesCopied = -nodesCopied;
        event.bytesAllocated = -bytesAllocated;
        event.begin();
        return event;
    }

    /** Ends the event, with what the engine has copied and allocated by now. */
    public void end(long changes, long nodesCopied, long bytesAllocated, String outcome) {
        end();
        this.changes = changes;
        this.nodesCopied += nodesCopied;
        this.bytesAllocated += bytesAllocated;
        this.outcome = outcome;
        commit();
    }
}
