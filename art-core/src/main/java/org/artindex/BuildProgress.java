package org.artindex;

/** Is told how far a bulk build has come, in the thread that builds. */
@FunctionalInterface
public interface BuildProgress {
    /** Tells nobody. */
    BuildProgress NONE = (added, built) -> {};

    /**
     * Called now and then.
     *
     * @param added (key, row id) pairs that have been added
     * @param built those of them that are sorted and in their place
     */
    void at(long added, long built);
}
