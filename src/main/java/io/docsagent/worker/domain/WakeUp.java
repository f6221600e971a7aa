package io.docsagent.worker.domain;

import io.docsagent.worker.message.Input.WokeUp;

/** What time alone brings: commands expire, jobs take too long, what was remembered is forgotten. */
final class WakeUp {

    /** Bounds one transaction; what is left is taken up with the next wake-up. */
    private static final int MOST_TIMERS_AT_ONCE = 500;

    private WakeUp() {}

    /** A wake-up says "look", which every decision does; only a change of the key says more. */
    static void apply(ProjectSession session, WokeUp woken) {
        if (woken.cause() == WokeUp.Cause.KEY_CHANGED) {
            session.breaker.keyChanged();
        }
    }

    static void runTimers(ProjectSession session) {
        for (int ran = 0; ran < MOST_TIMERS_AT_ONCE; ran++) {
            Timer due = session.timers.takeDue(session.now);
            if (due == null) {
                return;
            }
            run(session, due);
        }
    }

    private static void run(ProjectSession session, Timer due) {
        switch (due.kind()) {
            case COMMAND_EXPIRES -> {
                QueuedCommand expired = session.queue.find(due.key());
                if (expired != null) {
                    Ending.expired(session, expired);
                }
            }
            case CREATE_WAIT_ENDS -> {
                QueuedCommand message = session.queue.find(due.key());
                if (message != null) {
                    Ending.createNeverSeen(session, message);
                }
            }
            case JOB_CHECK -> session.jobs.check(due.key());
            case JOB_FORGOTTEN -> session.jobs.retentionEnds(due.key());
            case SEEN_FORGOTTEN -> session.dedup.forget(due.key());
        }
    }
}
