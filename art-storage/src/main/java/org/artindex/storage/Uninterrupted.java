package org.artindex.storage;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Runs an operation of a FileChannel in a thread that nobody can interrupt. An interrupt of a thread that is inside such an operation
 * closes the channel for everybody, with the file below it and its locks. The operations here are rare: mapping, and the sync of a
 * directory.
 */
final class Uninterrupted {
    private Uninterrupted() {}

    /** An operation on a file. */
    @FunctionalInterface
    interface Operation<T> {
        T run() throws IOException;
    }

    /** Runs an operation; an interrupt of the calling thread is kept for it. */
    static <T> T call(Operation<T> operation) throws IOException {
        FutureTask<T> task = new FutureTask<>(operation::run);
        Thread thread = new Thread(task, "art-file");
        thread.setDaemon(true);
        thread.start();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            if (cause instanceof IOException io) {
                throw new IOException(io.getMessage(), io);
            }
            throw new IOException(String.valueOf(cause), cause);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
