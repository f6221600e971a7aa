package io.docsagent.worker.domain.state;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.contract.Command.Priority;
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
 * @param payer the publisher whose use it is; null for the command's own
 * @param charged the priority at which that publisher's share was charged; null for the command's own
 * @param acceptedAs the job that took an earlier call, since when this one does not end the command any more; null where none did
 */
public record InFlightCall(
        long epoch,
        boolean probe,
        Instant deadline,
        Instant queryAt,
        @Nullable String payer,
        @Nullable Priority charged,
        @Nullable String acceptedAs) {

    /** After the deadline: time for the outcome to arrive on its own. */
    private static final Duration BEFORE_QUERY = Duration.ofSeconds(5);

    /** Each query costs a record, and is answered as soon as a gateway owns the partition. */
    private static final Duration BETWEEN_QUERIES = Duration.ofSeconds(30);

    public static InFlightCall of(Hold hold, Instant deadline) {
        boolean probe = hold instanceof Hold.Probing;
        return new InFlightCall(hold.epoch(), probe, deadline, deadline.plus(BEFORE_QUERY), null, null, null);
    }

    public InFlightCall outcomeQueried(Instant now) {
        return new InFlightCall(epoch, probe, deadline, now.plus(BETWEEN_QUERIES), payer, charged, acceptedAs);
    }

    InFlightCall acceptedAs(String jobId) {
        return new InFlightCall(epoch, probe, deadline, queryAt, payer, charged, jobId);
    }

    /** Whose use it is, and at which priority the share is charged, for a call of the command. */
    public InFlightCall paidBy(String publisher, Priority priority, Command called) {
        return new InFlightCall(
                epoch,
                probe,
                deadline,
                queryAt,
                publisher.equals(called.publisher()) ? null : publisher,
                priority == called.priority() ? null : priority,
                acceptedAs);
    }
}
