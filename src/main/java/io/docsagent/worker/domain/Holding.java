package io.docsagent.worker.domain;

import io.docsagent.worker.domain.Turn.Announcement;
import io.docsagent.worker.message.Answer;
import io.docsagent.worker.message.StatusEvent;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Closes a project after an answer that concerns all its calls, and opens it again after a probe that got through. */
final class Holding {

    private static final long NO_COMMAND = -1;

    private Holding() {}

    /** After a probe that found no place: long enough for one to come free, and not to spin. */
    private static final Duration UNTIL_A_PLACE = Duration.ofSeconds(1);

    static void after(Turn turn, QueuedCommand called, Answer answer) {
        // An answer to a call that was sent before the hold says nothing about what is so now.
        if (called.underWay().epoch() != turn.project.hold().epoch()) {
            return;
        }
        switch (turn.project.hold()) {
            case Hold.Open open -> afterOrdinaryCall(turn, open, called.sequence(), answer);
            case Hold.Closed closed -> {}
            case Hold.Probing probing -> afterProbe(turn, probing, answer);
        }
    }

    /** The record made the rules fail: nobody's calls but this project's wait until a probe shows it was passing. */
    static void afterInternalError(Turn turn) {
        switch (turn.project.hold()) {
            case Hold.Open open ->
                close(
                        turn,
                        open,
                        NO_COMMAND,
                        Hold.Reason.INTERNAL_ERROR,
                        "a record could not be processed; see the dead letters",
                        null);
            case Hold.Closed closed -> {
                Instant later = until(turn, Hold.Reason.INTERNAL_ERROR, closed.streak() + 1, null);
                turn.project = turn.project.with(closed.prolong(later));
            }
            case Hold.Probing probing -> {}
        }
    }

    /** What is due and fails must not fail again at once: the project is not looked at before the hold's wait is over. */
    static Instant notBefore(Turn turn) {
        return turn.project.hold() instanceof Hold.Closed closed
                ? closed.until()
                : until(turn, Hold.Reason.INTERNAL_ERROR, 1, null);
    }

    /** A new key may have come: whoever is held for the old one's sake tries it at once. */
    static void keyChanged(Turn turn) {
        Hold hold = turn.project.hold();
        if (hold instanceof Hold.Closed closed && closed.reason().isOfKey()) {
            turn.project = turn.project.with(closed.probeAt(turn.now));
        } else if (hold instanceof Hold.Probing probing && probing.reason().isOfKey()) {
            turn.project = turn.project.with(probing.probeAt(turn.now));
        }
    }

    private static void afterOrdinaryCall(Turn turn, Hold.Open open, long called, Answer answer) {
        switch (answer) {
            case Answer.Unauthorized refused ->
                close(turn, open, called, Hold.Reason.UNAUTHORIZED, refused.message(), refused.httpStatus());
            case Answer.Misdirected refused ->
                close(turn, open, called, Hold.Reason.MISCONFIGURED, refused.message(), refused.httpStatus());
            case Answer.Throttled throttled -> {
                Instant until = until(turn, Hold.Reason.THROTTLED, 1, throttled.retryAfter());
                turn.project = turn.project.with(open.close(Hold.Reason.THROTTLED, turn.now, until, called));
                tellHeld(turn, Hold.Reason.THROTTLED, "the service refused a use for its own limit's sake", 429);
            }
            case Answer.NotSent notSent -> close(turn, open, called, Hold.Reason.UNREACHABLE, notSent.message(), null);
            case Answer.NotTaken refused ->
                close(turn, open, called, Hold.Reason.UNREACHABLE, refused.message(), refused.httpStatus());
            // A lack of places of our own says nothing of the service.
            case Answer.NoPlace noPlace -> {}
            case Answer.Unknown unknown -> {
                if (turn.policy.dispatching().maxAttempts() > 1) {
                    close(turn, open, called, Hold.Reason.UNREACHABLE, unknown.message(), null);
                }
            }
            case Answer.Accepted accepted -> {}
            case Answer.Rejected rejected -> {}
            case Answer.UnderWay underWay -> {}
        }
    }

    private static void close(
            Turn turn, Hold.Open open, long called, Hold.Reason reason, String message, @Nullable Integer httpStatus) {
        turn.project = turn.project.with(open.close(reason, turn.now, until(turn, reason, 1, null), called));
        tellHeld(turn, reason, message, httpStatus);
    }

    private static void afterProbe(Turn turn, Hold.Probing probing, Answer answer) {
        switch (answer) {
            case Answer.Accepted accepted -> open(turn, probing);
            case Answer.Rejected rejected -> open(turn, probing);
            case Answer.Unauthorized refused ->
                renew(turn, probing, Hold.Reason.UNAUTHORIZED, refused.message(), refused.httpStatus(), null);
            case Answer.Misdirected refused ->
                renew(turn, probing, Hold.Reason.MISCONFIGURED, refused.message(), refused.httpStatus(), null);
            case Answer.Throttled throttled ->
                renew(
                        turn,
                        probing,
                        Hold.Reason.THROTTLED,
                        "the service refused a use for its own limit's sake",
                        429,
                        throttled.retryAfter());
            case Answer.NotSent notSent -> renew(turn, probing, probing.reason(), notSent.message(), null, null);
            case Answer.NotTaken refused ->
                renew(turn, probing, probing.reason(), refused.message(), refused.httpStatus(), null);
            case Answer.NoPlace noPlace ->
                turn.project = turn.project.with(probing.postpone(turn.now.plus(UNTIL_A_PLACE)));
            case Answer.Unknown unknown -> {
                // It was reached, which is all that an unreachable project waits for; the rest is not proved.
                if (probing.reason() == Hold.Reason.UNREACHABLE
                        && turn.policy.dispatching().maxAttempts() == 1) {
                    open(turn, probing);
                } else {
                    renew(turn, probing, probing.reason(), unknown.message(), null, null);
                }
            }
            case Answer.UnderWay underWay -> {}
        }
    }

    private static void renew(
            Turn turn,
            Hold.Probing probing,
            Hold.Reason reason,
            String message,
            @Nullable Integer httpStatus,
            @Nullable Duration retryAfter) {
        int streak = reason == probing.reason() ? probing.streak() + 1 : 1;
        turn.project = turn.project.with(probing.close(reason, until(turn, reason, streak, retryAfter)));
        if (reason != probing.reason()) {
            tellHeld(turn, reason, message, httpStatus);
        }
    }

    private static void open(Turn turn, Hold.Probing probing) {
        turn.project = turn.project.with(probing.open(turn.now));
        if (probing.announced() != null) {
            turn.announce(Announcement.ofProject(
                    StatusEvent.Type.PROJECT_RESUMED,
                    new StatusEvent.Reason(probing.reason().code(), "a call got through", null)));
        }
    }

    /** A hold that is forgotten with its project is over for those who were told of it. */
    static void endIfForgotten(Turn turn) {
        Hold.Reason reason = turn.project.hold().announced();
        if (reason != null && turn.isForgettable()) {
            String message = "nothing waits, and nothing of the project is remembered";
            turn.announce(Announcement.ofProject(
                    StatusEvent.Type.PROJECT_RESUMED, new StatusEvent.Reason(reason.code(), message, null)));
        }
    }

    private static Instant until(Turn turn, Hold.Reason reason, int streak, @Nullable Duration retryAfter) {
        Duration period = turn.policy.quota().period();
        if (retryAfter == null) {
            return turn.now.plus(Backoff.of(reason).after(streak, turn.projectId()));
        }
        // A service that asks for no wait, again and again, would be probed, and a use spent, without end.
        Duration least = streak == 1 ? Duration.ZERO : Backoff.UNREACHABLE.after(streak - 1, turn.projectId());
        Duration wait = retryAfter.compareTo(least) < 0 ? least : retryAfter;
        return turn.now.plus(wait.compareTo(period) > 0 ? period : wait);
    }

    private static void tellHeld(Turn turn, Hold.Reason reason, String message, @Nullable Integer httpStatus) {
        if (reason.ifAnnounced() != null) {
            turn.announce(Announcement.ofProject(
                    StatusEvent.Type.PROJECT_HELD, new StatusEvent.Reason(reason.code(), message, httpStatus)));
        }
    }
}
