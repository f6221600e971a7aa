package io.docsagent.worker.domain.state;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.time.Instant;

/**
 * The call of a {@link QueuedCommand} that was decided and has no outcome yet.
 *
 * @param epoch of the project's {@link Hold} when it was sent
 * @param probe whether the project was held, and this call is to find out whether the hold can end
 * @param deadline when the gateway has given it up: {@code notAfter} plus the response timeout
 * @param queryAt when the gateway is queried for its outcome
 */
public record InFlightCall(
        long epoch,
        boolean probe,
        Instant deadline,
        @JsonProperty("askAt") Instant queryAt) {

    /** After the deadline: time for the outcome to arrive on its own. */
    private static final Duration BEFORE_QUERY = Duration.ofSeconds(5);

    /** Each query costs a record, and is answered as soon as a gateway owns the partition. */
    private static final Duration BETWEEN_QUERIES = Duration.ofSeconds(30);

    public static InFlightCall of(Hold hold, Instant deadline) {
        return new InFlightCall(hold.epoch(), hold instanceof Hold.Probing, deadline, deadline.plus(BEFORE_QUERY));
    }

    public InFlightCall outcomeQueried(Instant now) {
        return new InFlightCall(epoch, probe, deadline, now.plus(BETWEEN_QUERIES));
    }
}
