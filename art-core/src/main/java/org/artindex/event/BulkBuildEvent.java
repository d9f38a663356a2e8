package org.artindex.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** The bulk build of an index, or of a table with all its indexes. */
@Name("org.artindex.BulkBuild")
@Label("Bulk Build")
@Category("Art Index")
@StackTrace(false)
public final class BulkBuildEvent extends Event {
    @Label("Name")
    @Description("What is built: an index, a table or the merge of a local index, and its name")
    @Nullable
    String name;

    @Label("Added")
    @Description("Pairs of key and row, or rows, that were added")
    long added;

    @Label("Pair Bytes")
    @Description("The most memory that pairs have taken while they waited to be sorted")
    @DataAmount
    long pairBytes;

    @Label("Outcome")
    @Description("done, closed, cancelled or failed")
    @Nullable
    String outcome;

    private BulkBuildEvent() {}

    /** Begins an event where a recording wants it. */
    static @Nullable BulkBuildEvent begin(String name) {
        BulkBuildEvent event = new BulkBuildEvent();
        if (!event.isEnabled()) {
            return null;
        }
        event.name = name;
        event.begin();
        return event;
    }

    /** Ends the event. */
    public void end(long added, long pairBytes, String outcome) {
        end();
        this.added = added;
        this.pairBytes = pairBytes;
        this.outcome = outcome;
        commit();
    }
}
