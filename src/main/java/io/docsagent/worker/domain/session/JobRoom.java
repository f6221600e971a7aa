package io.docsagent.worker.domain.session;

import io.docsagent.worker.domain.index.Candidate;
import io.docsagent.worker.domain.index.Lanes;
import io.docsagent.worker.domain.index.ProjectIndex;
import io.docsagent.worker.domain.index.Start;
import io.docsagent.worker.domain.policy.JobLimit;
import io.docsagent.worker.domain.policy.Policy.Following;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.WaitReason;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whether the limits on a project's jobs allow one more. */
public final class JobRoom {

    private final Following limits;
    private final KnownJobs jobs;
    private final CommandQueue queue;
    private final Lanes lanes;

    JobRoom(Scope scope, KnownJobs jobs, CommandQueue queue, ProjectIndex index) {
        this.limits = scope.policy().jobs();
        this.jobs = jobs;
        this.queue = queue;
        this.lanes = index.lanes();
    }

    boolean hasFor(Candidate candidate) {
        return lackFor(candidate.start(), candidate.payers().publisher()) == null;
    }

    /** What a waiting command that is the first of its lane lacks; null for nothing. */
    public @Nullable Lack lackFor(QueuedCommand first) {
        return lackFor(lanes.startOf(first), first.command().publisher());
    }

    /**
     * A limit that is reached.
     *
     * @param count of what it limits
     */
    public record Lack(WaitReason reason, int count) {}

    private @Nullable Lack lackFor(Start start, String publisher) {
        Lack lack = start == Start.NOTHING || limits.active().isNone()
                ? null
                : lack(limits.active(), active(), publisher, WaitReason.ACTIVE_JOBS);
        return lack != null || start != Start.NEW_JOB
                ? lack
                : lack(limits.openPullRequests(), jobs.openPullRequests(), publisher, WaitReason.OPEN_PULL_REQUESTS);
    }

    private static @Nullable Lack lack(
            JobLimit limit, Map<String, Integer> counts, String publisher, WaitReason reason) {
        return limit.isReached(counts, publisher) ? new Lack(reason, JobLimit.sum(counts)) : null;
    }

    /** With those that a call in flight is about to start. */
    private Map<String, Integer> active() {
        Map<String, Integer> active = new HashMap<>(jobs.active());
        for (QueuedCommand called : queue.calls().all()) {
            if (lanes.startOf(called) != Start.NOTHING) {
                active.merge(called.command().publisher(), 1, Integer::sum);
            }
        }
        return active;
    }
}
