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
 * The files of a commit, checked out for an edit, and deleted on close. It has no git directory: the repository is
 * stored elsewhere, and a {@code .git} that the agent creates is never read. So nothing that an agent writes becomes
 * configuration, a filter or a hook; its files and links become one commit of the sandbox.
 */
public final class WorkTree implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(WorkTree.class);

    private final ProjectRepository origin;
    private final Path path;
    private final String start;
    private final Checkout checkout;

    /**
     * @param commit the commit, not yet on any branch; null if nothing changed
     * @param leftOut names of files in the tree that cannot be committed
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

    /** Commits the current state of the tree, with the sandbox as author. */
    public Committed commit(String message, Instant at, long maxBytes, Deadline deadline) {
        return attempt("Committing", () -> {
            try (ObjectReader reader = origin.git().newObjectReader();
                    ObjectInserter inserter = origin.git().newObjectInserter()) {
                IgnoreRules ignored = IgnoreRules.by(reader, checkout.entries());
                WorkTreeFiles files = WorkTreeFiles.in(
                        path, (name, folder) -> isSubmodule(name) || ignored.excludes(name, folder), deadline);
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

    /** A folder that cannot be deleted takes up space until the next start, which tries again. */
    @Override
    public void close() {
        try {
            Folders.delete(path);
        } catch (UncheckedIOException failure) {
            log.atWarn().addKeyValue("folder", path).setCause(failure).log("A work tree could not be deleted");
        }
    }
}
