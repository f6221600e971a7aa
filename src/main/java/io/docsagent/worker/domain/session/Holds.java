package io.docsagent.worker.domain.session;

import io.docsagent.worker.contract.Operation;
import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.domain.state.HoldOfAll;
import io.docsagent.worker.domain.state.OperatorHold;
import io.docsagent.worker.domain.state.Project;
import io.docsagent.worker.domain.state.QueuedCommand;
import io.docsagent.worker.wire.Answer;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Owns a project's holds: holds its calls after an answer that concerns them all, until a probe gets through, and while
 * an operator wants it.
 */
public final class Holds {

    private static final long NO_COMMAND = -1;

    private static final String LIMITED = "the service answered that its limit is reached";

    /** The code of an operator's hold in events; part of the contract. */
    private static final String OPERATOR = "operator";

    /** After a probe that found no free call slot: long enough for one to become free, and not to spin. */
    private static final Duration UNTIL_SLOT_FREE = Duration.ofSeconds(1);

    private final Policy policy;
    private final Scope scope;
    private final Instant now;
    private Hold hold;
    private @Nullable OperatorHold operatorHold;
    private @Nullable String resumedFrom;
    private final @Nullable HoldOfAll ofAll;

    /** @param ofAll the hold that all projects are under; null for none */
    Holds(Project project, Scope scope, @Nullable HoldOfAll ofAll) {
        this.policy = scope.policy();
        this.scope = scope;
        this.now = scope.now();
        this.hold = project.hold();
        this.operatorHold = project.operatorHold();
        this.resumedFrom = project.resumedFrom();
        this.ofAll = ofAll;
    }

    public Hold hold() {
        return hold;
    }

    @Nullable
    OperatorHold operatorHold() {
        return operatorHold;
    }

    /** The last hold of all projects that an operator ended for this one; null for none. */
    @Nullable
    String resumedFrom() {
        return resumedFrom;
    }

    /** An operator holds the project, perhaps in the place of an earlier such hold. */
    public void heldBy(Operation operation, Operation.Hold asked) {
        hold(OperatorHold.of(operation, asked, now));
    }

    /** An operator ends the hold of the project, that of all projects included; false where there is none. */
    public boolean resumedBy(Operation operation) {
        if (operatorHold == null && !isUnderHoldOfAll()) {
            return false;
        }
        resumedFrom = ofAll == null ? resumedFrom : ofAll.name();
        resume(operation.cause());
        return true;
    }

    /** The time of the operator's hold may be over, or that of all projects may have ended or been replaced. */
    public void timePasses() {
        if (operatorHold == null) {
            return;
        }
        if (operatorHold.isOver(now)) {
            resume("the hold by " + operatorHold.by() + " has ended at its time");
        } else if (operatorHold.isOfAllBut(ofAll)) {
            if (ofAll == null) {
                resume("the hold of all projects is over");
            } else {
                hold(OperatorHold.of(ofAll));
            }
        }
    }

    /** Something waits: it is held where all projects are, until an operator resumes this one. */
    public void somethingWaits() {
        if (operatorHold == null && ofAll != null && isUnderHoldOfAll()) {
            hold(OperatorHold.of(ofAll));
        }
    }

    private boolean isUnderHoldOfAll() {
        return ofAll != null && !ofAll.name().equals(resumedFrom);
    }

    private void hold(OperatorHold by) {
        operatorHold = by;
        announce(StatusEvent.Type.PROJECT_HELD, new StatusEvent.Reason(OPERATOR, by.cause(), null));
    }

    private void resume(String message) {
        operatorHold = null;
        announce(StatusEvent.Type.PROJECT_RESUMED, new StatusEvent.Reason(OPERATOR, message, null));
    }

    /** When the operator's hold ends by itself; null where it does not, and where there is none. */
    public @Nullable Instant operatorHoldEnds() {
        return operatorHold == null ? null : operatorHold.until();
    }

    /** How long calls were held up to now because of answers, in all: jobs are polled while an operator holds them. */
    Duration heldUntilNow() {
        return hold.heldUntil(now);
    }

    /** Whether a call may be sent now, as a probe or not. */
    public boolean allowsCall() {
        if (operatorHold != null) {
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
        if (operatorHold != null) {
            return null;
        }
        return switch (hold) {
            case Hold.Flowing flowing -> token;
            case Hold.Held held -> token != null && token.isBefore(held.until()) ? held.until() : token;
            case Hold.Probing probing -> null;
        };
    }

    /** The command whose call was the last before this probe, where another one has to probe; null where any may. */
    @Nullable
    public Long probedBefore() {
        return hold instanceof Hold.Held held && held.reason().probesRotate() ? held.probed() : null;
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
            case Hold.Flowing flowing ->
                hold(
                        flowing,
                        NO_COMMAND,
                        Hold.Reason.INTERNAL_ERROR,
                        "a record could not be processed; see the dead letters",
                        null);
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
        switch (answer) {
            case Answer.Unauthorized refused ->
                hold(flowing, called, Hold.Reason.UNAUTHORIZED, refused.message(), refused.httpStatus());
            case Answer.Redirected refused ->
                hold(flowing, called, Hold.Reason.MISCONFIGURED, refused.message(), refused.httpStatus());
            case Answer.PaymentRequired refused ->
                hold(flowing, called, Hold.Reason.PAYMENT_REQUIRED, refused.message(), refused.httpStatus());
            case Answer.Throttled throttled -> {
                Instant until = until(Hold.Reason.THROTTLED, 1, throttled.retryAfter());
                hold = flowing.hold(Hold.Reason.THROTTLED, LIMITED, now, until, called);
                announceHeld(Hold.Reason.THROTTLED, LIMITED, throttled.httpStatus());
            }
            case Answer.NotSent notSent -> hold(flowing, called, Hold.Reason.UNREACHABLE, notSent.message(), null);
            case Answer.NotTaken refused ->
                hold(flowing, called, Hold.Reason.FAILING, refused.message(), refused.httpStatus());
            // That this instance has no free call slot says nothing about the service.
            case Answer.NoSlot noSlot -> {}
            case Answer.Unknown unknown -> {
                if (policy.dispatching().maxAttempts() > 1) {
                    hold(flowing, called, Hold.Reason.FAILING, unknown.message(), unknown.httpStatus());
                }
            }
            case Answer.Accepted accepted -> {}
            case Answer.Rejected rejected -> {}
            case Answer.InFlight inFlight -> {}
        }
    }

    private void hold(
            Hold.Flowing flowing, long called, Hold.Reason reason, String message, @Nullable Integer httpStatus) {
        hold = flowing.hold(reason, message, now, until(reason, 1, null), called);
        announceHeld(reason, message, httpStatus);
    }

    private void afterProbe(Hold.Probing probing, Answer answer) {
        switch (answer) {
            case Answer.Accepted accepted -> resume(probing);
            case Answer.Rejected rejected -> resume(probing);
            case Answer.Unauthorized refused ->
                renew(probing, Hold.Reason.UNAUTHORIZED, refused.message(), refused.httpStatus(), null);
            case Answer.Redirected refused ->
                renew(probing, Hold.Reason.MISCONFIGURED, refused.message(), refused.httpStatus(), null);
            case Answer.PaymentRequired refused ->
                renew(probing, Hold.Reason.PAYMENT_REQUIRED, refused.message(), refused.httpStatus(), null);
            case Answer.Throttled throttled ->
                renew(probing, Hold.Reason.THROTTLED, LIMITED, throttled.httpStatus(), throttled.retryAfter());
            case Answer.NotSent notSent -> repeat(probing, notSent);
            case Answer.NotTaken refused ->
                renew(probing, probing.reason(), refused.message(), refused.httpStatus(), null);
            case Answer.NoSlot noSlot -> hold = probing.postpone(now.plus(UNTIL_SLOT_FREE));
            // That something was reached proves nothing: each further call could end in the same way.
            case Answer.Unknown unknown ->
                renew(probing, probing.reason(), unknown.message(), unknown.httpStatus(), null);
            case Answer.InFlight inFlight -> {}
        }
    }

    private void renew(
            Hold.Probing probing,
            Hold.Reason reason,
            String message,
            @Nullable Integer httpStatus,
            @Nullable Duration retryAfter) {
        int streak = reason == probing.reason() ? probing.streak() + 1 : 1;
        hold = probing.holdAgain(reason, message, until(reason, streak, retryAfter));
        if (reason != probing.reason()) {
            announceHeld(reason, message, httpStatus);
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
        Hold.Reason reason = hold.announced();
        if (reason != null) {
            String message = "no command waits, and nothing about the project is remembered";
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

    private void announceHeld(Hold.Reason reason, String message, @Nullable Integer httpStatus) {
        announce(StatusEvent.Type.PROJECT_HELD, new StatusEvent.Reason(reason.code(), message, httpStatus));
    }

    private void announce(StatusEvent.Type type, StatusEvent.Reason reason) {
        scope.outbox().announce(Announcement.ofProject(type, reason));
    }
}
