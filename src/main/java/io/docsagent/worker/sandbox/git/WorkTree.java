package io.docsagent.worker.sandbox.git;

import static io.docsagent.worker.sandbox.git.GitCall.attempt;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of a commit, checked out to be edited; gone when closed. There is no git directory in it: the project's
 * repository lies elsewhere, and a {@code .git} that the agent makes is never read. So nothing that an agent writes is
 * configuration, a filter or a hook; whatever it leaves is the content of files and links, and one commit of the
 * sandbox's.
 */
public final class WorkTree implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(WorkTree.class);

    private final ProjectRepository origin;
    private final Path path;
    private final String start;
    private final Checkout checkout;

    /**
     * @param commit not yet on any branch; null where nothing changed
     * @param leftOut names of what lies in the tree and is not in the commit
     */
    public record Committed(@Nullable String commit, List<String> leftOut) {
        public Committed {
            leftOut = List.copyOf(leftOut);
        }
    }

    private WorkTree(ProjectRepository origin, Path path, String start, Checkout checkout) {
        this.origin = origin;
        this.path = path;
        this.start = start;
        this.checkout = checkout;
    }

    public static WorkTree at(ProjectRepository origin, Path path, String commit) {
        Folders.delete(path);
        return attempt("Checking out", () -> {
            Files.createDirectories(path);
            try (ObjectReader reader = origin.git().newObjectReader()) {
                return new WorkTree(origin, path, commit, Checkout.of(reader, commit, path));
            }
        });
    }

    public Path path() {
        return path;
    }

    /** Commits the tree as it lies there, in the sandbox's name. */
    public Committed commit(String message, Instant at, long maxBytes, Deadline deadline) {
        return attempt("Committing", () -> {
            try (ObjectReader reader = origin.git().newObjectReader();
                    ObjectInserter inserter = origin.git().newObjectInserter()) {
                IgnoreRules ignored = IgnoreRules.by(reader, checkout.entries());
                WorkTreeFiles files = WorkTreeFiles.in(
                        path, (name, folder) -> isSubmodule(name) || ignored.leavesOut(name, folder), deadline);
                ObjectId tree = new Snapshot(checkout, reader, inserter, deadline).write(files.found(), maxBytes);
                inserter.flush();
                return new Committed(origin.commitAfter(start, tree, message, Authors.agent(at)), files.leftOut());
            }
        });
    }

    private boolean isSubmodule(String name) {
        Checkout.Entry entry = checkout.entries().get(name);
        return entry != null && entry.is(FileMode.GITLINK);
    }

    /** What cannot be removed takes room until the next start, which tries again. */
    @Override
    public void close() {
        try {
            Folders.delete(path);
        } catch (UncheckedIOException failure) {
            log.atWarn().addKeyValue("folder", path).setCause(failure).log("Could not remove a work tree");
        }
    }
}
