package io.docsagent.worker.sandbox.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.docsagent.worker.sandbox.git.ProjectRepository;
import io.docsagent.worker.sandbox.git.Repositories;
import io.docsagent.worker.sandbox.work.JobRecord;
import io.docsagent.worker.sandbox.work.JobTurn;
import io.docsagent.worker.sandbox.work.PullRequest;
import io.docsagent.worker.sandbox.work.PullRequests;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.TreeFormatter;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Submodules occur in cloned repositories; agents cannot create them. */
class SubmodulePageTest {

    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");
    private static final ObjectId ONE = ObjectId.fromString("1111111111111111111111111111111111111111");
    private static final ObjectId OTHER = ObjectId.fromString("2222222222222222222222222222222222222222");

    @TempDir
    private Path folder;

    @Test
    void a_submodule_is_shown_by_its_commit() throws Exception {
        ProjectRepository repository = new Repositories(folder, new Repositories.Origins(null, Map.of())).of("docs");
        String none = repository.mainHead();
        String added = commit(repository, none, FileMode.GITLINK, ONE);
        String moved = commit(repository, added, FileMode.GITLINK, OTHER);
        String page = commit(repository, moved, FileMode.SYMLINK, blob(repository, "elsewhere"));

        assertThat(page(repository, none, added)).contains("module", "submodule", "1111111");
        assertThat(page(repository, added, moved)).contains("module", "1111111", "2222222");
        assertThat(page(repository, moved, page)).contains("module", "submodule", "2222222");
        assertThat(page(repository, added, none)).contains("module", "submodule", "1111111");
    }

    private static String page(ProjectRepository repository, String base, String head) {
        JobTurn turn = new JobTurn("p", NOON, JobTurn.State.DONE, NOON, NOON, null, "", 0, head);
        PullRequest pull = new PullRequest(1, "p", PullRequest.State.OPEN, NOON, head, base, null);
        JobRecord job = new JobRecord("job_1", "docs", NOON, List.of(turn), List.of(pull), null);
        return new Templates().render("pull", PullPage.of(new PullRequests.View(job, pull, repository, base), "token"));
    }

    private static ObjectId blob(ProjectRepository repository, String text) throws Exception {
        try (Repository git = open(repository);
                ObjectInserter inserter = git.newObjectInserter()) {
            ObjectId id =
                    inserter.insert(org.eclipse.jgit.lib.Constants.OBJ_BLOB, text.getBytes(StandardCharsets.UTF_8));
            inserter.flush();
            return id;
        }
    }

    private static String commit(ProjectRepository repository, String parent, FileMode mode, ObjectId module)
            throws Exception {
        try (Repository git = open(repository);
                ObjectInserter inserter = git.newObjectInserter()) {
            TreeFormatter tree = new TreeFormatter();
            tree.append("module", mode, module);
            CommitBuilder commit = new CommitBuilder();
            commit.setTreeId(inserter.insert(tree));
            commit.setParentId(ObjectId.fromString(parent));
            commit.setAuthor(new PersonIdent("A", "a@example.com"));
            commit.setCommitter(commit.getAuthor());
            commit.setMessage("Change the module");
            String id = inserter.insert(commit).name();
            inserter.flush();
            return id;
        }
    }

    private static Repository open(ProjectRepository repository) throws Exception {
        return new FileRepositoryBuilder()
                .setGitDir(Path.of(URI.create(repository.url())).toFile())
                .build();
    }
}
