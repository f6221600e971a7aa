package io.docsagent.worker.sandbox.work;

import io.docsagent.worker.sandbox.agent.DocsAgent;
import io.docsagent.worker.sandbox.git.Folders;
import io.docsagent.worker.sandbox.git.Repositories;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Accepts prompts, runs a limited number of them at a time, and stores all jobs. */
public final class JobRunner implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(JobRunner.class);
    private static final Duration SWEEP = Duration.ofMinutes(1);
    private static final String STOPPED = "The sandbox was stopped while the job was active";

    private final JobStore store;
    private final TurnRunner work;
    private final PullRequests pulls;
    private final Housekeeping housekeeping;
    private final WorkLimits limits;
    private final InstantSource clock;
    private final JobIds ids = new JobIds();
    /** By job, the step whose change could not be stored, as on a full disk; the job stays active. */
    private final Map<String, Runnable> notStored = new ConcurrentHashMap<>();

    private final ExecutorService workers;
    private final ScheduledExecutorService sweeper = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("sandbox-sweep").factory());

    /** Loads the jobs in the folder; those that were active have failed. */
    public JobRunner(Path folder, Repositories repositories, DocsAgent agent, WorkLimits limits, InstantSource clock) {
        Path workFolder = folder.resolve("work");
        clear(workFolder);
        this.limits = limits;
        this.clock = clock;
        this.store = new JobStore(new JobFiles(folder.resolve("projects")));
        this.work = new TurnRunner(repositories, agent, limits, workFolder, clock);
        this.pulls = new PullRequests(store, repositories, clock);
        this.housekeeping = new Housekeeping(store, repositories, limits, clock);
        this.workers = Executors.newFixedThreadPool(
                limits.parallel(),
                Thread.ofPlatform().daemon().name("sandbox-agent-", 0).factory());
        store.all().forEach(job -> failOpen(job.id()));
        var unused =
                sweeper.scheduleWithFixedDelay(this::sweep, SWEEP.toMillis(), SWEEP.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** A folder that cannot be deleted takes up space, and fails at most the jobs that would use the same path. */
    private static void clear(Path workFolder) {
        try {
            Folders.delete(workFolder);
        } catch (UncheckedIOException failure) {
            log.atWarn()
                    .addKeyValue("folder", workFolder)
                    .setCause(failure)
                    .log("Work trees of an earlier run could not be deleted; delete the folder manually");
        }
    }

    /** @throws ActionRefusedException if there are too many projects */
    public JobRecord create(String projectId, String prompt) {
        Set<String> projects = store.projects();
        if (projects.size() >= limits.maxProjects() && !projects.contains(projectId)) {
            throw new ActionRefusedException("The maximum of " + limits.maxProjects()
                    + " projects is reached; raise docs-agent.sandbox.repositories.max-projects");
        }
        JobRecord job = store.add(JobRecord.created(ids.next(), projectId, prompt, clock.instant()));
        enqueue(job.id());
        return job;
    }

    /** The job, active again; null if there is none. */
    public @Nullable JobRecord message(String projectId, String jobId, String prompt) {
        if (store.find(projectId, jobId) == null) {
            return null;
        }
        boolean[] wasIdle = new boolean[1];
        JobRecord changed = store.change(jobId, job -> {
            wasIdle[0] = !job.isActive();
            return job.withPrompt(prompt, clock.instant());
        });
        // An active job continues with this turn when its current one ends.
        if (wasIdle[0] && changed != null) {
            enqueue(jobId);
        }
        return changed;
    }

    public @Nullable JobRecord find(String projectId, String jobId) {
        return store.find(projectId, jobId);
    }

    public List<JobRecord> jobs(String projectId) {
        return store.of(projectId);
    }

    public Set<String> projects() {
        return store.projects();
    }

    public PullRequests pulls() {
        return pulls;
    }

    /** @throws ActionRefusedException while the job is active */
    public void archive(String projectId, String jobId) {
        if (store.find(projectId, jobId) != null) {
            housekeeping.archive(jobId);
        }
    }

    /** Continues jobs that could not be stored, and archives and deletes old ones; it also runs every minute. */
    public void sweep() {
        for (String jobId : List.copyOf(notStored.keySet())) {
            Runnable step = notStored.remove(jobId);
            if (step != null) {
                enqueue(jobId, step);
            }
        }
        housekeeping.sweep();
    }

    private void enqueue(String jobId) {
        enqueue(jobId, () -> runNextTurn(jobId));
    }

    private void enqueue(String jobId, Runnable step) {
        try {
            workers.execute(() -> attempt(jobId, step));
        } catch (RejectedExecutionException stopped) {
            failOpen(jobId);
        }
    }

    private void attempt(String jobId, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException failure) {
            log.atError()
                    .addKeyValue("jobId", jobId)
                    .setCause(failure)
                    .log("A job could not be stored; the next attempt is in a minute, or at the next start");
            notStored.put(jobId, step);
        }
    }

    private void runNextTurn(String jobId) {
        JobRecord job = store.change(
                jobId, waiting -> waiting.withTurn(JobTurn.State.WAITING, turn -> turn.started(clock.instant())));
        JobTurn running = job == null ? null : running(job);
        if (job == null || running == null) {
            return;
        }
        TurnResult result = result(job, running);
        // A step of its own, so that the agent does not work twice.
        attempt(jobId, () -> {
            JobRecord after = finish(job, result);
            if (after != null && after.isActive()) {
                enqueue(jobId);
            }
        });
    }

    private static @Nullable JobTurn running(JobRecord job) {
        return job.turns().stream()
                .filter(turn -> turn.state() == JobTurn.State.RUNNING)
                .findFirst()
                .orElse(null);
    }

    /** The job ends on any failure, and its page shows the reason. */
    private TurnResult result(JobRecord job, JobTurn turn) {
        try {
            return work.run(job, turn);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return TurnResult.failed(STOPPED);
        } catch (RuntimeException failure) {
            if (workers.isShutdown()) {
                return TurnResult.failed(STOPPED);
            }
            log.atWarn()
                    .addKeyValue("projectId", job.projectId())
                    .addKeyValue("jobId", job.id())
                    .setCause(failure)
                    .log("A job failed");
            return TurnResult.failed(String.valueOf(failure.getMessage()));
        }
    }

    /** The pull request exists before the job is shown as completed. */
    private @Nullable JobRecord finish(JobRecord job, TurnResult result) {
        TurnResult shown = result;
        try {
            pulls.openOrUpdate(job, result.commit());
        } catch (UncheckedIOException notStored) {
            // Attempted again.
            throw notStored;
        } catch (RuntimeException failure) {
            shown = new TurnResult(result.report().failing(String.valueOf(failure.getMessage())), null);
        }
        TurnResult end = shown;
        return store.change(
                job.id(), running -> running.withTurn(JobTurn.State.RUNNING, turn -> turn.ended(end, clock.instant())));
    }

    private void failOpen(String jobId) {
        attempt(jobId, () -> {
            var unused = store.change(jobId, job -> job.withOpenTurns(this::stopped));
        });
    }

    private JobTurn stopped(JobTurn turn) {
        return turn.ended(TurnResult.failed(STOPPED), clock.instant());
    }

    @Override
    public void close() {
        sweeper.shutdownNow();
        workers.shutdownNow();
        try {
            if (!workers.awaitTermination(10, TimeUnit.SECONDS)) {
                log.warn("An agent did not stop");
            }
            if (!sweeper.awaitTermination(10, TimeUnit.SECONDS)) {
                log.warn("Old jobs are still being deleted");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        store.all().forEach(job -> failOpen(job.id()));
    }
}
