package io.docsagent.worker.sandbox.git;

import static io.docsagent.worker.sandbox.git.GitWork.attempt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.api.ResetCommand;
import org.eclipse.jgit.api.Status;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.transport.PushResult;
import org.eclipse.jgit.transport.RefSpec;
import org.eclipse.jgit.transport.RemoteRefUpdate;

/** The files of one branch, checked out to be edited; gone when closed. */
public final class WorkTree implements AutoCloseable {

    private final ProjectRepository origin;
    private final Path path;
    private final String branch;
    private final Git git;
    private final String start;

    private WorkTree(ProjectRepository origin, Path path, String branch, String start, Git git) {
        this.origin = origin;
        this.path = path;
        this.branch = branch;
        this.start = start;
        this.git = git;
    }

    /** Checks out a commit as the named branch; the objects of the project's repository are borrowed, not copied. */
    public static WorkTree at(ProjectRepository origin, Path path, String branch, String commit) {
        Trees.delete(path);
        return attempt("Checking out", () -> {
            Files.createDirectories(path);
            Git git = Git.init()
                    .setDirectory(path.toFile())
                    .setInitialBranch(branch)
                    .call();
            Path borrowed = path.resolve(".git/objects/info/alternates");
            Files.createDirectories(borrowed.getParent());
            Files.writeString(borrowed, origin.path().resolve("objects").toAbsolutePath() + "\n");
            RefUpdate update = git.getRepository().updateRef(Constants.R_HEADS + branch);
            update.setNewObjectId(ObjectId.fromString(commit));
            var unused = update.update();
            git.reset().setMode(ResetCommand.ResetType.HARD).setRef(commit).call();
            return new WorkTree(origin, path, branch, commit, git);
        });
    }

    public Path path() {
        return path;
    }

    /** Commits what was edited, and says what the branch has then; the start where nothing changed at all. */
    public String commit(String message, Instant at, long maxBytes) {
        return attempt("Committing", () -> {
            Status status = git.status().call();
            if (!status.isClean()) {
                Set<String> written = new HashSet<>(status.getUntracked());
                written.addAll(status.getModified());
                limit(written, maxBytes);
                git.add().addFilepattern(".").call();
                git.add().addFilepattern(".").setUpdate(true).call();
                git.commit()
                        .setMessage(message)
                        .setAuthor(Authors.agent(at))
                        .setCommitter(Authors.agent(at))
                        .setSign(false)
                        .setNoVerify(true)
                        .call();
            }
            ObjectId head = git.getRepository().resolve(Constants.HEAD);
            return head == null ? start : head.name();
        });
    }

    private void limit(Set<String> written, long maxBytes) throws IOException {
        long bytes = 0;
        for (String name : written) {
            Path file = path.resolve(name);
            bytes += Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Files.size(file) : 0;
        }
        if (bytes > maxBytes) {
            throw new IOException("the agent wrote " + bytes + " bytes, more than the " + maxBytes + " allowed");
        }
    }

    /** Brings a commit to the project's repository, which then accepts or refuses it. */
    public void push(String commit) {
        attempt("Pushing", () -> {
            Iterable<PushResult> results = git.push()
                    .setRemote(origin.url())
                    .setRefSpecs(List.of(new RefSpec("+" + commit + ":" + ProjectRepository.arrivalOf(branch))))
                    .call();
            for (PushResult result : results) {
                for (RemoteRefUpdate update : result.getRemoteUpdates()) {
                    if (update.getStatus() != RemoteRefUpdate.Status.OK
                            && update.getStatus() != RemoteRefUpdate.Status.UP_TO_DATE) {
                        throw new IOException(update.getStatus() + " " + update.getMessage());
                    }
                }
            }
            return commit;
        });
    }

    @Override
    public void close() {
        git.close();
        Trees.delete(path);
    }
}
