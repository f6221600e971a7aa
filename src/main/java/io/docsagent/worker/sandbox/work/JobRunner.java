package io.docsagent.worker.sandbox.work;

import io.docsagent.worker.sandbox.agent.DocsAgent;
import io.docsagent.worker.sandbox.git.Folders;
import io.docsagent.worker.sandbox.git.Repositories;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes prompts, has them worked on a few at a time, and knows all jobs. */
public final class JobRunner implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(JobRunner.class);
    private static final Duration SWEEP = Duration.ofMinutes(1);
    private static final String STOPPED = "The sandbox was stopped while the job was at work";

    private final JobStore shelf;
    private final TurnRunner work;
    private final PullRequests pulls;
    private final Housekeeping housekeeping;
    private final WorkLimits limits;
    private final InstantSource clock;
    private final JobIds ids = new JobIds();
    private final ExecutorService workers;
    private final ScheduledExecutorService sweeper = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("sandbox-sweep").factory());

    /** Reads back what is in the folder; jobs that were in flight there have failed. */
    public JobRunner(Path folder, Repositories repositories, DocsAgent agent, WorkLimits limits, InstantSource clock) {
        Path workFolder = folder.resolve("work");
        clear(workFolder);
        this.limits = limits;
        this.clock = clock;
        this.shelf = new JobStore(new JobFiles(folder.resolve("projects")));
        this.work = new TurnRunner(repositories, agent, limits, workFolder, clock);
        this.pulls = new PullRequests(shelf, repositories, clock);
        this.housekeeping = new Housekeeping(shelf, repositories, limits, clock);
        this.workers = Executors.newFixedThreadPool(
                limits.parallel(),
                Thread.ofPlatform().daemon().name("sandbox-agent-", 0).factory());
        shelf.all().forEach(this::failIfOpen);
        var unused = sweeper.scheduleWithFixedDelay(
                housekeeping::sweep, SWEEP.toMillis(), SWEEP.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** What cannot be removed takes room, and costs at most the jobs that would work in the same place. */
    private static void clear(Path workFolder) {
        try {
            Folders.delete(workFolder);
        } catch (UncheckedIOException failure) {
            log.atWarn()
                    .addKeyValue("folder", workFolder)
                    .setCause(failure)
                    .log("Work trees of an earlier run were not removed; remove the folder by hand");
        }
    }

    /** @throws ActionRefusedException where no further project may begin */
    public JobRecord create(String projectId, String prompt) {
        Set<String> projects = shelf.projects();
        if (projects.size() >= limits.maxProjects() && !projects.contains(projectId)) {
            throw new ActionRefusedException(
                    "The sandbox has " + limits.maxProjects() + " projects, and takes no more");
        }
        JobRecord job = shelf.add(JobRecord.created(ids.next(), projectId, prompt, clock.instant()));
        begin(job.id());
        return job;
    }

    /** The job, active again; null where there is none. */
    public @Nullable JobRecord message(String projectId, String jobId, String prompt) {
        if (shelf.find(projectId, jobId) == null) {
            return null;
        }
        boolean[] rested = new boolean[1];
        JobRecord asked = shelf.change(jobId, job -> {
            rested[0] = !job.isActive();
            return job.asked(prompt, clock.instant());
        });
        // One that is active is begun again by itself, when its present turn ends.
        if (rested[0] && asked != null) {
            begin(jobId);
        }
        return asked;
    }

    public @Nullable JobRecord find(String projectId, String jobId) {
        return shelf.find(projectId, jobId);
    }

    public List<JobRecord> jobs(String projectId) {
        return shelf.of(projectId);
    }

    public Set<String> projects() {
        return shelf.projects();
    }

    public PullRequests pulls() {
        return pulls;
    }

    /** @throws ActionRefusedException while the job is at work */
    public void archive(String projectId, String jobId) {
        if (shelf.find(projectId, jobId) != null) {
            housekeeping.archive(jobId);
        }
    }

    /** Archives what has rested for long, and removes what is too much; done every minute as well. */
    public void sweep() {
        housekeeping.sweep();
    }

    private void begin(String jobId) {
        try {
            workers.execute(() -> takeTurn(jobId));
        } catch (RejectedExecutionException stopped) {
            failOpen(jobId);
        }
    }

    private void takeTurn(String jobId) {
        JobRecord job = shelf.change(
                jobId, waiting -> waiting.withTurn(JobTurn.State.WAITING, turn -> turn.started(clock.instant())));
        JobTurn running = job == null ? null : running(job);
        if (job == null || running == null) {
            return;
        }
        JobRecord after = finish(job, result(job, running));
        if (after != null && after.isActive()) {
            begin(jobId);
        }
    }

    private static @Nullable JobTurn running(JobRecord job) {
        return job.turns().stream()
                .filter(turn -> turn.state() == JobTurn.State.RUNNING)
                .findFirst()
                .orElse(null);
    }

    /** Whatever goes wrong, the job ends: its page says why. */
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

    /** The pull request is there before the job is seen to be completed. */
    private @Nullable JobRecord finish(JobRecord job, TurnResult result) {
        TurnResult shown = result;
        try {
            pulls.deliver(job, result.commit());
        } catch (RuntimeException failure) {
            shown = TurnResult.failed(String.valueOf(failure.getMessage()));
        }
        TurnResult end = shown;
        return shelf.change(
                job.id(), running -> running.withTurn(JobTurn.State.RUNNING, turn -> turn.ended(end, clock.instant())));
    }

    private void failIfOpen(JobRecord job) {
        if (job.isActive()) {
            failOpen(job.id());
        }
    }

    private void failOpen(String jobId) {
        var unused = shelf.change(jobId, open -> {
            JobRecord job = open;
            while (job.isActive()) {
                boolean runs = running(job) != null;
                job = job.withTurn(runs ? JobTurn.State.RUNNING : JobTurn.State.WAITING, this::stopped);
            }
            return job;
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
        } catch (InterruptedException impatient) {
            Thread.currentThread().interrupt();
        }
        shelf.all().forEach(this::failIfOpen);
    }
}
