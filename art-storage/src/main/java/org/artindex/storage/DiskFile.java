package org.artindex.storage;

import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.artindex.memory.MappedRegion;

/**
 * A file of the system.
 *
 * <p>It reads, writes and syncs through {@link RandomAccessFile}, which no interrupt closes, and maps through the channel of the same
 * open file, so that a file that was renamed or replaced meanwhile cannot get in; see {@link Uninterrupted}.
 */
final class DiskFile implements FileAccess {
    /** Bytes that one call writes or reads: RandomAccessFile takes a native buffer of that size for it. */
    private static final int PIECE = 64 * 1024;

    private final File path;
    private final RandomAccessFile file;
    private final byte[] piece = new byte[PIECE];

    private DiskFile(File path, String mode) throws IOException {
        this.path = path;
        this.file = new RandomAccessFile(path, mode);
    }

    /** Opens a file for reading. */
    static DiskFile forReading(Path path) throws IOException {
        return new DiskFile(path.toFile(), "r");
    }

    /** Opens a file for reading and writing, or makes an empty one. */
    static DiskFile forWriting(Path path) throws IOException {
        return new DiskFile(path.toFile(), "rw");
    }

    /** Makes the names of the files in a directory survive a crash, where the system offers that. */
    static void syncDirectory(Path directory) throws IOException {
        if (File.separatorChar == '\\') {
            return;
        }
        Uninterrupted.call(() -> {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
            return true;
        });
    }

    @Override
    public synchronized long size() throws IOException {
        return file.length();
    }

    @Override
    public synchronized void read(long position, ByteBuffer target) throws IOException {
        file.seek(position);
        while (target.hasRemaining()) {
            int count = file.read(piece, 0, Math.min(PIECE, target.remaining()));
            if (count < 0) {
                throw new EOFException(path + " ends before byte " + (position + target.remaining()));
            }
            target.put(piece, 0, count);
        }
    }

    @Override
    public synchronized void write(long position, ByteBuffer source) throws IOException {
        long end = position + source.remaining();
        try {
            file.seek(position);
            while (source.hasRemaining()) {
                int count = Math.min(PIECE, source.remaining());
                source.get(piece, 0, count);
                file.write(piece, 0, count);
            }
        } catch (IOException e) {
            throw isDiskFull(e) ? diskFull(end, e) : e;
        }
    }

    @Override
    public synchronized void sync() throws IOException {
        file.getFD().sync();
    }

    @Override
    public synchronized void truncate(long size) throws IOException {
        file.setLength(size);
    }

    @Override
    public MappedRegion map(long position, long size) throws IOException {
        return Uninterrupted.call(() -> MappedRegion.map(file.getChannel(), position, size));
    }

    @Override
    public synchronized void close() throws IOException {
        file.close();
    }

    /** Java has no type for it: the texts are those of Linux (no space, quota, file size limit), macOS and Windows. */
    private static boolean isDiskFull(IOException e) {
        String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        return message.contains("no space")
                || message.contains("quota")
                || message.contains("too large")
                || message.contains("not enough space");
    }

    private static DiskFullException diskFull(long end, IOException cause) {
        DiskFullException full = new DiskFullException(end, String.valueOf(cause.getMessage()));
        full.initCause(cause);
        return full;
    }
}
