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

/** The permissions of a file's owner, which a program may have removed; does nothing without POSIX. */
final class OwnerPermissions {

    private OwnerPermissions() {}

    /** Lets the owner read a file. */
    static void allowRead(Path file) throws IOException {
        grant(file, EnumSet.of(PosixFilePermission.OWNER_READ));
    }

    /** Lets the owner list and empty a folder. */
    static void allowChange(Path folder) throws IOException {
        grant(
                folder,
                EnumSet.of(
                        PosixFilePermission.OWNER_READ,
                        PosixFilePermission.OWNER_WRITE,
                        PosixFilePermission.OWNER_EXECUTE));
    }

    private static void grant(Path path, Set<PosixFilePermission> wanted) throws IOException {
        PosixFileAttributeView permissions = permissions(path);
        if (permissions == null) {
            return;
        }
        wanted.addAll(permissions.readAttributes().permissions());
        // By path, since the view without links would have to open the file, which is not permitted.
        Files.setPosixFilePermissions(path, wanted);
    }

    static boolean isExecutable(Path file, boolean otherwise) throws IOException {
        PosixFileAttributeView permissions = permissions(file);
        return permissions == null
                ? otherwise
                : permissions.readAttributes().permissions().contains(PosixFilePermission.OWNER_EXECUTE);
    }

    private static @Nullable PosixFileAttributeView permissions(Path path) {
        return Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    }
}
