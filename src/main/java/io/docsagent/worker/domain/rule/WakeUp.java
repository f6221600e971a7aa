package io.docsagent.worker.domain.rule;

import io.docsagent.worker.domain.session.ProjectSession;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.domain.state.Routing;
import io.docsagent.worker.domain.state.Timer;
import io.docsagent.worker.wire.Identity;
import io.docsagent.worker.wire.Input.WokeUp;

/** What happens by time alone: an operator's hold ends, commands expire, jobs take too long, retentions end. */
public final class WakeUp {

    private WakeUp() {}

    /** Every decision runs what is due; only a change of the key is more. */
    public static void apply(ProjectSession session, WokeUp woken) {
        if (woken.cause() == WokeUp.Cause.KEY_CHANGED) {
            session.holds().keyChanged();
        }
    }

    /** As many as the decision has room for; the rest is due again with the next wake-up. */
    public static void runTimers(ProjectSession session) {
        while (session.hasRoom() && !session.bulkTasks().areGoingOn()) {
            Timer due = session.takeDueTimer();
            if (due == null) {
                return;
            }
            run(session, due);
        }
    }

    private static void run(ProjectSession session, Timer due) {
        switch (due.kind()) {
            case COMMAND_EXPIRES -> {
                QueuedCommand expired = session.queue().find(due.key());
                if (expired != null) {
                    Ending.expired(session, expired);
                }
            }
            case CREATE_WAIT_ENDS -> {
                QueuedCommand waiting = session.queue().find(due.key());
                if (waiting != null && isBehindCreate(session, waiting)) {
                    session.queue().change(waiting, Routing.createSeen(waiting));
                } else if (waiting != null) {
                    Ending.neverSeen(session, waiting);
                }
            }
            case JOB_CHECK -> session.jobs().check(due.key());
            case JOB_FORGOTTEN -> session.jobs().retentionEnds(due.key());
            case UNSENT_FORGOTTEN, SENT_FORGOTTEN -> session.marks().forget(due.key());
        }
    }

    /** Whether the create has been seen that the message waits for. */
    private static boolean isBehindCreate(ProjectSession session, QueuedCommand waiting) {
        String createCommandId = waiting.command().createCommandId();
        return createCommandId != null
                && session.dedup().findSurvivor(Identity.ofCommandId(createCommandId)) instanceof QueuedCommand;
    }
}
