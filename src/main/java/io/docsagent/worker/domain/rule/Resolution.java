package io.docsagent.worker.domain.rule;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.JobSnapshot;
import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.domain.decision.Effect.Count.Result;
import io.docsagent.worker.domain.session.Jobs;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.BulkTask;
import io.docsagent.worker.domain.state.CommandOutcome;
import io.docsagent.worker.domain.state.EndedCommand;
import io.docsagent.worker.domain.state.Job;
import io.docsagent.worker.domain.state.JobFollowing;
import io.docsagent.worker.domain.state.Keys;
import io.docsagent.worker.domain.state.KnownCommand;
import io.docsagent.worker.domain.state.LaneId;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.wire.Identity;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An operator says what became of a command of unknown outcome. */
final class Resolution {

    private static final Reason NOT_UNKNOWN =
            new Reason("not_unknown", "the command's outcome is not, or no longer, unknown", null);

    private static final Reason UNKNOWN_JOB = new Reason("unknown_job", "the service does not know the job", 404);

    private static final Reason NOT_REMEMBERED =
            new Reason("not_remembered", "there was no room to keep the command's content; publish it again", null);

    private static final Reason UNREACHABLE = new Reason(
            "deadline_unreachable", "until its expiresAt, the service might still accept the earlier attempt", null);

    private Resolution() {}

    /** The service took it: where nothing is known of the job, a GET is to prove that there is one. */
    static void taken(ProjectSession session, Operation operation, Operation.ResolveTaken taken) {
        Identity identity = Identity.ofCommandId(taken.commandId());
        EndedCommand unknown = ofUnknownOutcome(session, operation, identity);
        if (unknown == null) {
            return;
        }
        Job job = session.knownJobs().find(taken.jobId());
        boolean mayBeItsOwn = unknown.isCreate()
                ? job == null || !job.commands().byCreate()
                : taken.jobId().equals(unknown.knownJob());
        if (!mayBeItsOwn || (job != null && job.following() instanceof JobFollowing.Proposed)) {
            Operating.refuse(session, operation, Jobs.OTHER_JOB);
        } else if (job == null) {
            session.jobs().propose(taken.jobId(), operation);
        } else {
            Ending.acceptedLate(session, identity, unknown, job.id(), job.snapshot(), unknown.isCreate());
            // It may have changed since it was last seen.
            session.jobs().revived(job.id());
            Operating.done(session, operation, 1);
        }
    }

    /** @param found the job as a GET showed it; null where the service does not know it */
    static void proved(ProjectSession session, Job job, JobFollowing.Proposed proposed, @Nullable JobSnapshot found) {
        var taken = (Operation.ResolveTaken) proposed.operation().action();
        Identity identity = Identity.ofCommandId(taken.commandId());
        KnownCommand known = session.dedup().find(identity);
        if (found == null) {
            session.jobs().refuse(job, proposed, UNKNOWN_JOB);
        } else if (known instanceof EndedCommand ended && ended.state() == CommandState.UNKNOWN) {
            Ending.acceptedLate(session, identity, ended, job.id(), found, ended.isCreate());
        } else {
            session.jobs().refuse(job, proposed, known == null ? Operating.UNKNOWN_COMMAND : NOT_UNKNOWN);
        }
    }

    /**
     * The service did not take it.
     *
     * @return the command as it was queued to be sent again; null where it was not
     */
    static @Nullable QueuedCommand notTaken(
            ProjectSession session, Operation operation, Operation.ResolveNotTaken notTaken) {
        Identity identity = Identity.ofCommandId(notTaken.commandId());
        EndedCommand unknown = ofUnknownOutcome(session, operation, identity);
        if (unknown == null) {
            return null;
        }
        if (notTaken.repeat()) {
            return repeat(session, operation, identity, unknown);
        }
        reject(session, operation, identity, unknown);
        Operating.done(session, operation, 1);
        return null;
    }

    /**
     * The service did not take one of many.
     *
     * @param key of what is remembered of it
     * @return with it counted, where it is concerned
     */
    static BulkTask.Resolve oneOfMany(ProjectSession session, BulkTask.Resolve task, String key) {
        EndedCommand ended = session.dedup().find(key);
        if (ended == null || !task.concerns(ended)) {
            return task;
        }
        Identity identity = Keys.identityOf(key);
        if (!task.many().repeat()) {
            reject(session, task.operation(), identity, ended);
            return task.counted(true);
        }
        return task.counted(repeat(session, identity, ended) instanceof Repeat.Queued);
    }

    private static void reject(ProjectSession session, Operation operation, Identity identity, EndedCommand unknown) {
        Reason reason = new Reason("not_taken", "resolved by " + operation.cause(), null);
        EndedCommand rejected = unknown.dismissed(reason);
        session.dedup().update(identity, rejected);
        Ending.announce(session, rejected.type(), rejected.eventOrigin(), rejected);
    }

    private static @Nullable QueuedCommand repeat(
            ProjectSession session, Operation operation, Identity identity, EndedCommand unknown) {
        return switch (repeat(session, identity, unknown)) {
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

    private static Repeat repeat(ProjectSession session, Identity identity, EndedCommand unknown) {
        Command content = ((CommandOutcome.Unknown) unknown.outcome()).command();
        if (content == null) {
            return new Repeat.Refused(NOT_REMEMBERED);
        }
        QueuedCommand queued = queuedAgain(session, identity, unknown, content);
        Optional<Reason> refusal = lackOfRoom(session, queued);
        if (refusal.isPresent()) {
            return new Repeat.Refused(refusal.get());
        }
        // It is in the queue, and not remembered as ended.
        session.marks().remove(queued.identity());
        QueuedCommand placed = queued.jobId() == null ? session.continuations().placed(queued) : queued;
        session.queue().enter(placed);
        session.outbox().count(Result.REPEATED, placed.command());
        return new Repeat.Queued(placed);
    }

    /** With an attempt that comes after those that were made, and not before the service can take those no more. */
    private static QueuedCommand queuedAgain(
            ProjectSession session, Identity identity, EndedCommand unknown, Command content) {
        String admission = Objects.requireNonNull(unknown.admission(), "was queued");
        Instant earliest = content.notBefore();
        Instant taken = session.quota().mayBeTakenUntil(identity, admission, unknown.calls());
        if (taken != null && (earliest == null || taken.isAfter(earliest))) {
            earliest = taken;
        }
        String jobId = unknown.knownJob();
        return QueuedCommand.arrived(
                        session.queue().nextSequence(),
                        content.with(content.prompt(), content.priority(), earliest)
                                .uncoalesced(),
                        identity,
                        admission,
                        jobId == null ? LaneId.ofCreate(identity) : LaneId.ofJob(jobId),
                        jobId,
                        session.now(),
                        null)
                .repeating(unknown);
    }

    private static Optional<Reason> lackOfRoom(ProjectSession session, QueuedCommand queued) {
        Instant expiresAt = queued.command().expiresAt();
        if (expiresAt != null && !queued.dueAt().isBefore(expiresAt)) {
            return Optional.of(UNREACHABLE);
        }
        return session.queue().lackOfRoom(queued).or(() -> session.knownJobs().lackOfRoom(queued));
    }

    /** A command of unknown outcome; null where it is none, and the operation was refused. */
    private static @Nullable EndedCommand ofUnknownOutcome(
            ProjectSession session, Operation operation, Identity identity) {
        KnownCommand known = session.dedup().find(identity);
        if (known instanceof EndedCommand ended && ended.state() == CommandState.UNKNOWN) {
            return ended;
        }
        Operating.refuse(session, operation, known == null ? Operating.UNKNOWN_COMMAND : NOT_UNKNOWN);
        return null;
    }
}
