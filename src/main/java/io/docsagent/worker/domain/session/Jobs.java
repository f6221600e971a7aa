package io.docsagent.worker.domain.session;

import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.contract.StatusEvent.Type;
import io.docsagent.worker.domain.index.Lanes;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.Continuation;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.JobFollowing;
import io.docsagent.worker.domain.state.JobFollowing.Ended;
import io.docsagent.worker.domain.state.JobFollowing.Followed;
import io.docsagent.worker.domain.state.JobFollowing.Lingering;
import io.docsagent.worker.domain.state.JobFollowing.Proposed;
import io.docsagent.worker.domain.state.LaneId;
import io.docsagent.worker.domain.state.Origin;
import io.docsagent.worker.wire.Answer;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What becomes of a project's jobs: accepted, proposed, revived, given up, forgotten. */
public final class Jobs {

    /** Of an operation that names a job which is not the command's. */
    public static final Reason OTHER_JOB = new Reason("other_job", "the job belongs to another command", null);

    private static final Reason NO_ANSWER =
            new Reason("no_answer", "the service did not answer within docs-agent.poll.give-up-after", null);

    private final Scope scope;
    private final Policy.Following limits;
    private final Instant now;
    private final KnownJobs known;
    private final Lanes lanes;
    private final Holds holds;
    private final Continuations continuations;

    Jobs(Scope scope, KnownJobs known, Lanes lanes, Holds holds, Continuations continuations) {
        this.scope = scope;
        this.limits = scope.policy().jobs();
        this.now = scope.now();
        this.known = known;
        this.lanes = lanes;
        this.holds = holds;
        this.continuations = continuations;
    }

    /** The job of a create that was accepted. */
    public static String createdBy(Answer.Accepted accepted) {
        if (accepted.job() == null) {
            throw new IllegalStateException("a create was accepted without a job");
        }
        return accepted.job().id();
    }

    /**
     * The service took a create, or a message to the job.
     *
     * @param isCreate whether it was a create
     */
    public void accepted(String jobId, @Nullable JobSnapshot answered, Origin origin, boolean isCreate) {
        Job before = known.find(jobId);
        Job job = before != null ? before : Job.firstTakenBy(origin, jobId, followedFromNow(null));
        if (before == null) {
            known.makeRoom(job);
        }
        String previous = job.snapshot().status();
        JobSnapshot answer = answered != null ? answered : JobSnapshot.ofId(jobId);
        // "active" where the answer does not say; the rest, where it does not say, is as it was.
        String status = answer.status() != null ? answer.status() : "active";
        Job next = job.with(Snapshots.merge(job.snapshot(), answer, status))
                .accepted(origin, isCreate)
                .with(continuation(job, origin, isCreate))
                .withNextSequence();
        scope.outbox().announce(Announcement.ofJob(Snapshots.typeOf(status), next, previous, null));
        Job followed = next.with(followedFromNow(next.mayReviveUntil()));
        known.save(followed.with(followingAfter(followed)));
        continuations.jobHasChanged(jobId);
        if (before != null && before.following() instanceof Proposed proposed) {
            settle(proposed, origin);
        }
    }

    /** What it goes on with after one more command; the key of a create goes over from the job that had it. */
    private @Nullable Continuation continuation(Job job, Origin origin, boolean isCreate) {
        if (!isCreate || origin.continueKey() == null) {
            return job.continuation() == null ? null : job.continuation().continued();
        }
        known.withKey(origin.continueKey()).ifPresent(before -> known.save(before.with((Continuation) null)));
        return new Continuation(origin.continueKey(), now, 0);
    }

    /** An operator says that the service took a command as this job, of which nothing is known: a GET is to prove it. */
    public void propose(String jobId, Operation operation) {
        Job proposed = Job.proposed(jobId, operation, now, now.plus(limits.giveUpAfter()));
        known.makeRoom(proposed);
        known.save(proposed);
    }

    /** What an operator said of the job is refused. */
    public void refuse(Job job, Proposed proposed, Reason reason) {
        known.forget(job);
        scope.outbox().release(job.id());
        scope.outbox().announce(Announcement.ofRefused(proposed.operation(), reason));
    }

    /** The service took a command as the job that an operator named, be it the operator's command or another one. */
    private void settle(Proposed proposed, Origin origin) {
        Operation operation = proposed.operation();
        boolean isSaid = operation.action() instanceof Operation.ResolveTaken taken
                && taken.commandId().equals(origin.commandId());
        scope.outbox()
                .announce(isSaid ? Announcement.ofDone(operation, 1) : Announcement.ofRefused(operation, OTHER_JOB));
    }

    /** The service took a message to the job, of which no GET may have shown the effect yet. */
    public void revived(String jobId) {
        mayBeRevived(jobId, now.plus(scope.policy().quota().straggler()));
    }

    /** A message of unknown outcome may have made the job active again, or may until then. */
    public void mayBeRevived(String jobId, Instant taken) {
        Job job = known.find(jobId);
        if (job == null || job.following() instanceof Proposed) {
            return;
        }
        Instant until = later(later(taken, now.plus(limits.linkGrace())), job.mayReviveUntil());
        boolean hasEnded = Job.isFinal(job.snapshot().status());
        Followed going = job.following() instanceof Followed followed ? followed : followedFromNow(null);
        JobFollowing next = hasEnded
                ? new Lingering(now, until, true)
                : new Followed(going.since(), going.checkAt(), going.heldBefore(), until);
        known.save(job.maybeTaken().with(next));
    }

    /** How a job is followed from now on that was followed as it says. */
    public JobFollowing followingAfter(Job job) {
        JobFollowing soFar = job.following();
        if (!Job.isFinal(job.snapshot().status())) {
            return soFar instanceof Followed ? soFar : followedFromNow(job.mayReviveUntil());
        }
        boolean linkMayCome =
                "completed".equals(job.snapshot().status()) && job.snapshot().prLink() == null;
        if (soFar instanceof Lingering lingering) {
            return lingering.mayRevive() || linkMayCome ? lingering : endedNow();
        }
        Instant revived = job.mayReviveUntil();
        boolean mayRevive = revived != null && revived.isAfter(now);
        if (!mayRevive && !linkMayCome) {
            return endedNow();
        }
        Instant link = linkMayCome ? now.plus(limits.linkGrace()) : now;
        return new Lingering(now, later(link, revived), mayRevive);
    }

    private static Instant later(Instant one, @Nullable Instant other) {
        return other != null && other.isAfter(one) ? other : one;
    }

    /** A job's time is over: it is given up, no longer polled, or has longer because its project was held. */
    public void check(String key) {
        Job job = known.get(key);
        if (job == null) {
            return;
        }
        switch (job.following()) {
            case Followed followed -> checkFollowed(job, followed);
            case Lingering lingering -> known.save(job.with(endedNow()));
            case Ended ended -> {}
            case Proposed proposed -> refuse(job, proposed, NO_ANSWER);
        }
    }

    private void checkFollowed(Job job, Followed followed) {
        Duration held = holds.heldUntilNow().minus(followed.heldBefore());
        Instant due = followed.since().plus(limits.giveUpAfter()).plus(held);
        if (due.isAfter(now)) {
            known.save(job.with(new Followed(followed.since(), due, followed.heldBefore(), followed.mayReviveUntil())));
            return;
        }
        String message = "the job did not end within " + limits.giveUpAfter();
        end(job, job, Type.JOB_STALLED, new Reason("stalled", message, null));
    }

    /** Its time is over, unless a message to it waits or may come, whose events go on with the job's sequence. */
    public void retentionEnds(String key) {
        Job job = known.get(key);
        boolean isWanted = job != null && (lanes.isInUse(LaneId.ofJob(job.id())) || isContinuable(job));
        if (job != null && isWanted) {
            known.save(job.with(endedNow(job.givenUpFor())));
        } else if (job != null) {
            known.forget(job);
        }
    }

    private boolean isContinuable(Job job) {
        return job.isContinuable(
                limits.continuing().maxAge(), limits.continuing().maxMessages(), now);
    }

    public void end(Job before, Job job, Type type, Reason reason) {
        Job ended = job.withNextSequence();
        scope.outbox()
                .announce(Announcement.ofJob(type, ended, before.snapshot().status(), reason));
        known.save(ended.with(endedNow(reason)));
    }

    private Followed followedFromNow(@Nullable Instant mayReviveUntil) {
        Duration held = holds.heldUntilNow();
        return new Followed(now, now.plus(limits.giveUpAfter()), held, mayReviveUntil);
    }

    public Ended endedNow() {
        return endedNow(null);
    }

    private Ended endedNow(@Nullable Reason reason) {
        return new Ended(now.plus(limits.retention()), reason);
    }
}
