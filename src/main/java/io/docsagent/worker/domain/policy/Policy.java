package io.docsagent.worker.domain.policy;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The limits and choices that apply to one project. */
public record Policy(
        QuotaLimit quota,
        Sharing sharing,
        Dispatching dispatching,
        Queueing queueing,
        Remembering seen,
        Following jobs) {

    /**
     * @param capacity uses in a period
     * @param margin added to the period before a use's token comes back
     * @param straggler how long after its deadline the service may still read a request that the client gave up
     * @param spentUntil when all uses of every project come back, since the state may not know of them; null where it does
     */
    public record QuotaLimit(
            int capacity,
            Duration period,
            Duration margin,
            Duration straggler,
            @Nullable Instant spentUntil) {

        /** From the end of a use to the return of its token. */
        public Duration cycle() {
            return period.plus(margin);
        }
    }

    /**
     * @param notAfter how long after its decision a call may be sent
     * @param responseTimeout how long a call may take from then on
     * @param maxAttempts sends of one command of unknown outcome; 1 is at most once
     * @param maxRefusals refusals (401, 403, 3xx, 4xx of something else than the service) of one command while others of its
     *     project are accepted
     * @param idempotent whether the service takes a command once, however often it is sent
     * @param startHeld names the hold that all projects are under until an operator resumes them; null for none
     */
    public record Dispatching(
            Duration notAfter,
            Duration responseTimeout,
            int maxInFlight,
            int maxAttempts,
            int maxRefusals,
            boolean idempotent,
            @Nullable String startHeld) {}

    /**
     * @param minBytes that a project may queue, or one command, however full its partition is
     * @param createWait how long a message waits for a create that has not been seen
     * @param maxDelay from a command's arrival to its {@code notBefore}
     * @param maxCommandBytes of a command's JSON
     */
    public record Queueing(
            int maxCommands,
            long maxBytes,
            long minBytes,
            long maxBytesPerPartition,
            Duration createWait,
            Duration maxDelay,
            long maxCommandBytes) {}

    /**
     * @param retention from a command's end
     * @param maxStateBytesPerPartition of heap, by estimate, for what is remembered of commands and for jobs
     * @param publishes whether the state of every command is published
     * @param operations how long an operation is remembered, from its arrival
     */
    public record Remembering(
            Duration retention, int max, long maxStateBytesPerPartition, boolean publishes, Duration operations) {}

    /**
     * @param giveUpAfter how long a job is followed that does not end, not counting holds
     * @param linkGrace how long a completed job without a pull request is polled for one
     * @param retention from a job's end
     * @param active jobs at once
     * @param openPullRequests at once, by what was reported of them
     */
    public record Following(
            Duration giveUpAfter,
            Duration linkGrace,
            Duration retention,
            int max,
            Continuing continuing,
            JobLimit active,
            JobLimit openPullRequests) {}

    /**
     * How long a job takes the prompts of creates with its key.
     *
     * @param maxAge from the acceptance of its create
     * @param maxMessages that it takes, published as messages or as creates
     */
    public record Continuing(Duration maxAge, int maxMessages) {}
}
