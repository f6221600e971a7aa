package io.docsagent.worker.domain;

import io.docsagent.worker.domain.Effect.Count.What;
import io.docsagent.worker.domain.Turn.Announcement;
import io.docsagent.worker.message.Command;
import io.docsagent.worker.message.StatusEvent;
import io.docsagent.worker.message.StatusEvent.Reason;
import java.time.Instant;

/** The ways in which a queued command ends. */
final class Ending {

    static final Reason CREATE_FAILED =
            new Reason("create_failed", "the create that it follows did not become a job", null);

    private static final Reason CREATE_NEVER_SEEN =
            new Reason("unknown_create", "no create with its createCommandId has been seen", null);

    private Ending() {}

    static void accepted(Turn turn, QueuedCommand queued, String jobId) {
        release(turn, queued);
        acceptedUnderWay(turn, queued, jobId);
    }

    /** It is accepted by a late answer while a repeat is under way, whose own answer no longer ends it. */
    static void acceptedUnderWay(Turn turn, QueuedCommand queued, String jobId) {
        mark(turn, queued, new Seen.Accepted(jobId, Memory.forgetAt(turn)));
        turn.count(What.ACCEPTED, queued.command().type());
        if (queued.isCreate()) {
            moveFollowers(turn, queued, jobId);
        }
    }

    private static final Reason PERHAPS_TAKEN = new Reason("no_trace", "an earlier send may have been taken", null);

    static void rejected(Turn turn, QueuedCommand queued, Reason reason) {
        if (isPerhapsTaken(turn, queued)) {
            perhapsTaken(turn, queued);
            return;
        }
        leave(turn, queued, new Seen.Refused(Memory.forgetAt(turn)));
        tellRejected(turn, queued.command(), reason);
        dropFollowers(turn, queued);
    }

    static void expired(Turn turn, QueuedCommand queued) {
        if (isPerhapsTaken(turn, queued)) {
            perhapsTaken(turn, queued);
            return;
        }
        leave(turn, queued, new Seen.Refused(Memory.forgetAt(turn)));
        tellExpired(turn, queued.command());
        dropFollowers(turn, queued);
    }

    /** It goes no further, but an earlier send is of unknown outcome, which nothing that came later can undo. */
    static void perhapsTaken(Turn turn, QueuedCommand queued) {
        unknown(turn, queued, PERHAPS_TAKEN, turn.now);
    }

    private static boolean isPerhapsTaken(Turn turn, QueuedCommand queued) {
        Seen mark = turn.mark(queued);
        return mark != null && !mark.unknown().isEmpty();
    }

    /** The create that it names was not seen in time: it leaves no mark, so that it may be sent again. */
    static void createNeverSeen(Turn turn, QueuedCommand queued) {
        release(turn, queued);
        Memory.drop(turn, queued);
        tellRejected(turn, queued.command(), CREATE_NEVER_SEEN);
    }

    /** @param deadline of its last call */
    static void unknown(Turn turn, QueuedCommand queued, Reason reason, Instant deadline) {
        Command command = queued.command();
        leave(turn, queued, Seen.Unknown.of(queued, Memory.forgetAt(turn)));
        turn.count(What.UNKNOWN, command.type());
        turn.announce(Announcement.ofCommand(StatusEvent.Type.COMMAND_UNKNOWN, command, reason));
        dropFollowers(turn, queued);
        if (queued.jobId() != null) {
            Jobs.maybeRevived(turn, queued.jobId(), deadline);
        }
    }

    static void tellRejected(Turn turn, Command command, Reason reason) {
        turn.count(What.REJECTED, command.type());
        turn.announce(Announcement.ofCommand(StatusEvent.Type.COMMAND_REJECTED, command, reason));
    }

    static void tellExpired(Turn turn, Command command) {
        turn.count(What.EXPIRED, command.type());
        Reason reason = new Reason("expired", "was not sent before its expiresAt", null);
        turn.announce(Announcement.ofCommand(StatusEvent.Type.COMMAND_EXPIRED, command, reason));
    }

    /** The command is neither waiting nor under way any more. */
    private static void leave(Turn turn, QueuedCommand queued, Seen.Fate fate) {
        release(turn, queued);
        mark(turn, queued, fate);
    }

    /** Nothing of it is kept but its mark. */
    static void release(Turn turn, QueuedCommand queued) {
        turn.queue.delete(Keys.queued(turn.projectId(), queued.sequence()));
        turn.backlog.remove(queued);
        turn.project = turn.project.with(turn.project.counts().bytes(-queued.bytes()));
    }

    private static void mark(Turn turn, QueuedCommand queued, Seen.Fate fate) {
        Memory.change(turn, queued.identity(), turn.markOrPlace(queued).with(fate));
    }

    /** The messages that waited for the create go on as messages of its job. */
    private static void moveFollowers(Turn turn, QueuedCommand create, String jobId) {
        for (long sequence : turn.backlog.sequencesIn(create.lane())) {
            QueuedCommand follower = turn.queued(sequence);
            QueuedCommand moved = follower.toJob(jobId);
            turn.backlog.leave(follower);
            turn.backlog.wait(moved);
            turn.queue.put(Keys.queued(turn.projectId(), sequence), moved);
        }
    }

    private static void dropFollowers(Turn turn, QueuedCommand queued) {
        if (queued.isCreate()) {
            dropFollowers(turn, queued.lane());
        }
    }

    /** @param lane of a create that did not become a job */
    static void dropFollowers(Turn turn, String lane) {
        for (long sequence : turn.backlog.sequencesIn(lane)) {
            QueuedCommand follower = turn.queued(sequence);
            Waiting.leave(turn, follower);
            rejected(turn, follower, CREATE_FAILED);
        }
    }
}
