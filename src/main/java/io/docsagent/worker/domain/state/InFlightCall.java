package io.docsagent.worker.domain.state;

import io.docsagent.worker.contract.Command.Priority;
import io.docsagent.worker.contract.Publisher;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The call of a {@link QueuedCommand} that was decided and has no outcome yet.
 *
 * @param epoch of the project's {@link Hold} when it was sent
 * @param probe whether the project was held, and this call is to find out whether the hold can end
 * @param deadline when the gateway has given it up: {@code notAfter} plus the response timeout
 * @param queryAt when the gateway is queried for its outcome
 * @param payer the publisher whose use it is
 * @param charged the priority at which that publisher's share was charged
 * @param acceptedAs the job that took an earlier call, since when this one does not end the command any more; null where none did
 */
public record InFlightCall(
        long epoch,
        boolean probe,
        Instant deadline,
        Instant queryAt,
        @Publisher.Name String payer,
        Priority charged,
        @Nullable String acceptedAs) {

    /** After the deadline: time for the outcome to arrive on its own. */
    private static final Duration BEFORE_QUERY = Duration.ofSeconds(5);

    /** Each query costs a record, and is answered as soon as a gateway owns the partition. */
    private static final Duration BETWEEN_QUERIES = Duration.ofSeconds(30);

    public InFlightCall {
        payer = Publisher.orDefault(payer);
    }

    public static InFlightCall of(Hold hold, Instant deadline, String payer, Priority charged) {
        boolean probe = hold instanceof Hold.Probing;
        return new InFlightCall(hold.epoch(), probe, deadline, deadline.plus(BEFORE_QUERY), payer, charged, null);
    }

    public InFlightCall outcomeQueried(Instant now) {
        return new InFlightCall(epoch, probe, deadline, now.plus(BETWEEN_QUERIES), payer, charged, acceptedAs);
    }

    InFlightCall acceptedAs(String jobId) {
        return new InFlightCall(epoch, probe, deadline, queryAt, payer, charged, jobId);
    }
}
