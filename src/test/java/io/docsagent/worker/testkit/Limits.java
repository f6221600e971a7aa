package io.docsagent.worker.testkit;

import io.docsagent.worker.domain.policy.JobLimit;
import io.docsagent.worker.domain.policy.Policy;
import io.docsagent.worker.domain.policy.Sharing;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Policies for tests: the defaults of the settings, but for a margin of a second, and small changes of them. */
public record Limits(Policy policy) {

    public static Limits standard() {
        return new Limits(new Policy(
                new Policy.QuotaLimit(100, Duration.ofHours(1), Duration.ofSeconds(1), Duration.ofMinutes(10), null),
                Sharing.EQUAL,
                new Policy.Dispatching(Duration.ofSeconds(30), Duration.ofSeconds(30), 8, 1, 3, false, null),
                new Policy.Queueing(
                        10_000,
                        16L << 20,
                        64L << 10,
                        128L << 20,
                        Duration.ofMinutes(10),
                        Duration.ofDays(30),
                        256L << 10),
                new Policy.Remembering(Duration.ofDays(7), 50_000, 64L << 20, true, Duration.ofDays(7)),
                new Policy.Following(
                        Duration.ofHours(24),
                        Duration.ofMinutes(1),
                        Duration.ofDays(30),
                        50_000,
                        new Policy.Continuing(Duration.ofDays(7), 50),
                        JobLimit.NONE,
                        JobLimit.NONE)));
    }

    public Limits capacity(int capacity) {
        return quota("capacity", capacity);
    }

    public Limits period(Duration period) {
        return quota("period", period);
    }

    public Limits margin(Duration margin) {
        return quota("margin", margin);
    }

    public Limits spentUntil(Instant instant) {
        return quota("spentUntil", instant);
    }

    private Limits quota(String limit, Object value) {
        return with("quota", Records.with(policy.quota(), limit, value));
    }

    public Limits inFlight(int maxInFlight) {
        return dispatching("maxInFlight", maxInFlight);
    }

    /** @param name of the hold that every project is under until it is resumed; null for none */
    public Limits startHeld(@Nullable String name) {
        return dispatching("startHeld", name);
    }

    /** @param maxAttempts sends of unknown outcome of one command */
    public Limits atLeastOnce(int maxAttempts) {
        return dispatching("maxAttempts", maxAttempts);
    }

    /** Of a service that takes a command once, however often it is sent. */
    public Limits idempotent() {
        return dispatching("idempotent", true);
    }

    private Limits dispatching(String limit, @Nullable Object value) {
        return with("dispatching", Records.with(policy.dispatching(), limit, value));
    }

    public Limits queue(int maxCommands) {
        return queueing("maxCommands", maxCommands);
    }

    public Limits queueBytes(long maxBytes, long maxBytesPerPartition) {
        return queueing("maxBytes", maxBytes).queueing("maxBytesPerPartition", maxBytesPerPartition);
    }

    /** Of a command's JSON. */
    public Limits commandBytes(long maxBytes) {
        return queueing("maxCommandBytes", maxBytes);
    }

    /** What a project may queue however full its partition is. */
    public Limits minBytes(long minBytes) {
        return queueing("minBytes", minBytes);
    }

    private Limits queueing(String limit, Object value) {
        return with("queueing", Records.with(policy.queueing(), limit, value));
    }

    /** How many commands are remembered of the project. */
    public Limits marks(int max) {
        return remembering("max", max);
    }

    /** How much heap the jobs and remembered commands of the partition may take. */
    public Limits stateBytes(long maxPerPartition) {
        return remembering("maxStateBytesPerPartition", maxPerPartition);
    }

    /** How long a command is remembered from its end. */
    public Limits retention(Duration retention) {
        return remembering("retention", retention);
    }

    /** How long an operation is remembered from its arrival. */
    public Limits remembersOperations(Duration retention) {
        return remembering("operations", retention);
    }

    private Limits remembering(String limit, Object value) {
        return with("seen", Records.with(policy.seen(), limit, value));
    }

    /** How long a job takes the prompts of creates with its key. */
    public Limits continuing(Duration maxAge, int maxMessages) {
        return following("continuing", new Policy.Continuing(maxAge, maxMessages));
    }

    /** How many jobs are remembered of the project. */
    public Limits jobs(int max) {
        return following("max", max);
    }

    /** How many jobs may be active at once. */
    public Limits active(@Nullable Integer max, Map<String, Integer> ofPublishers) {
        return following("active", new JobLimit(max, ofPublishers));
    }

    /** How many pull requests may be open at once. */
    public Limits openPullRequests(@Nullable Integer max, Map<String, Integer> ofPublishers) {
        return following("openPullRequests", new JobLimit(max, ofPublishers));
    }

    private Limits following(String limit, Object value) {
        return with("jobs", Records.with(policy.jobs(), limit, value));
    }

    /** Publishers that share the quota. */
    public Limits sharing(Map<String, Sharing.Share> publishers) {
        return with("sharing", new Sharing(publishers));
    }

    private Limits with(String limits, Object value) {
        return new Limits(Records.with(policy, limits, value));
    }
}
