package io.docsagent.worker.sandbox.git;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.util.SystemReader;

/**
 * The files and links in a folder, as they lie there. Links are not followed, and what is called as git's own files
 * are, such as {@code .git}, is left out with all that is in it, as are pipes, sockets and devices, which are not even
 * opened: that could last for ever.
 */
final class WorkTreeFiles {

    /** What to pass over, a folder with all that is in it. */
    interface Unwanted {
        boolean test(String name, boolean folder);
    }

    /** A file or a link; {@code size} is that of a file. */
    record Found(String name, Path path, boolean link, long size) {}

    private final Unwanted unwanted;
    private final Deadline deadline;
    private final Deque<Found> folders = new ArrayDeque<>();
    private final List<Found> found = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();

    private WorkTreeFiles(Unwanted unwanted, Deadline deadline) {
        this.unwanted = unwanted;
        this.deadline = deadline;
    }

    static WorkTreeFiles in(Path folder, Unwanted unwanted, Deadline deadline) throws IOException {
        WorkTreeFiles files = new WorkTreeFiles(unwanted, deadline);
        files.folders.add(new Found("", folder, false, 0));
        while (!files.folders.isEmpty()) {
            files.list(files.folders.remove());
        }
        return files;
    }

    List<Found> found() {
        return found;
    }

    /** The names of what cannot be committed, for whoever wonders where it is. */
    List<String> leftOut() {
        return leftOut;
    }

    private void list(Found folder) throws IOException {
        if (!Files.isReadable(folder.path()) || !Files.isExecutable(folder.path())) {
            OwnerPermissions.toChange(folder.path());
        }
        try (DirectoryStream<Path> inside = Files.newDirectoryStream(folder.path())) {
            for (Path path : inside) {
                deadline.check();
                String prefix = folder.name().isEmpty() ? "" : folder.name() + "/";
                classify(prefix + path.getFileName(), path);
            }
        }
    }

    private void classify(String name, Path path) throws IOException {
        BasicFileAttributes kind = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (unwanted.test(name, kind.isDirectory())) {
            return;
        }
        if (!isAllowed(name) || kind.isOther()) {
            leftOut.add(name);
        } else if (kind.isDirectory()) {
            folders.add(new Found(name, path, false, 0));
        } else {
            found.add(new Found(name, path, kind.isSymbolicLink(), kind.size()));
        }
    }

    private static boolean isAllowed(String name) {
        try {
            SystemReader.getInstance().checkPath(name);
            return true;
        } catch (CorruptObjectException notInACommit) {
            return false;
        }
    }
}
