package io.docsagent.worker.domain.rule;

import io.docsagent.worker.domain.decision.Effect.Count.What;
import io.docsagent.worker.domain.session.Announcement;
import io.docsagent.worker.domain.session.Jobs;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.CallId;
import io.docsagent.worker.domain.state.DedupEntry;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.LaneId;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Sweep;
import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.Identity;
import io.docsagent.worker.message.JobSnapshot;
import io.docsagent.worker.message.Operation;
import io.docsagent.worker.message.StatusEvent;
import io.docsagent.worker.message.StatusEvent.Reason;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An operator says what became of a command of unknown outcome. */
final class Resolution {

    private static final Reason NOT_UNKNOWN =
            new Reason("not_unknown", "the outcome of the command is not, or no longer, unknown", null);

    private static final Reason UNKNOWN_JOB = new Reason("unknown_job", "the service does not know the job", 404);

    private static final Reason NOT_REMEMBERED =
            new Reason("not_remembered", "there was no room to keep the command's content; publish it again", null);

    private static final Reason UNREACHABLE = new Reason(
            "deadline_unreachable", "its expiresAt comes before the service can take the earlier call no more", null);

    private Resolution() {}

    /** The service took it: where nothing is known of the job, a GET is to prove that there is one. */
    static void taken(ProjectSession session, Operation operation, Operation.ResolveTaken taken) {
        Identity identity = Identity.ofCommandId(taken.commandId());
        DedupEntry seen = ofUnknownOutcome(session, operation, identity);
        if (seen == null) {
            return;
        }
        DedupEntry.Unknown unknown = (DedupEntry.Unknown) seen.state();
        Job job = session.jobs().find(taken.jobId());
        boolean mayBeItsOwn =
                seen.create() ? job == null || !job.hasCreate() : taken.jobId().equals(unknown.jobId());
        if (!mayBeItsOwn || (job != null && job.following() instanceof Job.Proposed)) {
            Operating.refuse(session, operation, Jobs.OTHER_JOB);
        } else if (job == null) {
            session.jobs().propose(taken.jobId(), operation);
        } else {
            accept(session, identity, seen, unknown, job.id(), job.snapshot());
            Operating.done(session, operation, 1);
        }
    }

    /** @param found the job as a GET showed it; null where the service does not know it */
    static void proved(ProjectSession session, Job job, Job.Proposed proposed, @Nullable JobSnapshot found) {
        var taken = (Operation.ResolveTaken) proposed.operation().action();
        Identity identity = Identity.ofCommandId(taken.commandId());
        DedupEntry seen = session.dedup().find(identity);
        if (found == null) {
            session.jobs().refuse(job, proposed, UNKNOWN_JOB);
        } else if (seen != null && seen.state() instanceof DedupEntry.Unknown unknown) {
            accept(session, identity, seen, unknown, job.id(), found);
        } else {
            session.jobs().refuse(job, proposed, seen == null ? Operating.UNKNOWN_COMMAND : NOT_UNKNOWN);
        }
    }

    private static void accept(
            ProjectSession session,
            Identity identity,
            DedupEntry seen,
            DedupEntry.Unknown unknown,
            String jobId,
            JobSnapshot job) {
        session.dedup().acceptedLate(identity, jobId, unknown);
        session.jobs().accepted(jobId, job, unknown.origin(), seen.create());
    }

    /**
     * The service did not take it.
     *
     * @return the command as it was queued to be sent again; null where it was not
     */
    static @Nullable QueuedCommand notTaken(
            ProjectSession session, Operation operation, Operation.ResolveNotTaken notTaken) {
        Identity identity = Identity.ofCommandId(notTaken.commandId());
        DedupEntry seen = ofUnknownOutcome(session, operation, identity);
        if (seen == null) {
            return null;
        }
        DedupEntry.Unknown unknown = (DedupEntry.Unknown) seen.state();
        if (notTaken.repeat()) {
            return repeat(session, operation, identity, seen, unknown);
        }
        reject(session, operation, identity, seen, unknown);
        Operating.done(session, operation, 1);
        return null;
    }

    /**
     * The service did not take one of many.
     *
     * @param key of what is remembered of it
     * @return with it counted, where it is concerned
     */
    static Sweep.Resolve oneOfMany(ProjectSession session, Sweep.Resolve sweep, String key) {
        DedupEntry seen = session.dedup().find(key);
        if (seen == null || !(seen.state() instanceof DedupEntry.Unknown unknown) || !sweep.concerns(unknown)) {
            return sweep;
        }
        Identity identity = Keys.identityOf(key);
        if (!sweep.many().repeat()) {
            reject(session, sweep.operation(), identity, seen, unknown);
            return sweep.counted(true);
        }
        return sweep.counted(repeat(session, identity, seen, unknown) instanceof Repeat.Queued);
    }

    private static void reject(
            ProjectSession session,
            Operation operation,
            Identity identity,
            DedupEntry seen,
            DedupEntry.Unknown unknown) {
        Reason reason = new Reason("not_taken", "resolved by " + operation.cause(), null);
        Command.Type type = seen.create() ? Command.Type.CREATE : Command.Type.MESSAGE;
        session.outbox().count(What.REJECTED, type, unknown.publisher());
        session.outbox().announce(Announcement.ofCommand(StatusEvent.Type.COMMAND_REJECTED, unknown.origin(), reason));
        session.dedup().rejected(identity, seen, unknown, reason);
    }

    private static @Nullable QueuedCommand repeat(
            ProjectSession session,
            Operation operation,
            Identity identity,
            DedupEntry seen,
            DedupEntry.Unknown unknown) {
        return switch (repeat(session, identity, seen, unknown)) {
            case Repeat.Refused refused -> {
                Operating.refuse(session, operation, refused.reason());
                yield null;
            }
            case Repeat.Queued queued -> {
                Operating.done(session, operation, 1);
                yield queued.command();
            }
        };
    }

    /** What became of the wish to have a command sent again. */
    private sealed interface Repeat {

        record Queued(QueuedCommand command) implements Repeat {}

        record Refused(Reason reason) implements Repeat {}
    }

    private static Repeat repeat(
            ProjectSession session, Identity identity, DedupEntry seen, DedupEntry.Unknown unknown) {
        if (unknown.command() == null) {
            return new Repeat.Refused(NOT_REMEMBERED);
        }
        QueuedCommand queued = queuedAgain(session, identity, seen, unknown, unknown.command());
        Reason refusal = lackOfRoom(session, queued);
        if (refusal != null) {
            return new Repeat.Refused(refusal);
        }
        session.dedup().repeats(queued, seen, unknown);
        session.queue().enter(queued);
        session.outbox().count(What.REPEATED, queued.command());
        return new Repeat.Queued(queued);
    }

    /** With an attempt that comes after those that were made, and not before the service can take those no more. */
    private static QueuedCommand queuedAgain(
            ProjectSession session, Identity identity, DedupEntry seen, DedupEntry.Unknown unknown, Command content) {
        String admission = Objects.requireNonNull(seen.admission(), "was queued");
        Instant earliest = content.notBefore();
        for (int attempt : seen.unknown()) {
            CallId call = new CallId(identity, admission, attempt);
            Instant until = session.quota().mayBeTakenUntil(call.toString());
            boolean isLater =
                    until != null && until.isAfter(session.now()) && (earliest == null || until.isAfter(earliest));
            earliest = isLater ? until : earliest;
        }
        String jobId = unknown.jobId();
        return new QueuedCommand(
                session.queue().nextSequence(),
                content.with(content.prompt(), content.priority(), earliest).uncoalesced(),
                identity,
                admission,
                jobId == null ? LaneId.ofCreate(identity) : LaneId.ofJob(jobId),
                jobId,
                session.now(),
                Objects.requireNonNull(seen.ended(), "has a commandId").attempts(),
                0,
                null,
                null,
                null,
                null);
    }

    private static @Nullable Reason lackOfRoom(ProjectSession session, QueuedCommand queued) {
        Instant expiresAt = queued.command().expiresAt();
        if (expiresAt != null && !queued.dueAt().isBefore(expiresAt)) {
            return UNREACHABLE;
        }
        Reason full = session.queue().lackOfRoom(queued);
        return full != null ? full : session.jobs().lackOfRoom(queued);
    }

    /** What is remembered of a command of unknown outcome; null where it is none, and the operation was refused. */
    private static @Nullable DedupEntry ofUnknownOutcome(
            ProjectSession session, Operation operation, Identity identity) {
        DedupEntry seen = session.dedup().find(identity);
        if (seen != null && seen.state() instanceof DedupEntry.Unknown) {
            return seen;
        }
        Operating.refuse(session, operation, seen == null ? Operating.UNKNOWN_COMMAND : NOT_UNKNOWN);
        return null;
    }
}
