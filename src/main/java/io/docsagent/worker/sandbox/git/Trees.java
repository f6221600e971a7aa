package io.docsagent.worker.sandbox.git;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Folders with all that is in them. */
public final class Trees {

    private Trees() {}

    /** Removes the folder; symbolic links are removed, not followed. */
    public static void delete(Path folder) {
        try {
            Files.walkFileTree(folder, new Removal());
        } catch (NoSuchFileException gone) {
            // What is to be had is had.
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot delete " + folder, failure);
        }
    }

    private static final class Removal extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes unused) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
            if (failure != null) {
                throw failure;
            }
            Files.delete(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
