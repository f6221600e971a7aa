package io.docsagent.worker.domain.rule;

import io.docsagent.worker.contract.PullRequestState;
import io.docsagent.worker.contract.StatusEvent.Type;
import io.docsagent.worker.domain.decision.Effect.Count.Result;
import io.docsagent.worker.domain.session.Announcement;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.BulkTask;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.PullRequest;
import io.docsagent.worker.wire.Input.PullRequestSeen;
import java.util.Optional;

/** What a report of a pull request changes for the jobs with its link. */
public final class PullRequestReport {

    private PullRequestReport() {}

    public static void apply(ProjectSession session, PullRequestSeen seen) {
        if (session.knownJobs().withLink(seen.prLink(), null).isEmpty()) {
            session.outbox().count(Result.PULL_REQUEST_UNKNOWN);
            return;
        }
        session.bulkTasks().add(new BulkTask.Report(seen.prLink(), seen.state(), seen.at(), null));
        BulkWork.goOn(session);
    }

    /** Goes on as far as the decision has room; returns whether it is over. */
    static boolean goOn(ProjectSession session, BulkTask.Report report) {
        BulkTask.Report soFar = report;
        Optional<Job> next = session.knownJobs().withLink(report.prLink(), report.last());
        while (next.isPresent()) {
            if (!session.hasRoom()) {
                session.bulkTasks().goesOn(report, soFar);
                return false;
            }
            take(session, next.get(), report);
            soFar = soFar.upTo(next.get().id());
            next = session.knownJobs().withLink(report.prLink(), soFar.last());
        }
        session.bulkTasks().isOver(report);
        return true;
    }

    private static void take(ProjectSession session, Job job, BulkTask.Report report) {
        PullRequest before = job.pullRequest();
        if (before != null && !report.at().isAfter(before.at())) {
            return;
        }
        Job next = job.with(new PullRequest(report.state(), report.at()));
        // Until something else is reported, each is open.
        if (report.state() != (before == null ? PullRequestState.OPEN : before.state())) {
            next = next.withNextSequence();
            session.outbox()
                    .announce(Announcement.ofJob(
                            typeOf(report.state()), next, next.snapshot().status(), null));
        }
        session.knownJobs().save(next);
        session.continuations().jobHasChanged(next.id());
    }

    private static Type typeOf(PullRequestState state) {
        return switch (state) {
            case OPEN -> Type.PULL_REQUEST_REOPENED;
            case MERGED -> Type.PULL_REQUEST_MERGED;
            case CLOSED -> Type.PULL_REQUEST_CLOSED;
        };
    }
}
