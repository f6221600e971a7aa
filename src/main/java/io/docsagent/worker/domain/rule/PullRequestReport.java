package io.docsagent.worker.domain.rule;

import io.docsagent.worker.contract.PullRequestState;
import io.docsagent.worker.contract.StatusEvent.Type;
import io.docsagent.worker.domain.decision.Effect.Count.Result;
import io.docsagent.worker.domain.session.Announcement;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.PullRequest;
import io.docsagent.worker.wire.Input.PullRequestSeen;
import java.util.Objects;
import java.util.Set;

/** What a report of a pull request changes for the jobs with its link. */
public final class PullRequestReport {

    private PullRequestReport() {}

    public static void apply(ProjectSession session, PullRequestSeen seen) {
        Set<String> jobs = session.knownJobs().withLink(seen.prLink());
        if (jobs.isEmpty()) {
            session.outbox().count(Result.PULL_REQUEST_UNKNOWN);
        }
        for (String jobId : jobs) {
            if (!session.hasRoom()) {
                return;
            }
            take(session, Objects.requireNonNull(session.knownJobs().find(jobId)), seen);
        }
    }

    private static void take(ProjectSession session, Job job, PullRequestSeen seen) {
        PullRequest before = job.pullRequest();
        if (before != null && !seen.at().isAfter(before.at())) {
            return;
        }
        Job next = job.with(new PullRequest(seen.state(), seen.at()));
        // Until something else is reported, each is open.
        if (seen.state() != (before == null ? PullRequestState.OPEN : before.state())) {
            next = next.withNextSequence();
            session.outbox()
                    .announce(Announcement.ofJob(
                            typeOf(seen.state()), next, next.snapshot().status(), null));
        }
        session.knownJobs().save(next);
        session.continuations().mayTakeMore(next);
    }

    private static Type typeOf(PullRequestState state) {
        return switch (state) {
            case OPEN -> Type.PULL_REQUEST_REOPENED;
            case MERGED -> Type.PULL_REQUEST_MERGED;
            case CLOSED -> Type.PULL_REQUEST_CLOSED;
        };
    }
}
