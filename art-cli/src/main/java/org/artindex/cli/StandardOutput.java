package org.artindex.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Standard output that remembers why writing to it failed, which a {@code PrintWriter} does not tell. A reader that has seen
 * enough, such as {@code head}, is no failure.
 */
final class StandardOutput extends OutputStream {
    private final OutputStream target;
    private @Nullable IOException first;

    StandardOutput(OutputStream target) {
        this.target = target;
    }

    /** Why output was lost, or null where none was or nobody wanted it. */
    @Nullable
    String failure() {
        if (first == null) {
            return null;
        }
        String message = String.valueOf(first.getMessage());
        String lower = message.toLowerCase(Locale.ROOT);
        return lower.contains("broken pipe") || lower.contains("pipe is being closed") ? null : message;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            target.write(bytes, offset, length);
        } catch (IOException e) {
            if (first == null) {
                first = e;
            }
            throw e;
        }
    }

    @Override
    public void flush() throws IOException {
        target.flush();
    }
}
