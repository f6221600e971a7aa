package io.docsagent.worker.domain;

import io.docsagent.worker.domain.Effect.Count.What;
import io.docsagent.worker.domain.Job.Ended;
import io.docsagent.worker.domain.Job.Followed;
import io.docsagent.worker.domain.Job.Lingering;
import io.docsagent.worker.domain.Timer.Kind;
import io.docsagent.worker.domain.Turn.Announcement;
import io.docsagent.worker.message.Input.JobSighted;
import io.docsagent.worker.message.JobSnapshot;
import io.docsagent.worker.message.StatusEvent.Reason;
import io.docsagent.worker.message.StatusEvent.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A project's jobs: accepted, seen, lost, stalled, forgotten. */
final class Jobs {

    private Jobs() {}

    /** The service took a create, or a message to the job. */
    static void accepted(Turn turn, String jobId, @Nullable JobSnapshot answered, Job.Origin origin) {
        Job known = turn.jobs.get(Keys.job(turn.projectId(), jobId));
        if (known == null) {
            makeRoom(turn);
            turn.project = turn.project.with(turn.project.counts().jobs(1));
        }
        Job job = known != null ? known : new Job(JobSnapshot.ofId(jobId), origin, 0, 0, Instant.EPOCH, followed(turn));
        String previous = job.snapshot().status();
        JobSnapshot answer = answered != null ? answered : JobSnapshot.ofId(jobId);
        // "active" where the answer does not say; the rest, where it does not say, is as it was.
        String status = answer.status() != null ? answer.status() : "active";
        Job next = job.with(Snapshots.merge(job.snapshot(), answer, status))
                .with(origin)
                .nextGeneration()
                .told();
        turn.announce(Announcement.ofJob(Snapshots.typeOf(status), next, previous, null));
        save(turn, known, next.with(followingAfter(turn, next, followed(turn))));
    }

    /** The latest command of a job; of none where the job is not known. */
    static Job.Origin originOf(Turn turn, String jobId) {
        Job job = turn.jobs.get(Keys.job(turn.projectId(), jobId));
        return job == null ? Job.Origin.NONE : job.origin();
    }

    /** A message of unknown fate may have made the job active again, or yet will, until the straggler time is over. */
    static void maybeRevived(Turn turn, String jobId, Instant deadline) {
        Job job = turn.jobs.get(Keys.job(turn.projectId(), jobId));
        if (job == null) {
            return;
        }
        Job next = job.nextGeneration();
        if (!Job.isFinal(job.snapshot().status())) {
            save(turn, job, next.with(job.following() instanceof Followed going ? going : followed(turn)));
            return;
        }
        Instant until = deadline.plus(turn.policy.quota().straggler());
        Instant least = turn.now.plus(turn.policy.jobs().linkGrace());
        until = until.isBefore(least) ? least : until;
        if (job.following() instanceof Lingering before && before.until().isAfter(until)) {
            until = before.until();
        }
        next = next.with(new Lingering(turn.now, until, true));
        save(turn, job, next);
    }

    static void sighted(Turn turn, JobSighted sighting) {
        Job job = turn.jobs.get(Keys.job(turn.projectId(), sighting.jobId()));
        if (job == null
                || job.isEnded()
                || sighting.generation() != job.generation()
                || isOlder(sighting, job, turn.now)) {
            return;
        }
        Instant began = sighting.getBeganAt();
        // The poller's clock may be ahead of the leader that appended this.
        Job looked = job.lookedAt(began.isAfter(turn.now) ? turn.now : began);
        if (sighting.job() != null) {
            see(turn, job, looked, sighting.job());
        } else if (job.following() instanceof Lingering) {
            // Its end has been told; nothing more will come of it.
            save(turn, job, looked.with(ended(turn)));
        } else {
            end(turn, job, looked, Type.JOB_LOST, new Reason("not_found", "the service does not know the job", 404));
        }
    }

    /** What an instance with a wrong clock wrote about the future must not make the job unseen until then. */
    private static boolean isOlder(JobSighted sighting, Job job, Instant now) {
        return sighting.getBeganAt().isBefore(job.lookedAt()) && !job.lookedAt().isAfter(now);
    }

    private static void see(Turn turn, Job job, Job looked, JobSnapshot seen) {
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
            turn.announce(Announcement.ofJob(type, next, before, null));
        }
        save(turn, job, next.with(followingAfter(turn, next, job.following())));
    }

    /** @param soFar how it was followed, to go on with while it has not ended */
    private static Job.Following followingAfter(Turn turn, Job job, Job.Following soFar) {
        boolean ended = Job.isFinal(job.snapshot().status());
        if (!ended) {
            return soFar instanceof Followed ? soFar : followed(turn);
        }
        boolean linkMayCome =
                "completed".equals(job.snapshot().status()) && job.snapshot().prLink() == null;
        if (soFar instanceof Lingering lingering && (lingering.mayRevive() || linkMayCome)) {
            return lingering;
        }
        return linkMayCome && !(soFar instanceof Lingering)
                ? new Lingering(turn.now, turn.now.plus(turn.policy.jobs().linkGrace()), false)
                : ended(turn);
    }

    /** A job's time is up: it is given up, looked at no more, or has longer because its project was held. */
    static void check(Turn turn, String key) {
        Job job = turn.jobs.get(key);
        if (job == null) {
            return;
        }
        switch (job.following()) {
            case Followed followed -> checkFollowed(turn, job, followed);
            case Lingering lingering -> save(turn, job, job.with(ended(turn)));
            case Ended ended -> {}
        }
    }

    private static void checkFollowed(Turn turn, Job job, Followed followed) {
        Duration held = turn.project.hold().heldUntil(turn.now).minus(followed.heldBefore());
        Instant due = followed.since().plus(turn.policy.jobs().giveUpAfter()).plus(held);
        if (due.isAfter(turn.now)) {
            save(turn, job, job.with(new Followed(followed.since(), due, followed.heldBefore())));
            return;
        }
        String message = "the job did not end within " + turn.policy.jobs().giveUpAfter();
        end(turn, job, job, Type.JOB_STALLED, new Reason("stalled", message, null));
    }

    /** Its time is over, unless a message to it still waits, whose events go on with the job's sequence. */
    static void retentionEnds(Turn turn, String key) {
        Job job = turn.jobs.get(key);
        if (job != null && turn.backlog.isInUse(Lane.ofJob(job.id()))) {
            save(turn, job, job.with(ended(turn)));
        } else {
            forget(turn, key);
        }
    }

    /** Only of a job that has ended: a timer for it is not set before. */
    private static void forget(Turn turn, String key) {
        Job job = turn.jobs.get(key);
        if (job != null) {
            turn.backlog.timers().cancel(job.timer(key));
            turn.jobs.delete(key);
            turn.project = turn.project.with(turn.project.counts().jobs(-1));
        }
    }

    /**
     * Why the command may not lead to one more job; null where it may. Those admitted before it may pass the limits: by
     * as many as the queue holds.
     */
    static @Nullable Reason lackOfRoom(Turn turn, QueuedCommand queued) {
        boolean addsOne = queued.jobId() == null
                ? queued.isCreate()
                : turn.jobs.get(Keys.job(turn.projectId(), queued.jobId())) == null;
        if (!addsOne || turn.backlog.timers().next(Kind.JOB_FORGOTTEN) != null) {
            return null;
        }
        if (isProjectFull(turn)) {
            return full("docs-agent.jobs.max-per-project");
        }
        // What other projects keep must not shut out one that has little: its quota bounds what it adds.
        boolean hasMany = turn.project.counts().jobs() >= turn.policy.quota().capacity();
        return hasMany && isPartitionFull(turn) ? full("docs-agent.jobs.max-per-partition") : null;
    }

    private static Reason full(String setting) {
        return new Reason("queue_full", setting + " is reached, and no job of the project has ended", null);
    }

    private static void makeRoom(Turn turn) {
        Timer oldest = turn.backlog.timers().next(Kind.JOB_FORGOTTEN);
        if (oldest != null && (isProjectFull(turn) || isPartitionFull(turn))) {
            forget(turn, oldest.key());
            turn.count(What.JOB_FORGOTTEN_EARLY, null);
        }
    }

    private static boolean isProjectFull(Turn turn) {
        return turn.project.counts().jobs() >= turn.policy.jobs().max();
    }

    private static boolean isPartitionFull(Turn turn) {
        return turn.partitionLoad().jobs() >= turn.policy.jobs().maxPerPartition();
    }

    private static void end(Turn turn, Job known, Job job, Type type, Reason reason) {
        Job told = job.told();
        turn.announce(Announcement.ofJob(type, told, known.snapshot().status(), reason));
        save(turn, known, told.with(ended(turn)));
    }

    private static void save(Turn turn, @Nullable Job before, Job after) {
        String key = Keys.job(turn.projectId(), after.id());
        if (before != null) {
            turn.backlog.timers().cancel(before.timer(key));
        }
        turn.backlog.timers().set(after.timer(key));
        turn.jobs.put(key, after);
        int followed = (after.isEnded() ? 0 : 1) - (before == null || before.isEnded() ? 0 : 1);
        turn.project = turn.project.with(turn.project.counts().followed(followed));
        WatchedJob watched = after.watched(turn.projectId());
        turn.effect(watched != null ? new Effect.Watch(watched) : new Effect.Release(turn.projectId(), after.id()));
    }

    private static Followed followed(Turn turn) {
        Duration held = turn.project.hold().heldUntil(turn.now);
        return new Followed(turn.now, turn.now.plus(turn.policy.jobs().giveUpAfter()), held);
    }

    private static Ended ended(Turn turn) {
        return new Ended(turn.now.plus(turn.policy.jobs().retention()));
    }
}
