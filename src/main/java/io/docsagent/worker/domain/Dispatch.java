package io.docsagent.worker.domain;

import io.docsagent.worker.message.Order;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Makes the calls that quota, holds, order and the bound on calls under way allow now. */
final class Dispatch {

    private Dispatch() {}

    static void all(Turn turn) {
        if (turn.backlog.timers().isDue(turn.now)) {
            // More was due than one transaction takes, perhaps the expiry of what would be called.
            return;
        }
        while (mayCall(turn)) {
            Lane.Turn next = next(turn.project.hold(), turn.backlog);
            if (next == null) {
                return;
            }
            QueuedCommand waiting = turn.queued(next.sequence());
            if (mayBeTaken(turn, waiting)) {
                Waiting.leave(turn, waiting);
                Ending.perhapsTaken(turn, waiting);
            } else {
                call(turn, waiting);
            }
        }
    }

    private static Lane.@Nullable Turn next(Hold hold, Backlog backlog) {
        return hold instanceof Hold.Closed closed && closed.reason().probesRotate()
                ? backlog.nextAfter(closed.probed())
                : backlog.next();
    }

    /** Whether its sends of unknown outcome are as many as the settings of now allow, which may have changed. */
    private static boolean mayBeTaken(Turn turn, QueuedCommand waiting) {
        Seen mark = waiting.attempts() == 0 ? null : turn.mark(waiting);
        return mark != null
                && mark.unknown().size() >= turn.policy.dispatching().maxAttempts();
    }

    /** When the next call may become possible by time alone; null where none may. */
    static @Nullable Instant next(Turn turn) {
        Project project = turn.project;
        if (turn.backlog.next() == null
                || project.calls().size() >= turn.policy.dispatching().maxInFlight()) {
            return null;
        }
        Instant token = project.quota().available(turn.policy.quota(), turn.now) > 0
                ? turn.now
                : project.quota().nextReturn(turn.policy.quota(), turn.now);
        return switch (project.hold()) {
            case Hold.Open open -> token;
            case Hold.Closed closed -> token != null && token.isBefore(closed.until()) ? closed.until() : token;
            case Hold.Probing probing -> null;
        };
    }

    private static boolean mayCall(Turn turn) {
        boolean open = switch (turn.project.hold()) {
            case Hold.Open hold -> true;
            case Hold.Closed hold -> !hold.until().isAfter(turn.now);
            case Hold.Probing hold -> false;
        };
        return open
                && turn.project.calls().size() < turn.policy.dispatching().maxInFlight()
                && turn.project.quota().available(turn.policy.quota(), turn.now) > 0;
    }

    private static void call(Turn turn, QueuedCommand waiting) {
        QueuedCommand attempt = waiting.attempted();
        if (turn.project.hold() instanceof Hold.Closed closed) {
            turn.project = turn.project.with(closed.probe(attempt, turn.now));
        }
        Instant notAfter = notAfter(turn, attempt);
        Instant deadline = notAfter.plus(turn.policy.dispatching().responseTimeout());
        QueuedCommand queued = attempt.with(OpenCall.of(turn.project.hold(), deadline));
        turn.project = turn.project.with(queued).with(turn.project.quota().spend(turn.policy.quota(), turn.now));
        Waiting.start(turn, queued);
        turn.effect(new Effect.Tell(new Order.Call(
                turn.projectId(),
                queued.callId(),
                queued.jobId(),
                queued.command().prompt(),
                notAfter,
                queued.command().traceparent())));
    }

    private static Instant notAfter(Turn turn, QueuedCommand queued) {
        Instant latest = turn.moment.latest().truncatedTo(ChronoUnit.MILLIS);
        Instant notAfter = (latest.isAfter(turn.now) ? latest : turn.now)
                .plus(turn.policy.dispatching().notAfter());
        Instant expiresAt = queued.command().expiresAt();
        return expiresAt != null && expiresAt.isBefore(notAfter) ? expiresAt : notAfter;
    }
}
