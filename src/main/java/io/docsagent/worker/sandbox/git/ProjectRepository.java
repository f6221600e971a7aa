package io.docsagent.worker.sandbox.git;

import static io.docsagent.worker.sandbox.git.GitCall.attempt;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.StreamSupport;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.merge.MergeStrategy;
import org.eclipse.jgit.merge.ResolveMerger;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.revwalk.filter.RevFilter;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.jspecify.annotations.Nullable;

/** A project's bare repository; commits are given by their full ids. */
public final class ProjectRepository {

    private final Path path;
    private final Repository repository;
    private final String mainBranch;

    ProjectRepository(Path path) throws IOException {
        FixedConfig.write(path);
        this.path = path;
        this.repository = new FileRepositoryBuilder()
                .setGitDir(path.toFile())
                .setBare()
                .setMustExist(true)
                .build();
        this.mainBranch = repository.getBranch();
    }

    /** The URL for {@code git clone}. */
    public String url() {
        return url(path);
    }

    /** The same whether the folder exists or not: Java ends the URI of an existing folder with a slash. */
    static String url(Path path) {
        return path.toUri().toString().replaceFirst("/$", "");
    }

    public String mainBranch() {
        return mainBranch;
    }

    Repository git() {
        return repository;
    }

    /** The head of a branch, or null if there is no such branch. */
    public @Nullable String head(String branch) {
        ObjectId id = attempt("Branch " + branch, () -> repository.resolve(Constants.R_HEADS + branch));
        return id == null ? null : id.name();
    }

    public String mainHead() {
        String head = head(mainBranch);
        if (head == null) {
            throw new IllegalStateException("The repository has no commit on " + mainBranch);
        }
        return head;
    }

    /** The merge base of two commits. */
    public String mergeBase(String one, String other) {
        return attempt("Comparing commits", () -> {
            try (RevWalk walk = new RevWalk(repository)) {
                walk.setRevFilter(RevFilter.MERGE_BASE);
                walk.markStart(walk.parseCommit(ObjectId.fromString(one)));
                walk.markStart(walk.parseCommit(ObjectId.fromString(other)));
                RevCommit base = walk.next();
                return base == null ? other : base.name();
            }
        });
    }

    /** The commits of {@code head} that are not in {@code base}, oldest first. */
    public List<CommitInfo> commits(String base, String head, int atMost) {
        return attempt("Reading commits", () -> {
            try (Git git = new Git(repository)) {
                return StreamSupport.stream(
                                git.log()
                                        .addRange(ObjectId.fromString(base), ObjectId.fromString(head))
                                        .setMaxCount(atMost)
                                        .call()
                                        .spliterator(),
                                false)
                        .map(CommitInfo::of)
                        .toList()
                        .reversed();
            }
        });
    }

    /** The files with merge conflicts; none if the commits can be merged. */
    public List<String> conflicts(String ours, String theirs) {
        return attempt("Merging", () -> {
            ResolveMerger merger = merger();
            return merger.merge(ObjectId.fromString(ours), ObjectId.fromString(theirs))
                    ? List.<String>of()
                    : List.copyOf(merger.getUnmergedPaths());
        });
    }

    /** A merge commit, not yet on any branch, or the files with conflicts. */
    public MergeResult merge(String ours, String theirs, String message, Instant at) {
        return attempt("Merging", () -> {
            ObjectId first = ObjectId.fromString(ours);
            ObjectId second = ObjectId.fromString(theirs);
            if (contains(first, second)) {
                return new MergeResult.Clean(ours);
            }
            ResolveMerger merger = merger();
            if (!merger.merge(first, second)) {
                return new MergeResult.Conflict(merger.getUnmergedPaths());
            }
            return new MergeResult.Clean(
                    commit(merger.getResultTreeId(), message, Authors.reviewer(at), first, second));
        });
    }

    private ResolveMerger merger() {
        return (ResolveMerger) MergeStrategy.RECURSIVE.newMerger(repository, true);
    }

    private boolean contains(ObjectId line, ObjectId commit) throws IOException {
        try (RevWalk walk = new RevWalk(repository)) {
            return walk.isMergedInto(walk.parseCommit(commit), walk.parseCommit(line));
        }
    }

    /** A commit of the tree, not yet on any branch; null if the parent has the same tree. */
    @Nullable
    String commitAfter(String parent, ObjectId tree, String message, PersonIdent author) throws IOException {
        ObjectId before = ObjectId.fromString(parent);
        try (RevWalk walk = new RevWalk(repository)) {
            if (walk.parseCommit(before).getTree().equals(tree)) {
                return null;
            }
        }
        return commit(tree, message, author, before);
    }

    /** A commit, not yet on any branch. */
    String commit(ObjectId tree, String message, PersonIdent author, ObjectId... parents) throws IOException {
        CommitBuilder commit = new CommitBuilder();
        commit.setTreeId(tree);
        commit.setParentIds(parents);
        commit.setAuthor(author);
        commit.setCommitter(author);
        commit.setMessage(message);
        try (ObjectInserter inserter = repository.newObjectInserter()) {
            ObjectId id = inserter.insert(commit);
            inserter.flush();
            return id.name();
        }
    }

    /** Moves main to a commit if it is still at the expected one. */
    public void advanceMain(String from, String to) {
        update(Constants.R_HEADS + mainBranch, ObjectId.fromString(from), to);
    }

    /** Moves the branch to a commit. */
    public void accept(String branch, String commit) {
        update(Constants.R_HEADS + branch, null, commit);
    }

    /** Keeps the commits of a pull request when its branch is moved or deleted. */
    public void keepPull(int number, String head) {
        update(pullRef(number), null, head);
    }

    private void update(String ref, @Nullable ObjectId expected, String to) {
        RefUpdate.Result result = attempt("Moving " + ref, () -> {
            RefUpdate update = repository.updateRef(ref);
            update.setNewObjectId(ObjectId.fromString(to));
            update.setForceUpdate(true);
            if (expected != null) {
                update.setExpectedOldObjectId(expected);
            }
            return update.update();
        });
        switch (result) {
            case NEW, FAST_FORWARD, FORCED, NO_CHANGE -> {}
            default -> throw new IllegalStateException(ref + " has moved in the meantime (" + result + ")");
        }
    }

    /** Deletes a branch and the refs of its pull requests; {@link #pack} frees the space. */
    public void forget(String branch, List<Integer> pulls) {
        attempt("Deleting " + branch, () -> {
            delete(Constants.R_HEADS + branch);
            for (int number : pulls) {
                delete(pullRef(number));
            }
            return branch;
        });
    }

    private void delete(String ref) throws IOException {
        RefUpdate update = repository.updateRef(ref);
        update.setForceUpdate(true);
        var unused = update.delete();
    }

    /** Packs loose objects and removes unreachable ones that are older: those of a turn under way are unreachable. */
    public void pack(Duration older) {
        attempt("Packing", () -> {
            try (Git git = new Git(repository)) {
                return git.gc().setExpire(Instant.now().minus(older)).call();
            }
        });
    }

    public CommitChanges changes(String base, String head) {
        return attempt("Comparing " + base + " with " + head, () -> CommitComparison.of(repository, base, head));
    }

    /** Paths that the head has and that differ from the base: at most a hundred, without reading what is in them. */
    public List<String> changedPaths(String base, String head) {
        return attempt("Comparing " + base + " with " + head, () -> CommitComparison.paths(repository, base, head));
    }

    private static String pullRef(int number) {
        return "refs/pull/" + number + "/head";
    }
}
