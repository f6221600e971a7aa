package io.docsagent.worker.domain.rule;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.CommandState;
import io.docsagent.worker.contract.StatusEvent.Original;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.domain.decision.Effect.Count.Result;
import io.docsagent.worker.domain.session.Announcement;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.KnownCommand;
import io.docsagent.worker.domain.state.LaneId;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input.CommandArrived;
import java.util.Objects;
import java.util.Optional;

/** A command that waits is taken back; one that has not been seen yet is taken back when it arrives. */
final class Cancellation {

    private Cancellation() {}

    static void apply(ProjectSession session, CommandArrived cancel) {
        Command command = cancel.command();
        Identity target = Identity.ofCommandId(Objects.requireNonNull(command.cancelCommandId()));
        KnownCommand known = session.dedup().find(target);
        if (known == null) {
            await(session, cancel, target);
        } else if (!(known instanceof QueuedCommand queued) || queued.call() != null) {
            reject(session, command, known);
        } else if (queued.mayHaveBeenTaken()) {
            Ending.unknownForEarlierCall(session, queued);
            reject(session, command, Objects.requireNonNull(session.dedup().find(target)));
        } else {
            Ending.cancelled(session, queued, message(command));
        }
    }

    /** Ends a command that is seen for the first time if a cancel has been waiting for it; returns whether one has. */
    static boolean meets(ProjectSession session, CommandArrived arrived) {
        QueuedCommand cancel = session.queue().find(Identity.ofCancelFor(arrived.identity()));
        if (cancel == null) {
            return false;
        }
        session.queue().remove(cancel);
        Reason reason = Ending.cancelled(message(cancel.command()));
        Ending.onArrival(
                session,
                arrived,
                CommandState.CANCELLED,
                reason,
                session.dedup().forgetAt());
        Followers.ofArrived(session, arrived);
        return true;
    }

    private static String message(Command cancel) {
        return cancel.reason() != null ? cancel.reason() : "its publisher cancelled it";
    }

    private static void reject(ProjectSession session, Command cancel, KnownCommand target) {
        Original original = Repetition.original(session, cancel.cancelCommandId(), target);
        session.outbox().count(Result.REJECTED, cancel);
        session.outbox().announce(Announcement.ofLateCancel(cancel, Operating.TOO_LATE, original));
    }

    /** It waits in a lane of its own, from which nothing is called. */
    private static void await(ProjectSession session, CommandArrived cancel, Identity target) {
        Identity identity = Identity.ofCancelFor(target);
        QueuedCommand waiting = session.queue().find(identity);
        if (waiting != null) {
            repeat(session, cancel, waiting);
            return;
        }
        QueuedCommand queued = QueuedCommand.arrived(
                session.queue().nextSequence(),
                cancel.command(),
                identity,
                session.admission(),
                LaneId.ofCreate(identity),
                null,
                session.now(),
                session.now().plus(session.policy().queueing().createWait()));
        Optional<Reason> full = Admission.lackOfRoom(session, queued);
        if (full.isPresent()) {
            Ending.announceRejected(session, cancel.command(), full.get());
            return;
        }
        session.queue().enter(queued);
        session.outbox().count(Result.ADMITTED, cancel.command());
    }

    /** The same cancel again is answered like any repetition, and another one each time. */
    private static void repeat(ProjectSession session, CommandArrived arrived, QueuedCommand waiting) {
        Command cancel = arrived.command();
        String otherId = waiting.command().commandId();
        if (waiting.contentHash().equals(arrived.contentHash()) && Objects.equals(otherId, cancel.commandId())) {
            Repetition.answer(session, cancel, waiting.identity(), waiting);
        } else {
            session.outbox().count(Result.DUPLICATE, cancel);
            Repetition.announce(session, cancel, otherId, waiting);
        }
    }
}
