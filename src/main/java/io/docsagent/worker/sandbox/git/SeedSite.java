package io.docsagent.worker.sandbox.git;

import static io.docsagent.worker.sandbox.git.GitCall.attempt;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.eclipse.jgit.api.Git;
import org.eclipse.jgit.dircache.DirCache;
import org.eclipse.jgit.dircache.DirCacheBuilder;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.Repository;
import org.springframework.core.io.ClassPathResource;

/** The small documentation site that a new repository contains. */
final class SeedSite {

    static final String MAIN = "main";
    private static final String FOLDER = "/sandbox/site/";

    private static final List<String> FILES = List.of(
            "README.md",
            "docs.json",
            "docs/index.md",
            "docs/quickstart.md",
            "docs/guides/authentication.md",
            "docs/guides/webhooks.md",
            "docs/api/reference.md");

    private SeedSite() {}

    static void write(Path bare, String projectId, Instant at) {
        attempt("Creating the repository", () -> {
            Git.init()
                    .setBare(true)
                    .setGitDir(bare.toFile())
                    .setInitialBranch(MAIN)
                    .call()
                    .close();
            ProjectRepository repository = new ProjectRepository(bare);
            String message = "Add the documentation of " + projectId;
            repository.accept(MAIN, repository.commit(tree(repository.git()), message, Authors.reviewer(at)));
            return bare;
        });
    }

    private static ObjectId tree(Repository repository) throws IOException {
        try (ObjectInserter inserter = repository.newObjectInserter()) {
            DirCache index = DirCache.newInCore();
            DirCacheBuilder entries = index.builder();
            for (String name : FILES) {
                ClassPathResource file = new ClassPathResource(FOLDER + name, SeedSite.class);
                ObjectId content = inserter.insert(Constants.OBJ_BLOB, file.getContentAsByteArray());
                entries.add(Snapshot.entry(name, FileMode.REGULAR_FILE, content));
            }
            entries.finish();
            ObjectId tree = index.writeTree(inserter);
            inserter.flush();
            return tree;
        }
    }
}
