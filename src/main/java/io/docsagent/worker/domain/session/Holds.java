package io.docsagent.worker.domain.session;

import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.wire.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Owns whether a project's calls are held after an answer that concerns them all, until a probe gets through. */
public final class Holds {

    private static final long NO_COMMAND = -1;

    /** After a probe that found no free call slot: long enough for one to become free, and not to spin. */
    private static final Duration UNTIL_SLOT_FREE = Duration.ofSeconds(1);

    private final Policy policy;
    private final Scope scope;
    private final Instant now;
    private final OperatorHolds operators;
    private Hold hold;

    Holds(Project project, Scope scope, OperatorHolds operators) {
        this.policy = scope.policy();
        this.scope = scope;
        this.now = scope.now();
        this.operators = operators;
        this.hold = project.hold();
    }

    public Hold hold() {
        return hold;
    }

    /** How long calls were held up to now because of answers, in all: jobs are polled while an operator holds them. */
    Duration heldUntilNow() {
        return hold.heldUntil(now);
    }

    /** Whether a call may be sent now, as a probe or not. */
    public boolean allowsCall() {
        if (operators.isHeld()) {
            return false;
        }
        return switch (hold) {
            case Hold.Flowing flowing -> true;
            case Hold.Held held -> !held.until().isAfter(now);
            case Hold.Probing probing -> false;
        };
    }

    /**
     * When the next call may be sent by time alone, given when there is a token; null where an answer, or the end of an
     * operator's hold, must come first.
     */
    @Nullable
    Instant nextCall(@Nullable Instant token) {
        if (operators.isHeld()) {
            return null;
        }
        return switch (hold) {
            case Hold.Flowing flowing -> token;
            case Hold.Held held -> token != null && token.isBefore(held.until()) ? held.until() : token;
            case Hold.Probing probing -> null;
        };
    }

    /** The command whose call was the last before this probe, where another one has to probe. */
    public Optional<Long> probedBefore() {
        return hold instanceof Hold.Held held && held.reason().probesRotate()
                ? Optional.of(held.probed())
                : Optional.empty();
    }

    /** The command is about to be sent: as the probe where the project is held. */
    public void sends(QueuedCommand attempt) {
        if (hold instanceof Hold.Held held) {
            hold = held.probe(attempt, now);
        }
    }

    public void after(QueuedCommand called, Answer answer) {
        // An answer to a call that was sent before the hold says nothing about what is so now.
        if (called.inFlight().epoch() != hold.epoch()) {
            return;
        }
        switch (hold) {
            case Hold.Flowing flowing -> afterOrdinaryCall(flowing, called.sequence(), answer);
            case Hold.Held held -> {}
            case Hold.Probing probing -> afterProbe(probing, answer);
        }
    }

    /** A record made the rules fail: only this project's calls wait, until a probe shows that the failure has passed. */
    public void afterInternalError() {
        switch (hold) {
            case Hold.Flowing flowing -> hold(flowing, NO_COMMAND, HoldCause.INTERNAL_ERROR);
            case Hold.Held held -> {
                Instant later = until(Hold.Reason.INTERNAL_ERROR, held.streak() + 1, null);
                hold = held.prolong(later);
            }
            case Hold.Probing probing -> {}
        }
    }

    /** A timer that fails must not fail again at once: the project does not wake before the hold's wait is over. */
    public Instant notBefore() {
        return hold instanceof Hold.Held held ? held.until() : until(Hold.Reason.INTERNAL_ERROR, 1, null);
    }

    /** An operator wants the next probe now; false where answers do not hold the project. One in flight is that probe. */
    public boolean probesNow() {
        if (hold instanceof Hold.Held held) {
            hold = held.probeAt(now);
        }
        return !(hold instanceof Hold.Flowing);
    }

    /** The key may have changed: a project held because of the old one probes at once. */
    public void keyChanged() {
        if (hold instanceof Hold.Held held && held.reason().isOfKey()) {
            hold = held.probeAt(now);
        } else if (hold instanceof Hold.Probing probing && probing.reason().isOfKey()) {
            hold = probing.probeAt(now);
        }
    }

    private void afterOrdinaryCall(Hold.Flowing flowing, long called, Answer answer) {
        // Where nothing is sent again, it costs no more than its command.
        boolean isOfItsCommand =
                answer instanceof Answer.Unknown && policy.dispatching().maxAttempts() == 1;
        if (!isOfItsCommand) {
            HoldCause.of(answer, Hold.Reason.FAILING).ifPresent(cause -> hold(flowing, called, cause));
        }
    }

    private void hold(Hold.Flowing flowing, long called, HoldCause cause) {
        Instant until = until(cause.reason(), 1, cause.retryAfter());
        hold = flowing.hold(cause.reason(), cause.message(), now, until, called);
        announce(StatusEvent.Type.PROJECT_HELD, cause.announced());
    }

    private void afterProbe(Hold.Probing probing, Answer answer) {
        switch (answer) {
            case Answer.Accepted accepted -> resume(probing);
            case Answer.Rejected rejected -> resume(probing);
            case Answer.NotSent notSent -> repeat(probing, notSent);
            case Answer.NoSlot noSlot -> hold = probing.postpone(now.plus(UNTIL_SLOT_FREE));
            case Answer.Retryable refused -> renew(probing, refused);
            // That something was reached proves nothing: each further call could end in the same way.
            case Answer.Unknown unknown -> renew(probing, unknown);
            case Answer.InFlight inFlight -> {}
        }
    }

    private void renew(Hold.Probing probing, Answer answer) {
        HoldCause cause = HoldCause.of(answer, probing.reason()).orElseThrow();
        boolean isAsBefore = cause.reason() == probing.reason();
        int streak = isAsBefore ? probing.streak() + 1 : 1;
        Instant until = until(cause.reason(), streak, cause.retryAfter());
        hold = probing.holdAgain(cause.reason(), cause.message(), until);
        if (!isAsBefore) {
            announce(StatusEvent.Type.PROJECT_HELD, cause.announced());
        }
    }

    /** The probe says nothing about the reason, so the next one waits no longer than where the service is out of reach. */
    private void repeat(Hold.Probing probing, Answer.NotSent notSent) {
        Instant until = until(probing.reason(), probing.streak() + 1, null);
        Instant latest = now.plus(Backoff.UNREACHABLE.to());
        String cause = probing.reason() == Hold.Reason.UNREACHABLE ? notSent.message() : probing.message();
        hold = probing.holdAgain(probing.reason(), cause, until.isBefore(latest) ? until : latest);
    }

    private void resume(Hold.Probing probing) {
        hold = probing.resume(now);
        announce(
                StatusEvent.Type.PROJECT_RESUMED,
                new StatusEvent.Reason(probing.reason().code(), "a call got through", null));
    }

    /** A hold that is forgotten with its project is over for those to whom it was reported. */
    void forgotten() {
        Hold.Reason reason = hold.reason();
        if (reason != null) {
            String message = "no command is waiting, and the project was forgotten";
            announce(StatusEvent.Type.PROJECT_RESUMED, new StatusEvent.Reason(reason.code(), message, null));
        }
    }

    private Instant until(Hold.Reason reason, int streak, @Nullable Duration retryAfter) {
        Duration period = policy.quota().period();
        if (retryAfter == null) {
            return now.plus(Backoff.of(reason).after(streak, scope.projectId()));
        }
        // A service that asks for no wait, again and again, would be probed, and a use spent, without end.
        Duration least = streak == 1 ? Duration.ZERO : Backoff.UNREACHABLE.after(streak - 1, scope.projectId());
        Duration wait = retryAfter.compareTo(least) < 0 ? least : retryAfter;
        return now.plus(wait.compareTo(period) > 0 ? period : wait);
    }

    private void announce(StatusEvent.Type type, StatusEvent.Reason reason) {
        scope.outbox().announce(Announcement.ofProject(type, reason));
    }
}
