package io.docsagent.worker.sandbox.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rights of a file's owner, which a program of that owner may have taken away; without POSIX, none. */
final class OwnerPermissions {

    private OwnerPermissions() {}

    /** So that a file can be read. */
    static void toRead(Path file) throws IOException {
        grant(file, EnumSet.of(PosixFilePermission.OWNER_READ));
    }

    /** So that a folder can be listed and emptied. */
    static void toChange(Path folder) throws IOException {
        grant(
                folder,
                EnumSet.of(
                        PosixFilePermission.OWNER_READ,
                        PosixFilePermission.OWNER_WRITE,
                        PosixFilePermission.OWNER_EXECUTE));
    }

    private static void grant(Path path, Set<PosixFilePermission> wanted) throws IOException {
        PosixFileAttributeView rights = rights(path);
        if (rights == null) {
            return;
        }
        wanted.addAll(rights.readAttributes().permissions());
        // By its path: the view that follows no links would have to open the file, for which the right is missing.
        Files.setPosixFilePermissions(path, wanted);
    }

    static boolean isExecutable(Path file, boolean otherwise) throws IOException {
        PosixFileAttributeView rights = rights(file);
        return rights == null
                ? otherwise
                : rights.readAttributes().permissions().contains(PosixFilePermission.OWNER_EXECUTE);
    }

    private static @Nullable PosixFileAttributeView rights(Path path) {
        return Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    }
}
