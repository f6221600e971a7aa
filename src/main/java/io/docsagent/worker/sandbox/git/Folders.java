package io.docsagent.worker.sandbox.git;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Folders with all that is in them. */
public final class Folders {

    private Folders() {}

    /** Removes the folder, whatever rights and depth its folders have; symbolic links are removed, not followed. */
    public static void delete(Path folder) {
        Removal removal = new Removal(folder);
        try {
            for (Path next = folder; next != null; next = removal.moved.poll()) {
                removal.in(next);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("Cannot delete " + folder, failure);
        }
    }

    private static final class Removal extends SimpleFileVisitor<Path> {

        /**
         * Characters of a path below its start, from which on a folder is moved up first: paths end at 4,096 bytes, and
         * the walk holds every folder open on its way.
         */
        private static final int DEEP = 400;

        private final Path folder;
        private final Deque<Path> moved = new ArrayDeque<>();
        private final Set<Path> unlocked = new HashSet<>();
        private Path start;
        private int moves;

        Removal(Path folder) {
            this.folder = folder;
            this.start = folder;
        }

        void in(Path next) throws IOException {
            start = next;
            try {
                Files.walkFileTree(next, this);
            } catch (NoSuchFileException gone) {
                // Somebody else has removed it, which is as good.
            }
        }

        @Override
        public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes unused) throws IOException {
            if (path.toString().length() - start.toString().length() > DEEP) {
                Path shallow = folder.resolveSibling(folder.getFileName() + ".deep" + moves++);
                moved.add(Files.move(path, shallow));
                return FileVisitResult.SKIP_SUBTREE;
            }
            // Removing what is in a folder takes the right to write to it.
            OwnerPermissions.toChange(path);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes unused) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        /** A folder that may not be read; once, since rights that cannot be granted are a failure. */
        @Override
        public FileVisitResult visitFileFailed(Path path, IOException failure) throws IOException {
            if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) || !unlocked.add(path)) {
                throw failure;
            }
            OwnerPermissions.toChange(path);
            return Files.walkFileTree(path, this) == null ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path path, @Nullable IOException failure) throws IOException {
            if (failure != null) {
                throw failure;
            }
            Files.delete(path);
            return FileVisitResult.CONTINUE;
        }
    }
}
