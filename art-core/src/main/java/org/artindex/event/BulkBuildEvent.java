package org.artindex.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A phase of the bulk build of an index. */
@Name("org.artindex.BulkBuild")
@Label("Bulk Build")
@Category("Art Index")
@StackTrace(false)
public final class BulkBuildEvent extends Event {
    @Label("Index")
    @Nullable
    String index;

    @Label("Phase")
    @Nullable
    String phase;

    @Label("Rows")
    long rows;

    @Label("Keys")
    @Description("Distinct keys")
    long keys;

    @Label("Bytes")
    @Description("Bytes of the nodes built")
    @DataAmount
    long bytes;

    @Label("Outcome")
    @Description("done, cancelled or failed")
    @Nullable
    String outcome;

    private BulkBuildEvent() {}

    /** Begins an event where a recording wants it. */
    static @Nullable BulkBuildEvent begin(String index, String phase) {
        BulkBuildEvent event = new BulkBuildEvent();
        if (!event.isEnabled()) {
            return null;
        }
        event.index = index;
        event.phase = phase;
        event.begin();
        return event;
    }

    /** Ends the event. */
    public void end(long rows, long keys, long bytes, String outcome) {
        end();
        this.rows = rows;
        this.keys = keys;
        this.bytes = bytes;
        this.outcome = outcome;
        commit();
    }
}
