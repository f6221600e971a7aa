package io.docsagent.worker.domain.rule;

import io.docsagent.worker.contract.Command;
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
                if (waiting != null) {
                    createWaitEnds(session, waiting);
                }
            }
            case JOB_CHECK -> session.jobs().check(due.key());
            case JOB_FORGOTTEN -> session.jobs().retentionEnds(due.key());
            case UNSENT_FORGOTTEN, SENT_FORGOTTEN -> session.marks().forget(due.key());
        }
    }

    private static void createWaitEnds(ProjectSession session, QueuedCommand waiting) {
        String createCommandId = waiting.command().createCommandId();
        // What has arrived with that id may also be a message, to which none goes.
        if (createCommandId != null
                && session.dedup().findSurvivor(Identity.ofCommandId(createCommandId)) instanceof QueuedCommand seen
                && seen.type() == Command.Type.CREATE) {
            session.queue().change(waiting, Routing.behind(waiting, seen));
        } else {
            Ending.neverSeen(session, waiting);
        }
    }
}
