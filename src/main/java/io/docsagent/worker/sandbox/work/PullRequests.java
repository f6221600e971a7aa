package io.docsagent.worker.sandbox.work;

import io.docsagent.worker.sandbox.git.MergeResult;
import io.docsagent.worker.sandbox.git.ProjectRepository;
import io.docsagent.worker.sandbox.git.Repositories;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Opens, finds, merges and closes the pull requests of all projects. */
public final class PullRequests {

    /** A pull request with its job, and the two commits that its page compares. */
    public record View(JobRecord job, PullRequest pull, ProjectRepository repository, String base) {}

    private final JobStore store;
    private final Repositories repositories;
    private final InstantSource clock;
    private final Map<String, AtomicInteger> lastNumbers = new ConcurrentHashMap<>();

    /** Of pull requests that are not stored yet, by their jobs' ids. */
    private final Map<String, Integer> numbers = new ConcurrentHashMap<>();

    PullRequests(JobStore store, Repositories repositories, InstantSource clock) {
        this.store = store;
        this.repositories = repositories;
        this.clock = clock;
        store.all()
                .forEach(job -> job.pulls()
                        .forEach(pull -> lastNumber(job.projectId()).accumulateAndGet(pull.number(), Math::max)));
    }

    private AtomicInteger lastNumber(String projectId) {
        return lastNumbers.computeIfAbsent(projectId, unused -> new AtomicInteger());
    }

    /** Opens a pull request for the commit, or adds the commit to the one that is open. */
    void openOrUpdate(JobRecord job, @Nullable String commit) {
        if (commit == null) {
            return;
        }
        // Checked within the change, since it may have been merged or closed in the meantime.
        var unused = store.change(job.id(), current -> {
            PullRequest pull = forCommit(current, commit);
            repositories.of(current.projectId()).keepPull(pull.number(), commit);
            return current.with(pull);
        });
        numbers.remove(job.id());
    }

    private PullRequest forCommit(JobRecord job, String commit) {
        PullRequest latest = job.pull();
        if (latest != null && latest.isOpen()) {
            return latest.at(commit);
        }
        int number = numbers.computeIfAbsent(
                job.id(), unused -> lastNumber(job.projectId()).incrementAndGet());
        String title = Titles.of(job.turns().getFirst().prompt());
        return new PullRequest(number, title, PullRequest.State.OPEN, clock.instant(), commit, null, null);
    }

    public @Nullable View find(String projectId, int number) {
        for (JobRecord job : store.of(projectId)) {
            PullRequest pull = job.pull(number);
            if (pull != null) {
                ProjectRepository repository = repositories.of(projectId);
                String base =
                        pull.base() == null ? repository.mergeBase(repository.mainHead(), pull.head()) : pull.base();
                return new View(job, pull, repository, base);
            }
        }
        return null;
    }

    /** @throws ActionRefusedException if it cannot be merged now */
    public synchronized void merge(View view) {
        refuseUnlessIdle(view);
        ProjectRepository repository = view.repository();
        String main = repository.mainHead();
        String message = "Merge pull request #" + view.pull().number() + " from "
                + view.job().branch() + "\n\n" + view.pull().title() + "\n";
        switch (repository.merge(main, view.pull().head(), message, clock.instant())) {
            case MergeResult.Conflict conflict ->
                throw new ActionRefusedException(
                        "It conflicts with " + repository.mainBranch() + " in " + String.join(", ", conflict.paths()));
            case MergeResult.Clean clean -> repository.advanceMain(main, clean.commit());
        }
        end(view, PullRequest.State.MERGED);
    }

    /** @throws ActionRefusedException if it has already ended */
    public synchronized void close(View view) {
        refuseUnlessIdle(view);
        end(view, PullRequest.State.CLOSED);
    }

    private void refuseUnlessIdle(View view) {
        JobRecord job = store.find(view.job().projectId(), view.job().id());
        PullRequest pull = job == null ? null : job.pull(view.pull().number());
        if (job == null || pull == null || !pull.isOpen()) {
            throw new ActionRefusedException("The pull request is no longer open");
        }
        if (job.isActive()) {
            throw new ActionRefusedException("The agent is working on this job; wait until it has finished");
        }
        if (!pull.head().equals(view.pull().head())) {
            throw new ActionRefusedException("The pull request has changed in the meantime; reload its page");
        }
    }

    private void end(View view, PullRequest.State state) {
        var unused =
                store.change(view.job().id(), job -> job.with(view.pull().ended(state, view.base(), clock.instant())));
    }
}
