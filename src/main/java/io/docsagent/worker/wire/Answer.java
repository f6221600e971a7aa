package io.docsagent.worker.wire;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.docsagent.worker.contract.JobSnapshot;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The outcome of a call to the service, in the terms that the engine acts on. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "answer")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Answer.Accepted.class, name = "accepted"),
    @JsonSubTypes.Type(value = Answer.Rejected.class, name = "rejected"),
    @JsonSubTypes.Type(value = Answer.Redirected.class, name = "redirected"),
    @JsonSubTypes.Type(value = Answer.Unauthorized.class, name = "unauthorized"),
    @JsonSubTypes.Type(value = Answer.PaymentRequired.class, name = "payment-required"),
    @JsonSubTypes.Type(value = Answer.Throttled.class, name = "throttled"),
    @JsonSubTypes.Type(value = Answer.NotSent.class, name = "not-sent"),
    @JsonSubTypes.Type(value = Answer.NoSlot.class, name = "no-slot"),
    @JsonSubTypes.Type(value = Answer.NotTaken.class, name = "not-taken"),
    @JsonSubTypes.Type(value = Answer.Unknown.class, name = "unknown"),
    @JsonSubTypes.Type(value = Answer.InFlight.class, name = "in-flight")
})
public sealed interface Answer {

    /** The service has answered, with a status. */
    sealed interface Replied extends Answer {
        int httpStatus();
    }

    /** The service has not taken the command, which may be sent again. */
    sealed interface Retryable extends Answer {}

    /** The status of the service's reply; null where there was none. */
    default @Nullable Integer replyStatus() {
        return switch (this) {
            case Replied replied -> Integer.valueOf(replied.httpStatus());
            case Unknown unknown -> unknown.httpStatus();
            case NotSent notSent -> null;
            case NoSlot noSlot -> null;
            case InFlight inFlight -> null;
        };
    }

    /**
     * The service took the command.
     *
     * @param job as answered; null where a message was answered without a body, by 204 (its job is known)
     */
    record Accepted(int httpStatus, @Nullable JobSnapshot job) implements Replied {}

    /** The service will never take the command: 4xx with its error object, other than 401, 402, 403, 408, 429. */
    record Rejected(int httpStatus, String message) implements Replied {}

    /** Something else than the service has answered: a redirect, or a 4xx without the service's error object. */
    record Redirected(int httpStatus, String message) implements Replied, Retryable {}

    /** The key was not accepted: 401, 403. */
    record Unauthorized(int httpStatus, String message) implements Replied, Retryable {}

    /** The customer's credits with the service are used up: 402. */
    record PaymentRequired(String message) implements Replied, Retryable {
        @Override
        @JsonIgnore
        public int httpStatus() {
            return 402;
        }
    }

    /**
     * The service's own limit: 429, or a status that the settings declare to mean the same.
     *
     * @param retryAfter what the service requested, never negative; null where it did not
     */
    record Throttled(int httpStatus, @Nullable Duration retryAfter) implements Replied, Retryable {}

    /** No byte of the request can have reached the service. */
    record NotSent(String message) implements Retryable {}

    /** This instance had no slot free for the call before its {@code notAfter}; nothing was sent. */
    record NoSlot(String message) implements Retryable {}

    /** The service answered that it did not take the command, by a status that the settings declare so. */
    record NotTaken(int httpStatus, String message) implements Replied, Retryable {}

    /**
     * The service may or may not have taken the command.
     *
     * @param httpStatus null where there was no answer
     */
    record Unknown(Reason reason, @Nullable Integer httpStatus, String message) implements Answer {

        /** Why the outcome is unknown; the codes of {@code command.unknown}. */
        public enum Reason {
            @JsonProperty("timeout")
            TIMEOUT,
            @JsonProperty("connection_lost")
            CONNECTION_LOST,
            @JsonProperty("server_error")
            SERVER_ERROR,
            @JsonProperty("unreadable")
            UNREADABLE,
            @JsonProperty("no_trace")
            NO_TRACE
        }
    }

    /** Given only to an outcome query: the call has not ended yet. */
    record InFlight() implements Answer {}
}
