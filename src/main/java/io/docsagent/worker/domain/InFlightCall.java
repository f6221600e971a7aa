package io.docsagent.worker.domain;

import java.time.Duration;
import java.time.Instant;

/**
 * The call of a {@link QueuedCommand} that was decided and has no outcome yet.
 *
 * @param epoch of the project's {@link Hold} when it was sent
 * @param probe whether the project was closed then, and this call was to find out whether it still is
 * @param deadline by when the gateway has given it up: {@code notAfter} and the response timeout
 * @param askAt when the gateway is asked what became of it
 */
public record InFlightCall(long epoch, boolean probe, Instant deadline, Instant askAt) {

    /** Leaves the outcome time to arrive before anyone asks for it. */
    private static final Duration BEFORE_ASKING = Duration.ofSeconds(5);

    /** Between asks; each costs a record, and an answer comes as soon as a gateway has the partition. */
    private static final Duration BETWEEN_ASKS = Duration.ofSeconds(30);

    static InFlightCall of(Hold hold, Instant deadline) {
        return new InFlightCall(hold.epoch(), hold instanceof Hold.Probing, deadline, deadline.plus(BEFORE_ASKING));
    }

    InFlightCall asked(Instant now) {
        return new InFlightCall(epoch, probe, deadline, now.plus(BETWEEN_ASKS));
    }
}
