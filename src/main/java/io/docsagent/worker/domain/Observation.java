package io.docsagent.worker.domain;

import io.docsagent.worker.domain.Job.Lingering;
import io.docsagent.worker.message.Input.JobObserved;
import io.docsagent.worker.message.JobSnapshot;
import io.docsagent.worker.message.StatusEvent.Reason;
import io.docsagent.worker.message.StatusEvent.Type;
import java.time.Instant;
import java.util.Objects;

/** What the answer to a GET of a job changes. */
final class Observation {

    private Observation() {}

    static void apply(ProjectSession session, JobObserved observation) {
        Job job = session.jobs.find(observation.jobId());
        if (job == null
                || job.isEnded()
                || observation.generation() != job.generation()
                || isOlder(observation, job, session.now)) {
            return;
        }
        Instant began = observation.getBeganAt();
        // The poller's clock may be ahead of the leader that appended this.
        Job looked = job.lookedAt(began.isAfter(session.now) ? session.now : began);
        if (observation.job() != null) {
            see(session, job, looked, observation.job());
        } else if (job.following() instanceof Lingering) {
            // Its end has been announced; nothing more will come of it.
            session.jobs.save(job, looked.with(session.jobs.endedNow()));
        } else {
            Reason reason = new Reason("not_found", "the service does not know the job", 404);
            session.jobs.end(job, looked, Type.JOB_LOST, reason);
        }
    }

    /** What an instance with a wrong clock wrote about the future must not make the job unseen until then. */
    private static boolean isOlder(JobObserved observation, Job job, Instant now) {
        return observation.getBeganAt().isBefore(job.lookedAt())
                && !job.lookedAt().isAfter(now);
    }

    private static void see(ProjectSession session, Job job, Job looked, JobSnapshot seen) {
        String before = job.snapshot().status();
        String status = seen.status() != null ? seen.status() : before;
        if (job.following() instanceof Lingering lingering && !lingering.mayRevive()) {
            status = before;
        }
        JobSnapshot snapshot = Snapshots.replace(seen, job.id(), status);
        Job next = looked.with(snapshot);
        if (!snapshot.equals(job.snapshot())) {
            Type type = Objects.equals(before, status) ? Type.JOB_UPDATED : Snapshots.typeOf(status);
            next = next.told();
            session.outbox.announce(Announcement.ofJob(type, next, before, null));
        }
        session.jobs.save(job, next.with(session.jobs.followingAfter(next, job.following())));
    }
}
