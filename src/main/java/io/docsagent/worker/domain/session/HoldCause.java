package io.docsagent.worker.domain.session;

import io.docsagent.worker.contract.StatusEvent;
import io.docsagent.worker.domain.state.Hold;
import io.docsagent.worker.wire.Answer;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why the calls of a whole project are to wait.
 *
 * @param httpStatus null where there was no answer
 * @param retryAfter how long the service wants them to; null where it does not say
 */
record HoldCause(
        Hold.Reason reason,
        String message,
        @Nullable Integer httpStatus,
        @Nullable Duration retryAfter) {

    static final HoldCause INTERNAL_ERROR = new HoldCause(
            Hold.Reason.INTERNAL_ERROR, "a record could not be processed; see the dead letters", null, null);

    private static final String LIMITED = "the service answered that its limit is reached";

    /**
     * What an answer to a call says of the project's other calls; nothing where it concerns the command alone.
     *
     * @param unclear the reason where the answer does not name one
     */
    static Optional<HoldCause> of(Answer answer, Hold.Reason unclear) {
        return switch (answer) {
            case Answer.Unauthorized refused -> of(Hold.Reason.UNAUTHORIZED, refused.message(), answer);
            case Answer.Redirected refused -> of(Hold.Reason.MISCONFIGURED, refused.message(), answer);
            case Answer.PaymentRequired refused -> of(Hold.Reason.PAYMENT_REQUIRED, refused.message(), answer);
            case Answer.Throttled throttled ->
                Optional.of(
                        new HoldCause(Hold.Reason.THROTTLED, LIMITED, throttled.httpStatus(), throttled.retryAfter()));
            case Answer.NotSent notSent -> of(Hold.Reason.UNREACHABLE, notSent.message(), answer);
            case Answer.NotTaken refused -> of(unclear, refused.message(), answer);
            case Answer.Unknown unknown -> of(unclear, unknown.message(), answer);
            // That this instance has no free call slot says nothing about the service.
            case Answer.NoSlot noSlot -> Optional.empty();
            case Answer.Accepted accepted -> Optional.empty();
            case Answer.Rejected rejected -> Optional.empty();
            case Answer.InFlight inFlight -> Optional.empty();
        };
    }

    private static Optional<HoldCause> of(Hold.Reason reason, String message, Answer answer) {
        return Optional.of(new HoldCause(reason, message, answer.replyStatus(), null));
    }

    /** As events give it. */
    StatusEvent.Reason announced() {
        return new StatusEvent.Reason(reason.code(), message, httpStatus);
    }
}
