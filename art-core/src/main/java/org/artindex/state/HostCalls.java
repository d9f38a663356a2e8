package org.artindex.state;

import java.util.function.LongPredicate;
import java.util.function.LongUnaryOperator;
import org.artindex.BuildProgress;

/** Calls the host's code for a turn, and tells while such a call is under way: what it reads must not change meanwhile. */
final class HostCalls {
    private boolean underWay;

    boolean isUnderWay() {
        return underWay;
    }

    boolean test(LongPredicate predicate, long row) {
        underWay = true;
        try {
            return predicate.test(row);
        } finally {
            underWay = false;
        }
    }

    long apply(LongUnaryOperator function, long row) {
        underWay = true;
        try {
            return function.applyAsLong(row);
        } finally {
            underWay = false;
        }
    }

    void tell(BuildProgress listener, long added, long built) {
        underWay = true;
        try {
            listener.at(added, built);
        } finally {
            underWay = false;
        }
    }
}
