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

/** Deletes folders recursively. */
public final class Folders {

    private Folders() {}

    /**
     * Deletes the folder whatever the permissions and depth of its content; symbolic links are deleted, not followed.
     */
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
         * Length of a relative path beyond which a folder is first moved up: paths are limited to 4,096 bytes, and the
         * walk keeps every folder on its way open.
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
            } catch (NoSuchFileException deleted) {
                // It has been deleted already.
            }
        }

        @Override
        public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes unused) throws IOException {
            if (path.toString().length() - start.toString().length() > DEEP) {
                Path shallow = folder.resolveSibling(folder.getFileName() + ".deep" + moves++);
                moved.add(Files.move(path, shallow));
                return FileVisitResult.SKIP_SUBTREE;
            }
            // Deleting the content of a folder requires write permission.
            OwnerPermissions.allowChange(path);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes unused) throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
        }

        /** Grants permissions to an unreadable folder; once per folder, since a second failure is final. */
        @Override
        public FileVisitResult visitFileFailed(Path path, IOException failure) throws IOException {
            if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) || !unlocked.add(path)) {
                throw failure;
            }
            OwnerPermissions.allowChange(path);
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
