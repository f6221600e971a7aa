package io.docsagent.worker.domain.session;

import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.contract.StatusEvent.Type;
import io.docsagent.worker.domain.decision.Effect.Count.Result;
import io.docsagent.worker.domain.index.Timers;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Job.Ended;
import io.docsagent.worker.domain.state.Job.Followed;
import io.docsagent.worker.domain.state.Job.Lingering;
import io.docsagent.worker.domain.state.Job.Proposed;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Timer;
import io.docsagent.worker.domain.state.Timer.Kind;
import io.docsagent.worker.wire.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Owns a project's jobs, accepted, seen, lost, stalled, forgotten: their table, timers and counts. */
public final class Jobs {

    /** Of an operation that names a job which is not the command's. */
    public static final Reason OTHER_JOB = new Reason("other_job", "the job belongs to another command", null);

    private static final Reason NO_ANSWER =
            new Reason("no_answer", "the service did not answer within docs-agent.poll.give-up-after", null);

    private final Scope scope;
    private final Policy.Following limits;
    private final Instant now;
    private final Draft<Job> table;
    private final Timers timers;
    private final CommandQueue queue;
    private final Holds holds;
    private int count;
    private int followed;
    private int recordsChanged;
    private long bytesMore;

    /** @param timers of the whole project, of which it sets and cancels its own */
    Jobs(Project project, Scope scope, Draft<Job> table, Timers timers, CommandQueue queue, Holds holds) {
        this.scope = scope;
        this.limits = scope.policy().jobs();
        this.now = scope.now();
        this.table = table;
        this.timers = timers;
        this.queue = queue;
        this.holds = holds;
        this.count = project.counts().jobs();
        this.followed = project.counts().followed();
    }

    /** Known of the project. */
    int count() {
        return count;
    }

    /** Of those, the ones that are polled. */
    int followed() {
        return followed;
    }

    /** That the decision adds to what is stored. */
    long bytesMore() {
        return bytesMore;
    }

    /** Public records of commands that change with the jobs that the decision has changed. */
    int recordsChanged() {
        return recordsChanged;
    }

    /** The job of a create that was accepted. */
    public static String createdBy(Answer.Accepted accepted) {
        if (accepted.job() == null) {
            throw new IllegalStateException("a create was accepted without a job");
        }
        return accepted.job().id();
    }

    @Nullable
    public Job find(String jobId) {
        return table.get(Keys.job(scope.projectId(), jobId));
    }

    /**
     * The service took a create, or a message to the job.
     *
     * @param isCreate whether it was a create
     */
    public void accepted(String jobId, @Nullable JobSnapshot answered, Job.Origin origin, boolean isCreate) {
        Job known = find(jobId);
        Job job = known != null
                ? known
                : new Job(JobSnapshot.ofId(jobId), origin, List.of(), 0, 0, Instant.EPOCH, followedFromNow());
        if (known == null) {
            makeRoom(job);
            count++;
        }
        String previous = job.snapshot().status();
        JobSnapshot answer = answered != null ? answered : JobSnapshot.ofId(jobId);
        // "active" where the answer does not say; the rest, where it does not say, is as it was.
        String status = answer.status() != null ? answer.status() : "active";
        Job next = job.with(Snapshots.merge(job.snapshot(), answer, status))
                .with(origin)
                .withCreate(isCreate)
                .nextGeneration()
                .withNextSequence();
        scope.outbox().announce(Announcement.ofJob(Snapshots.typeOf(status), next, previous, null));
        save(known, next.with(followingAfter(next, followedFromNow())));
        if (known != null && known.following() instanceof Proposed proposed) {
            settle(proposed, origin);
        }
    }

    /** An operator says that the service took a command as this job, of which nothing is known: a GET is to prove it. */
    public void propose(String jobId, Operation operation) {
        Job proposed = Job.proposed(jobId, operation, now, now.plus(limits.giveUpAfter()));
        makeRoom(proposed);
        count++;
        save(null, proposed);
    }

    /** What an operator said of the job is refused. */
    public void refuse(Job job, Proposed proposed, Reason reason) {
        String key = Keys.job(scope.projectId(), job.id());
        delete(key, job);
        followed--;
        scope.outbox().release(job.id());
        scope.outbox().announce(Announcement.ofRefused(proposed.operation(), reason));
    }

    /** The service took a command as the job that an operator named, be it the operator's command or another one. */
    private void settle(Proposed proposed, Job.Origin origin) {
        Operation operation = proposed.operation();
        boolean isSaid = operation.action() instanceof Operation.ResolveTaken taken
                && taken.commandId().equals(origin.commandId());
        scope.outbox()
                .announce(isSaid ? Announcement.ofDone(operation, 1) : Announcement.ofRefused(operation, OTHER_JOB));
    }

    /** The latest command of a job; of none where the job is not known. */
    public Job.Origin originOf(String jobId) {
        Job job = find(jobId);
        return job == null ? Job.Origin.NONE : job.origin();
    }

    /** A message of unknown outcome may have made the job active again, or yet will, until the straggler time is over. */
    public void maybeRevived(String jobId, Instant deadline) {
        Job job = find(jobId);
        if (job == null || job.following() instanceof Proposed) {
            return;
        }
        Job next = job.nextGeneration();
        if (!Job.isFinal(job.snapshot().status())) {
            save(job, next.with(job.following() instanceof Followed going ? going : followedFromNow()));
            return;
        }
        Instant until = deadline.plus(scope.policy().quota().straggler());
        Instant least = now.plus(limits.linkGrace());
        until = until.isBefore(least) ? least : until;
        if (job.following() instanceof Lingering before && before.until().isAfter(until)) {
            until = before.until();
        }
        next = next.with(new Lingering(now, until, true));
        save(job, next);
    }

    /** @param soFar how it was followed, to go on with while it has not ended */
    public Job.Following followingAfter(Job job, Job.Following soFar) {
        boolean ended = Job.isFinal(job.snapshot().status());
        if (!ended) {
            return soFar instanceof Followed ? soFar : followedFromNow();
        }
        boolean linkMayCome =
                "completed".equals(job.snapshot().status()) && job.snapshot().prLink() == null;
        if (soFar instanceof Lingering lingering && (lingering.mayRevive() || linkMayCome)) {
            return lingering;
        }
        return linkMayCome && !(soFar instanceof Lingering)
                ? new Lingering(now, now.plus(limits.linkGrace()), false)
                : endedNow();
    }

    /** A job's time is over: it is given up, no longer polled, or has longer because its project was held. */
    public void check(String key) {
        Job job = table.get(key);
        if (job == null) {
            return;
        }
        switch (job.following()) {
            case Followed followed -> checkFollowed(job, followed);
            case Lingering lingering -> save(job, job.with(endedNow()));
            case Ended ended -> {}
            case Proposed proposed -> refuse(job, proposed, NO_ANSWER);
        }
    }

    private void checkFollowed(Job job, Followed followed) {
        Duration held = holds.heldUntilNow().minus(followed.heldBefore());
        Instant due = followed.since().plus(limits.giveUpAfter()).plus(held);
        if (due.isAfter(now)) {
            save(job, job.with(new Followed(followed.since(), due, followed.heldBefore())));
            return;
        }
        String message = "the job did not end within " + limits.giveUpAfter();
        end(job, job, Type.JOB_STALLED, new Reason("stalled", message, null));
    }

    /** Its time is over, unless a message to it still waits, whose events go on with the job's sequence. */
    public void retentionEnds(String key) {
        Job job = table.get(key);
        if (job != null && queue.isInUse(job.id())) {
            save(job, job.with(endedNow(job.givenUpFor())));
        } else {
            forget(key);
        }
    }

    /** Only of a job that has ended: a timer for it is not set before. */
    private void forget(String key) {
        Job job = table.get(key);
        if (job != null) {
            delete(key, job);
        }
    }

    private void delete(String key, Job job) {
        timers.cancel(job.timer(key));
        table.delete(key);
        count--;
        bytesMore -= job.bytes(scope.projectId());
    }

    /**
     * Why the command may not lead to one more job; null where it may. Those admitted before it may pass the limits: by
     * as many as the queue holds.
     */
    @Nullable
    public Reason lackOfRoom(QueuedCommand queued) {
        boolean addsOne = queued.jobId() == null ? queued.isCreate() : find(queued.jobId()) == null;
        if (!addsOne || timers.next(Kind.JOB_FORGOTTEN) != null) {
            return null;
        }
        if (isProjectFull()) {
            return full("docs-agent.jobs.max-per-project");
        }
        // What other projects keep must not shut out one that has little: its quota bounds what it adds.
        boolean hasMany = count >= scope.policy().quota().capacity();
        return hasMany && scope.isStateFull() ? full("docs-agent.state.max-bytes-per-partition") : null;
    }

    private static Reason full(String setting) {
        return new Reason("queue_full", setting + " is reached, and no job of the project has ended", null);
    }

    /** Of its jobs that have ended, where the partition is full as many as have the bytes of the new one. */
    private void makeRoom(Job added) {
        long wanted = bytesMore - added.bytes(scope.projectId());
        Timer oldest = isProjectFull() || scope.isStateFull() ? timers.next(Kind.JOB_FORGOTTEN) : null;
        while (oldest != null) {
            forget(oldest.key());
            scope.outbox().count(Result.JOB_FORGOTTEN_EARLY);
            oldest = scope.isStateFull() && bytesMore > wanted ? timers.next(Kind.JOB_FORGOTTEN) : null;
        }
    }

    private boolean isProjectFull() {
        return count >= limits.max();
    }

    public void end(Job known, Job job, Type type, Reason reason) {
        Job ended = job.withNextSequence();
        scope.outbox().announce(Announcement.ofJob(type, ended, known.snapshot().status(), reason));
        save(known, ended.with(endedNow(reason)));
    }

    public void save(@Nullable Job before, Job after) {
        String key = Keys.job(scope.projectId(), after.id());
        if (before != null) {
            timers.cancel(before.timer(key));
            bytesMore -= before.bytes(scope.projectId());
        }
        timers.set(after.timer(key));
        table.put(key, after);
        bytesMore += after.bytes(scope.projectId());
        recordsChanged += 1 + after.earlier().size();
        followed += (after.isEnded() ? 0 : 1) - (before == null || before.isEnded() ? 0 : 1);
        scope.outbox().watch(after);
    }

    private Followed followedFromNow() {
        Duration held = holds.heldUntilNow();
        return new Followed(now, now.plus(limits.giveUpAfter()), held);
    }

    public Ended endedNow() {
        return endedNow(null);
    }

    private Ended endedNow(@Nullable Reason reason) {
        return new Ended(now.plus(limits.retention()), reason);
    }
}
