package io.docsagent.worker.domain.rule;

import io.docsagent.worker.domain.session.Announcement;
import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Sweep;
import io.docsagent.worker.message.Operation;
import java.util.List;

/** Cancels many commands in slices, in the order of arrival; until all are through, nothing of the project is sent. */
public final class Sweeping {

    /** Commands looked at in one decision, which bounds its transaction. */
    private static final int MOST_AT_ONCE = 500;

    private Sweeping() {}

    static void begin(ProjectSession session, Operation operation) {
        cancelSlice(session, new Sweep(operation, session.position().offset(), 0, 0));
    }

    /** Goes on with what an earlier decision began. */
    public static void goOn(ProjectSession session) {
        Sweep sweep = session.sweep().get();
        // More may be due than one transaction takes.
        if (sweep != null && !session.hasDueTimer()) {
            cancelSlice(session, sweep);
        }
    }

    private static void cancelSlice(ProjectSession session, Sweep sweep) {
        List<QueuedCommand> slice = session.queue().waitingFrom(sweep.next(), MOST_AT_ONCE);
        int before = session.queue().waiting();
        for (QueuedCommand each : slice) {
            // Messages end with the create that they wait for.
            QueuedCommand waiting = session.queue().find(each.identity());
            if (waiting != null && sweep.concerns(waiting) && !session.dedup().mayHaveBeenTaken(waiting)) {
                Ending.cancelled(session, waiting, Operating.byOperator(sweep.operation()));
            }
        }
        int ended = before - session.queue().waiting();
        if (slice.size() < MOST_AT_ONCE) {
            session.sweep().isOver();
            session.outbox().announce(Announcement.ofDone(sweep.operation(), sweep.affected() + ended));
        } else {
            session.sweep().goesOn(sweep.upTo(slice.getLast().sequence(), ended));
        }
    }
}
