package io.docsagent.worker.domain.session;

import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.domain.decision.Effect.Count.Result;
import io.docsagent.worker.domain.index.ProjectIndex;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Timer;
import io.docsagent.worker.domain.state.Timer.Kind;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Owns the jobs that are known of a project, no more than the limits allow, and has them watched. */
public final class KnownJobs {

    private final Scope scope;
    private final ProjectIndex index;
    private final TimedTable<Job> table;
    private int followed;
    private int recordsChanged;

    /** @param index of the project */
    KnownJobs(Project project, Scope scope, Draft<Job> draft, ProjectIndex index) {
        this.scope = scope;
        this.index = index;
        this.table = new TimedTable<>(
                scope.projectId(), draft, index, project.counts().jobs());
        this.followed = project.counts().followed();
    }

    int count() {
        return table.count();
    }

    /** Those that are polled. */
    int followed() {
        return followed;
    }

    /** By the publisher of the latest command of each. */
    Map<String, Integer> active() {
        return index.activeJobs();
    }

    /** That the decision adds to what is stored. */
    long bytesMore() {
        return table.bytesMore();
    }

    /** The jobs that the decision has changed, and public records of commands that change with them. */
    int recordsChanged() {
        return recordsChanged;
    }

    @Nullable
    public Job find(String jobId) {
        return table.get(key(jobId));
    }

    /** The job that a timer concerns. */
    @Nullable
    Job get(String key) {
        return table.get(key);
    }

    /** Pull requests by publisher. */
    Map<String, Integer> openPullRequests() {
        return index.pullRequests().open();
    }

    /** The next job with that link after the one with this id, in the order of their ids; null for the first. */
    public Optional<Job> withLink(String prLink, @Nullable String after) {
        return Optional.ofNullable(index.pullRequests().jobWith(prLink, after)).map(this::find);
    }

    /** The job that has a {@code continueKey}; empty where none has. */
    Optional<Job> withKey(String continueKey) {
        return Optional.ofNullable(index.continueKeys().jobOf(continueKey)).map(this::find);
    }

    public void save(Job after) {
        Job before = find(after.id());
        table.put(key(after.id()), after);
        recordsChanged += 1 + after.commands().earlier().size();
        followed += countFollowed(after) - (before == null ? 0 : countFollowed(before));
        scope.outbox().watch(after);
    }

    void forget(Job job) {
        table.delete(key(job.id()));
        recordsChanged++;
        followed -= countFollowed(job);
    }

    private static int countFollowed(Job job) {
        return job.isEnded() ? 0 : 1;
    }

    private String key(String jobId) {
        return Keys.job(scope.projectId(), jobId);
    }

    /**
     * Why the command may not lead to one more job. Those admitted before it may pass the limits: by as many as the queue
     * holds.
     */
    public Optional<Reason> lackOfRoom(QueuedCommand queued) {
        boolean addsOne = queued.jobId() == null ? queued.isCreate() : find(queued.jobId()) == null;
        if (!addsOne || index.timers().next(Kind.JOB_FORGOTTEN) != null) {
            return Optional.empty();
        }
        if (isFull()) {
            return full("docs-agent.jobs.max-per-project");
        }
        // What other projects keep must not shut out one that has little: its quota bounds what it adds.
        boolean hasMany = count() >= scope.policy().quota().capacity();
        return hasMany && scope.isStateFull() ? full("docs-agent.state.max-bytes-per-partition") : Optional.empty();
    }

    private static Optional<Reason> full(String setting) {
        return Optional.of(
                new Reason("queue_full", setting + " is reached, and no job of the project has ended", null));
    }

    /** Of its jobs that have ended, where the partition is full as many as have the bytes of the new one. */
    void makeRoom(Job added) {
        long wanted = bytesMore() - added.bytes(scope.projectId());
        Timer oldest = isFull() || scope.isStateFull() ? index.timers().next(Kind.JOB_FORGOTTEN) : null;
        while (oldest != null) {
            table.delete(oldest.key());
            scope.outbox().count(Result.JOB_FORGOTTEN_EARLY);
            oldest =
                    scope.isStateFull() && bytesMore() > wanted ? index.timers().next(Kind.JOB_FORGOTTEN) : null;
        }
    }

    private boolean isFull() {
        return count() >= scope.policy().jobs().max();
    }
}
