package io.docsagent.worker.domain.rule;

import io.docsagent.worker.domain.session.Announcement;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.message.Identity;
import io.docsagent.worker.message.Input.OperationRequested;
import io.docsagent.worker.message.Operation;
import io.docsagent.worker.message.StatusEvent.Reason;

/** What an operator asks for is done or refused, and answered, once. */
public final class Operating {

    private static final Reason NO_ROOM = new Reason(
            "no_room",
            "docs-agent.queue.max-projects-per-partition is reached, and all of its projects have commands, jobs or uses",
            null);

    private static final Reason UNTIL_HAS_PASSED = new Reason("too_late", "its until has passed", null);

    private static final Reason NOT_HELD = new Reason("not_held", "no operator holds the project", null);

    private Operating() {}

    public static void apply(ProjectSession session, OperationRequested requested) {
        Operation operation = requested.operation();
        if (session.lacksRoomForProject()) {
            refuse(session, operation, NO_ROOM);
        } else if (session.dedup().operated(Identity.ofOperation(operation.operationId()))) {
            switch (operation.action()) {
                case Operation.Hold hold -> hold(session, operation, hold);
                case Operation.Resume resume -> resume(session, operation);
            }
        }
    }

    private static void hold(ProjectSession session, Operation operation, Operation.Hold hold) {
        if (hold.until() != null && !hold.until().isAfter(session.now())) {
            refuse(session, operation, UNTIL_HAS_PASSED);
            return;
        }
        session.breaker().heldBy(operation, hold);
        done(session, operation, session.queue().waiting());
    }

    private static void resume(ProjectSession session, Operation operation) {
        if (session.breaker().resumedBy(operation)) {
            done(session, operation, session.queue().waiting());
        } else {
            refuse(session, operation, NOT_HELD);
        }
    }

    private static void done(ProjectSession session, Operation operation, int affected) {
        session.outbox().announce(Announcement.ofDone(operation, affected));
    }

    private static void refuse(ProjectSession session, Operation operation, Reason reason) {
        session.outbox().announce(Announcement.ofRefused(operation, reason));
    }
}
