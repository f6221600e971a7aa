package io.docsagent.worker.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps other sandboxes out of a data folder; the system releases it even if this process is killed. */
final class FolderLock implements AutoCloseable {

    private static final String NAME = "sandbox.lock";

    private final FileChannel file;

    private FolderLock(FileChannel file) {
        this.file = file;
    }

    /** @throws IllegalStateException if another sandbox uses the folder */
    static FolderLock of(Path folder) throws IOException {
        FileChannel file = FileChannel.open(folder.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (isLocked(file)) {
                return new FolderLock(file);
            }
        } catch (IOException | RuntimeException failure) {
            file.close();
            throw failure;
        }
        file.close();
        throw new IllegalStateException("Another sandbox uses the folder " + folder
                + "; stop it, or set docs-agent.sandbox.data-dir to another folder");
    }

    private static boolean isLocked(FileChannel file) throws IOException {
        try {
            return file.tryLock() != null;
        } catch (OverlappingFileLockException lockedInThisProcess) {
            return false;
        }
    }

    /** The file stays, since deleting it could delete the lock of a sandbox that has just started. */
    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
