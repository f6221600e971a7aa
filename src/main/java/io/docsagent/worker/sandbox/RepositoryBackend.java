package io.docsagent.worker.sandbox;

import io.docsagent.worker.sandbox.agent.CommandAgent;
import io.docsagent.worker.sandbox.agent.DocsAgent;
import io.docsagent.worker.sandbox.agent.DocsWriter;
import io.docsagent.worker.sandbox.git.Folders;
import io.docsagent.worker.sandbox.git.Repositories;
import io.docsagent.worker.sandbox.http.Route;
import io.docsagent.worker.sandbox.job.DirectedAgent;
import io.docsagent.worker.sandbox.job.JobSource;
import io.docsagent.worker.sandbox.job.RepositoryJobs;
import io.docsagent.worker.sandbox.page.PagesRoute;
import io.docsagent.worker.sandbox.quota.Ledgers;
import io.docsagent.worker.sandbox.work.JobRunner;
import io.docsagent.worker.sandbox.work.WorkLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Runs jobs that edit repositories: the job runner, its folder, and the threads that block on files. */
final class RepositoryBackend implements AutoCloseable {

    private static final int THREADS = 4;
    private static final int WAITING = 10_000;

    private final Scheduler threads = Schedulers.newBoundedElastic(THREADS, WAITING, "sandbox-files", 60, true);
    private final JobRunner runner;
    private final JobSource jobs;
    private final @Nullable Path temporaryFolder;
    private final FolderLock lock;

    private RepositoryBackend(JobRunner runner, JobSource jobs, @Nullable Path temporaryFolder, FolderLock lock) {
        this.runner = runner;
        this.jobs = jobs;
        this.temporaryFolder = temporaryFolder;
        this.lock = lock;
    }

    /** @throws IllegalStateException if another sandbox uses the data folder */
    static RepositoryBackend open(SandboxSettings settings, InstantSource clock, Supplier<String> publicUrl) {
        Path folder = folder(settings.dataDir());
        FolderLock lock = locked(folder);
        try {
            return open(settings, clock, publicUrl, folder, lock);
        } catch (RuntimeException failure) {
            lock.close();
            throw failure;
        }
    }

    private static RepositoryBackend open(
            SandboxSettings settings, InstantSource clock, Supplier<String> publicUrl, Path folder, FolderLock lock) {
        SandboxSettings.AgentWork agent = settings.agent();
        SandboxSettings.RepositoryOrigins origins = settings.repositories();
        Repositories repositories = new Repositories(
                folder.resolve("projects"), new Repositories.Origins(origins.origin(), origins.origins()));
        WorkLimits limits = new WorkLimits(
                agent.parallel(),
                agent.timeLimit(),
                agent.maxChange().toBytes(),
                origins.maxProjects(),
                origins.maxJobsPerProject(),
                origins.archiveAfter());
        DocsAgent directed =
                new DirectedAgent(agentOf(settings.agent()), settings.jobs().takes());
        JobRunner runner = new JobRunner(folder, repositories, directed, limits, clock);
        String model = agent.kind().name().toLowerCase(Locale.ROOT);
        return new RepositoryBackend(
                runner,
                new RepositoryJobs(runner, repositories, publicUrl, model),
                settings.dataDir() == null ? folder : null,
                lock);
    }

    private static DocsAgent agentOf(SandboxSettings.AgentWork agent) {
        return switch (agent.kind()) {
            case WRITER -> new DocsWriter();
            case COMMAND -> new CommandAgent(agent.command(), agent.environment());
            case NOOP -> throw new IllegalArgumentException("Agent kind noop has no repositories");
        };
    }

    private static Path folder(@Nullable Path wanted) {
        try {
            Path folder = wanted == null ? Files.createTempDirectory("agent-sandbox-") : wanted;
            return Files.createDirectories(folder).toRealPath();
        } catch (IOException failure) {
            throw unusable(failure);
        }
    }

    private static FolderLock locked(Path folder) {
        try {
            return FolderLock.of(folder);
        } catch (IOException failure) {
            throw unusable(failure);
        }
    }

    private static UncheckedIOException unusable(IOException failure) {
        return new UncheckedIOException("docs-agent.sandbox.data-dir cannot be used", failure);
    }

    JobSource jobs() {
        return jobs;
    }

    Scheduler threads() {
        return threads;
    }

    Route pages(Ledgers ledgers) {
        return new PagesRoute(runner, ledgers, threads);
    }

    @Override
    public void close() {
        runner.close();
        threads.dispose();
        lock.close();
        if (temporaryFolder != null) {
            Folders.delete(temporaryFolder);
        }
    }
}
