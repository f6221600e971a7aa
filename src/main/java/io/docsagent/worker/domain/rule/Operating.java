package io.docsagent.worker.domain.rule;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.StatusEvent.Reason;
import io.docsagent.worker.domain.session.Announcement;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input.OperationRequested;
import org.jspecify.annotations.Nullable;

/** What an operator asks for is done or refused, and answered, once. */
public final class Operating {

    private static final Reason NO_ROOM = new Reason(
            "no_room",
            "docs-agent.queue.max-projects-per-partition is reached, and no project was found that has neither"
                    + " commands nor jobs nor uses",
            null);

    private static final Reason UNTIL_HAS_PASSED = new Reason("too_late", "its until has passed", null);

    static final Reason UNKNOWN_COMMAND =
            new Reason("unknown_command", "no command with its commandId is remembered", null);

    private static final Reason UNKNOWN_KEY =
            new Reason("unknown_key", "no job, and no command that may become one, has its continueKey", null);

    private static final Reason UNKNOWN_PROJECT =
            new Reason("unknown_project", "the worker does not know the project", null);

    static final Reason TOO_LATE = new Reason("too_late", "the command has ended or may have been sent", null);

    private static final Reason BUSY = new Reason(
            "busy",
            "an earlier operation on many commands is still running; ask again later, with another operationId",
            null);

    private static final Reason NOT_HELD = new Reason("not_held", "no operator holds the project", null);

    private static final Reason NOT_HELD_BY_ANSWERS =
            new Reason("not_held", "no response of the service holds the project", null);

    private Operating() {}

    /** Returns the command that it queued, if it did. */
    public static @Nullable QueuedCommand apply(ProjectSession session, OperationRequested requested) {
        Operation operation = requested.operation();
        if (session.lacksRoomForProject()) {
            refuse(session, operation, NO_ROOM);
            return null;
        }
        if (!session.dedup().operated(Identity.ofOperation(operation.operationId()))) {
            return null;
        }
        switch (operation.action()) {
            case Operation.Hold hold -> hold(session, operation, hold);
            case Operation.Resume resume ->
                answer(session, operation, session.operatorHolds().resumedBy(operation), NOT_HELD);
            case Operation.Probe probe ->
                answer(session, operation, session.holds().probesNow(), NOT_HELD_BY_ANSWERS);
            case Operation.Promote promote -> promote(session, operation, promote);
            case Operation.Release release -> release(session, operation, release);
            case Operation.Cancel cancel -> cancel(session, operation, cancel);
            case Operation.CancelMany many -> cancelMany(session, operation);
            case Operation.ResolveTaken taken -> Resolution.taken(session, operation, taken);
            case Operation.ResolveMany many -> resolveMany(session, operation, many);
            case Operation.ResolveNotTaken notTaken -> {
                return Resolution.notTaken(session, operation, notTaken);
            }
        }
        return null;
    }

    private static void hold(ProjectSession session, Operation operation, Operation.Hold hold) {
        if (hold.until() != null && !hold.until().isAfter(session.now())) {
            refuse(session, operation, UNTIL_HAS_PASSED);
            return;
        }
        session.operatorHolds().heldBy(operation, hold);
        done(session, operation, session.queue().waiting());
    }

    private static void answer(ProjectSession session, Operation operation, boolean isDone, Reason otherwise) {
        if (isDone) {
            done(session, operation, session.queue().waiting());
        } else {
            refuse(session, operation, otherwise);
        }
    }

    private static void promote(ProjectSession session, Operation operation, Operation.Promote promote) {
        QueuedCommand waiting = waiting(session, operation, promote.commandId());
        if (waiting != null) {
            session.queue().change(waiting, waiting.promoted(session.now()));
            done(session, operation, 1);
        }
    }

    private static void release(ProjectSession session, Operation operation, Operation.Release release) {
        if (session.continuations().release(release.continueKey(), released -> settle(session, released))) {
            done(session, operation, 1);
        } else {
            refuse(session, operation, UNKNOWN_KEY);
        }
    }

    /** Without its key it may be coalesced with others that have none. */
    private static void settle(ProjectSession session, QueuedCommand released) {
        if (released.call() == null) {
            Coalescing.settle(session, released);
        }
    }

    private static void cancel(ProjectSession session, Operation operation, Operation.Cancel cancel) {
        QueuedCommand waiting = waiting(session, operation, cancel.commandId());
        if (waiting == null) {
            return;
        }
        if (waiting.mayHaveBeenTaken()) {
            refuse(session, operation, TOO_LATE);
            return;
        }
        int ending = 1 + session.order().followersOf(waiting);
        Ending.cancelled(session, waiting, byOperator(operation));
        done(session, operation, ending);
    }

    private static void cancelMany(ProjectSession session, Operation operation) {
        if (mayBegin(session, operation)) {
            BulkWork.begin(session, operation);
        }
    }

    private static void resolveMany(ProjectSession session, Operation operation, Operation.ResolveMany many) {
        if (mayBegin(session, operation)) {
            BulkWork.begin(session, operation, many);
        }
    }

    private static boolean mayBegin(ProjectSession session, Operation operation) {
        if (session.isNewProject()) {
            refuse(session, operation, UNKNOWN_PROJECT);
        } else if (session.bulkTasks().isOperating()) {
            refuse(session, operation, BUSY);
        } else {
            return true;
        }
        return false;
    }

    /** Why a command was cancelled, for people. */
    static String byOperator(Operation operation) {
        return "cancelled by " + operation.cause();
    }

    /** The command where it waits; null where it does not, and the operation has been refused. */
    private static @Nullable QueuedCommand waiting(ProjectSession session, Operation operation, String commandId) {
        Identity identity = Identity.ofCommandId(commandId);
        QueuedCommand queued = session.queue().find(identity);
        if (queued != null && queued.call() == null) {
            return queued;
        }
        boolean isKnown = queued != null || session.dedup().find(identity) != null;
        refuse(session, operation, isKnown ? TOO_LATE : UNKNOWN_COMMAND);
        return null;
    }

    static void done(ProjectSession session, Operation operation, int affected) {
        session.outbox().announce(Announcement.ofDone(operation, affected));
    }

    static void refuse(ProjectSession session, Operation operation, Reason reason) {
        session.outbox().announce(Announcement.ofRefused(operation, reason));
    }
}
