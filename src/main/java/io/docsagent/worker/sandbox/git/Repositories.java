package io.docsagent.worker.sandbox.git;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** One bare repository per project, created with a small site, or cloned, at the first access. */
public final class Repositories {

    private final Path folder;
    private final Origins origins;
    private final Map<String, ProjectRepository> open = new ConcurrentHashMap<>();
    private final Map<String, Object> locks = new ConcurrentHashMap<>();

    /** Where repositories are cloned from: the project's own origin, else the common one, else a new site. */
    public record Origins(@Nullable String common, Map<String, String> own) {
        @Nullable
        String of(String projectId) {
            String mine = own.get(projectId);
            return mine == null ? common : mine;
        }
    }

    public Repositories(Path folder, Origins origins) {
        IsolatedSystem.install();
        this.folder = folder;
        this.origins = origins;
    }

    /** May take as long as a clone. */
    public ProjectRepository of(String projectId) {
        // Not within a computation of the map, which blocks other projects.
        synchronized (locks.computeIfAbsent(projectId, unused -> new Object())) {
            ProjectRepository repository = open.get(projectId);
            if (repository == null) {
                repository = opened(projectId);
                open.put(projectId, repository);
            }
            return repository;
        }
    }

    /** The repository; null if it has not been created or cloned yet. */
    public @Nullable ProjectRepository existing(String projectId) {
        ProjectRepository repository = open.get(projectId);
        return repository == null && Files.exists(pathOf(projectId)) ? of(projectId) : repository;
    }

    /** The name of a project's main branch; null until its repository is cloned, since it is unknown before. */
    public @Nullable String mainBranch(String projectId) {
        ProjectRepository repository = existing(projectId);
        if (repository != null) {
            return repository.mainBranch();
        }
        return origins.of(projectId) == null ? SeedSite.MAIN : null;
    }

    /** The URL for {@code git clone}, once the repository exists. */
    public String url(String projectId) {
        return ProjectRepository.url(pathOf(projectId));
    }

    private Path pathOf(String projectId) {
        return folder.resolve(FolderName.of(projectId)).resolve("repository.git");
    }

    private ProjectRepository opened(String projectId) {
        Path path = pathOf(projectId);
        if (!Files.exists(path)) {
            make(projectId, path);
        }
        return GitCall.attempt("The repository cannot be opened", () -> new ProjectRepository(path));
    }

    /** Created under another name first, so that an existing repository is complete. */
    private void make(String projectId, Path path) {
        Path draft = path.resolveSibling("repository.draft");
        String origin = origins.of(projectId);
        Folders.delete(draft);
        try {
            Files.createDirectories(draft);
            if (origin == null) {
                SeedSite.write(draft, projectId, Instant.EPOCH);
            } else {
                CloneOrigin.of(origin).cloneTo(draft);
            }
            Files.move(draft, path);
        } catch (IOException failure) {
            throw new UncheckedIOException("The repository cannot be created", failure);
        } finally {
            Folders.delete(draft);
        }
    }
}
