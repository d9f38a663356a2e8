package org.artindex.cli;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A CSV file with a heading, read from front to back: UTF-8 with or without byte order mark, plain or gzipped, whatever its
 * name says. Its rows are numbered from 0; lines that are empty are none. Every failure names the file, and the line or,
 * where that is not known of what is no file, the row.
 */
final class CsvFile implements AutoCloseable {
    private static final int BUFFER_SIZE = 1 << 16;
    private static final int GZIP_MAGIC = 0x1F8B;

    private final String name;
    private final @Nullable Path path;
    private final CountingStream source;
    private final CsvReader<CsvRecord> reader;
    private final CloseableIterator<CsvRecord> records;
    private final List<String> heading;
    private @Nullable CsvRecord record;
    private long row = -1;
    private long line = 1;

    private CsvFile(String name, @Nullable Path path, CountingStream source, Reader text) {
        this.name = name;
        this.path = path;
        this.source = source;
        this.reader = CsvReader.builder()
                .allowUnclosedQuote(false)
                // counted here instead, as the parser names the record and not the line
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .ofCsvRecord(text);
        this.records = reader.iterator();
        CsvRecord first = read();
        if (first == null) {
            throw new CommandFailure(name + ": no heading, the file is empty");
        }
        this.heading = List.copyOf(first.getFields());
    }

    static CsvFile open(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            throw new CommandFailure(path + ": is a directory");
        }
        return open(path.toString(), Files.isRegularFile(path) ? path : null, Files.newInputStream(path));
    }

    /** Reads a stream, which is closed with this file, or at once where that fails. */
    static CsvFile open(String name, InputStream stream) throws IOException {
        return open(name, null, stream);
    }

    private static CsvFile open(String name, @Nullable Path path, InputStream stream) throws IOException {
        CountingStream source = new CountingStream(stream);
        try {
            return new CsvFile(name, path, source, withoutMark(unpacked(new BufferedInputStream(source, BUFFER_SIZE))));
        } catch (IOException e) {
            stream.close();
            throw new CommandFailure(name + ": " + reason(e), e);
        } catch (RuntimeException e) {
            stream.close();
            throw e;
        }
    }

    String name() {
        return name;
    }

    List<String> heading() {
        return heading;
    }

    /**
     * The place of a column.
     *
     * @throws CommandFailure where there is none or more than one of that name
     */
    int column(String column) {
        int found = heading.indexOf(column);
        if (found < 0) {
            throw new CommandFailure(name + ": no column '" + column + "'; there are " + String.join(", ", heading));
        }
        if (found != heading.lastIndexOf(column)) {
            throw new CommandFailure(name + ": more than one column is called '" + column + "'");
        }
        return found;
    }

    /** Goes to the next row. Says whether there is one. */
    boolean next() {
        record = read();
        if (record == null) {
            return false;
        }
        row++;
        if (record.getFieldCount() != heading.size()) {
            throw failure(
                    Shown.count(record.getFieldCount(), "field", "fields") + ", but the heading has " + heading.size());
        }
        return true;
    }

    /** The row that was gone to. */
    long row() {
        return row;
    }

    /** A field of the row, as it stands; empty where there is no value. */
    String field(int column) {
        return current().getField(column);
    }

    List<String> fields() {
        return current().getFields();
    }

    /** A failure at the row, which names file and line. */
    CommandFailure failure(String message) {
        return new CommandFailure(name + ", line " + line + ": " + message);
    }

    /** A failure at a row, which names file, line and row. */
    CommandFailure failureOfRow(long which, String message) {
        return new CommandFailure(name + ", " + place(which) + ": " + message);
    }

    /** Where a row stands. To know the line of another than this one a file is read anew; what is no file, such as a pipe, cannot be. */
    String place(long which) {
        if (which == row) {
            return place(line, row);
        }
        if (path != null) {
            try (CsvFile again = open(path)) {
                while (again.next()) {
                    if (again.row == which) {
                        return place(again.line, which);
                    }
                }
            } catch (IOException | CommandFailure e) {
                return "row " + which;
            }
        }
        return "row " + which;
    }

    private static String place(long line, long row) {
        return "line " + line + " (row " + row + ")";
    }

    /** Bytes of the file read so far, before they are unpacked. */
    long bytesRead() {
        return source.count;
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }

    private CsvRecord current() {
        if (record == null) {
            throw new IllegalStateException("not at a row");
        }
        return record;
    }

    private @Nullable CsvRecord read() {
        try {
            CsvRecord next = records.hasNext() ? records.next() : null;
            if (next != null) {
                line = next.getStartingLineNumber();
            }
            return next;
        } catch (CsvParseException e) {
            throw new CommandFailure(name + ", after line " + line + ": not a CSV: " + e.getMessage(), e);
        } catch (UncheckedIOException e) {
            throw new CommandFailure(name + ", after line " + line + ": " + reason(e.getCause()), e);
        }
    }

    private static String reason(@Nullable IOException e) {
        return e == null || e instanceof CharacterCodingException ? "not UTF-8" : String.valueOf(e.getMessage());
    }

    private static InputStream unpacked(BufferedInputStream stream) throws IOException {
        stream.mark(2);
        int magic = stream.read() << 8 | stream.read();
        stream.reset();
        return magic == GZIP_MAGIC ? new GZIPInputStream(stream, BUFFER_SIZE) : stream;
    }

    private static Reader withoutMark(InputStream plain) throws IOException {
        Reader text =
                new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8.newDecoder()), BUFFER_SIZE);
        text.mark(1);
        if (text.read() != '\uFEFF') {
            text.reset();
        }
        return text;
    }

    private static final class CountingStream extends FilterInputStream {
        private long count;

        CountingStream(InputStream in) {
            super(in);
        }

        /** A pipe cannot tell, and 0 would end gzipped data of several parts after the first. */
        @Override
        public int available() {
            return 1;
        }

        @Override
        public int read() throws IOException {
            int b = super.read();
            count += b < 0 ? 0 : 1;
            return b;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = super.read(bytes, offset, length);
            count += Math.max(0, read);
            return read;
        }
    }
}
