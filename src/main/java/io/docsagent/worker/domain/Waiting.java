package io.docsagent.worker.domain;

/** How a command comes to wait, and stops waiting; keeps the project's counts and its backlog in step. */
final class Waiting {

    private Waiting() {}

    static void enter(Turn turn, QueuedCommand queued) {
        turn.queue.put(Keys.queued(turn.projectId(), queued.sequence()), queued);
        turn.backlog.add(queued);
        count(turn, queued, 1);
        turn.project = turn.project.with(turn.project.counts().bytes(queued.bytes()));
    }

    /** It ends, or is taken out of the queue; its bytes count until it ends. */
    static void leave(Turn turn, QueuedCommand queued) {
        turn.backlog.leave(queued);
        count(turn, queued, -1);
    }

    /** Its call is made. */
    static void start(Turn turn, QueuedCommand queued) {
        turn.queue.put(Keys.queued(turn.projectId(), queued.sequence()), queued);
        turn.backlog.started(queued);
        count(turn, queued, -1);
    }

    /** Its call has ended without ending the command: it waits at its old place, unless it has expired meanwhile. */
    static void putBack(Turn turn, QueuedCommand called) {
        QueuedCommand queued = called.with(null);
        turn.queue.put(Keys.queued(turn.projectId(), queued.sequence()), queued);
        turn.backlog.putBack(queued);
        count(turn, queued, 1);
        if (queued.command().expiresAt() != null
                && !queued.command().expiresAt().isAfter(turn.now)) {
            leave(turn, queued);
            Ending.expired(turn, queued);
        }
    }

    private static void count(Turn turn, QueuedCommand queued, int more) {
        turn.project =
                turn.project.with(turn.project.counts().waiting(queued.command().priority(), more));
    }
}
