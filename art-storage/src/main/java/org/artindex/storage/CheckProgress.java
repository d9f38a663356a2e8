package org.artindex.storage;

/** Is told how far a check has come. */
@FunctionalInterface
public interface CheckProgress {
    /** Tells nobody. */
    CheckProgress NONE = (done, total) -> {};

    /**
     * Called now and then.
     *
     * @param done steps that are done: blocks read, and trees visited
     * @param total steps there are
     */
    void at(long done, long total);
}
