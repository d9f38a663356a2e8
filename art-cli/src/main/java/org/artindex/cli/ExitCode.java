package org.artindex.cli;

/** What the command tells the shell. */
final class ExitCode {
    /** Done; also when a query found nothing. */
    static final int DONE = 0;

    /** The file is damaged. */
    static final int DAMAGED = 1;

    /** It could not be done: wrong arguments, bad data, a missing, foreign or locked file. */
    static final int FAILED = 2;

    private ExitCode() {}
}
