package io.docsagent.worker.domain.rule;

import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.StatusEvent.Type;
import io.docsagent.worker.domain.session.Announcement;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.session.Snapshots;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.JobFollowing;
import io.docsagent.worker.domain.state.JobFollowing.Lingering;
import io.docsagent.worker.wire.Input.JobObserved;
import java.time.Instant;
import java.util.Objects;

/** What the answer to a GET of a job changes. */
public final class Observation {

    private Observation() {}

    public static void apply(ProjectSession session, JobObserved observation) {
        Job job = session.knownJobs().find(observation.jobId());
        if (job == null
                || job.isEnded()
                || observation.generation() != job.commands().generation()
                || observation.getBeganAt().isBefore(job.observedAt())) {
            return;
        }
        if (job.following() instanceof JobFollowing.Proposed proposed) {
            Resolution.proved(session, job, proposed, observation.job());
            return;
        }
        Instant began = observation.getBeganAt();
        // The poller's clock may be ahead of the leader that appended this.
        Job observed = job.observedAt(began.isAfter(session.now()) ? session.now() : began);
        if (observation.job() != null) {
            merge(session, job, observed, observation.job());
        } else if (job.following() instanceof Lingering) {
            // Its end has been announced; nothing more will come of it.
            session.knownJobs().save(observed.with(session.jobs().endedNow()));
        } else {
            session.jobs().end(job, observed, Type.JOB_LOST, Objects.requireNonNull(observation.lost()));
        }
    }

    private static void merge(ProjectSession session, Job job, Job observed, JobSnapshot seen) {
        String before = job.snapshot().status();
        String status = seen.status() != null ? seen.status() : before;
        if (job.following() instanceof Lingering lingering && !lingering.mayRevive()) {
            status = before;
        }
        JobSnapshot snapshot = Snapshots.replace(seen, job.id(), status);
        Job next = observed.with(snapshot);
        if (!snapshot.equals(job.snapshot())) {
            Type type = Objects.equals(before, status) ? Type.JOB_UPDATED : Snapshots.typeOf(status);
            next = next.withNextSequence();
            session.outbox().announce(Announcement.ofJob(type, next, before, null));
        }
        session.knownJobs().save(next.with(session.jobs().followingAfter(next)));
        session.continuations().jobHasChanged(next.id());
    }
}
