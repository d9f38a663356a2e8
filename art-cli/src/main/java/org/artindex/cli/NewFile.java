package org.artindex.cli;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A file in the making. It grows under another name beside its place and is put there whole, or not at all: neither an error
 * nor Ctrl-C leaves half a file, and a file that stands there already is never touched.
 */
final class NewFile implements AutoCloseable {
    private final Path target;
    private final Path part;
    private final Thread sweeper = new Thread(this::sweep);

    private NewFile(Path target, Path part) {
        this.target = target;
        this.part = part;
    }

    static NewFile at(Path target) {
        Path folder = target.toAbsolutePath().getParent();
        Path fileName = target.getFileName();
        if (folder == null || fileName == null || Files.isDirectory(target)) {
            throw new CommandFailure(target + ": is a directory");
        }
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw exists(target);
        }
        if (!Files.isDirectory(folder)) {
            throw new CommandFailure(target + ": there is no directory " + folder);
        }
        String random = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
        NewFile file = new NewFile(target, folder.resolve(fileName + ".part-" + random + ".art"));
        Runtime.getRuntime().addShutdownHook(file.sweeper);
        return file;
    }

    /** Where to build it. */
    Path part() {
        return part;
    }

    /** Puts the file, which is written and closed, in its place. */
    void publish() throws IOException {
        try {
            putInPlace();
        } catch (FileAlreadyExistsException e) {
            throw exists(target);
        }
        syncFolder();
    }

    /** Removes what was not published. */
    @Override
    public void close() {
        sweep();
        try {
            Runtime.getRuntime().removeShutdownHook(sweeper);
        } catch (IllegalStateException e) {
            // the machine is shutting down and the sweeper runs
        }
    }

    /** A link, unlike a rename, never replaces what another process may have put there meanwhile; not all systems have it. */
    private void putInPlace() throws IOException {
        try {
            Files.createLink(target, part);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (UnsupportedOperationException | FileSystemException e) {
            Files.move(part, target);
        }
        Files.deleteIfExists(part);
    }

    private void syncFolder() throws IOException {
        Path folder = part.getParent();
        if (folder != null
                && folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    private void sweep() {
        try {
            // the store's own companions too
            for (String suffix : List.of("", "-unfinished", "-lock")) {
                Files.deleteIfExists(part.resolveSibling(part.getFileName() + suffix));
            }
        } catch (IOException e) {
            // it stays under a name that tells what it is; the error that led here is what the user must see
        }
    }

    private static CommandFailure exists(Path target) {
        return new CommandFailure(target + ": exists already; remove it first or choose another name");
    }
}
