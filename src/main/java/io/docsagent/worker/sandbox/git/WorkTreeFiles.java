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
 * Lists the files and links in a folder. Links are not followed. Names that git reserves, such as {@code .git}, are
 * left out with their content, and so are pipes, sockets and devices, which are not opened because that could block.
 */
final class WorkTreeFiles {

    /** Which files, and folders with their content, to skip. */
    interface Exclusion {
        boolean test(String name, boolean folder);
    }

    /** A file or a link; {@code size} is that of a file. */
    record FoundFile(String name, Path path, boolean link, long size) {}

    private final Exclusion exclusion;
    private final Deadline deadline;
    private final Deque<FoundFile> folders = new ArrayDeque<>();
    private final List<FoundFile> found = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();

    private WorkTreeFiles(Exclusion exclusion, Deadline deadline) {
        this.exclusion = exclusion;
        this.deadline = deadline;
    }

    static WorkTreeFiles in(Path folder, Exclusion exclusion, Deadline deadline) throws IOException {
        WorkTreeFiles files = new WorkTreeFiles(exclusion, deadline);
        files.folders.add(new FoundFile("", folder, false, 0));
        while (!files.folders.isEmpty()) {
            files.list(files.folders.remove());
        }
        return files;
    }

    List<FoundFile> found() {
        return found;
    }

    /** The names of files that cannot be committed, for the job's log. */
    List<String> leftOut() {
        return leftOut;
    }

    private void list(FoundFile folder) throws IOException {
        if (!Files.isReadable(folder.path()) || !Files.isExecutable(folder.path())) {
            OwnerPermissions.allowChange(folder.path());
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
        if (exclusion.test(name, kind.isDirectory())) {
            return;
        }
        if (!isAllowed(name) || kind.isOther()) {
            leftOut.add(name);
        } else if (kind.isDirectory()) {
            folders.add(new FoundFile(name, path, false, 0));
        } else {
            found.add(new FoundFile(name, path, kind.isSymbolicLink(), kind.size()));
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
