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
        Policy.QuotaLimit old = policy.quota();
        return quota(new Policy.QuotaLimit(capacity, old.period(), old.margin(), old.straggler(), null));
    }

    public Limits period(Duration period) {
        Policy.QuotaLimit old = policy.quota();
        return quota(new Policy.QuotaLimit(old.capacity(), period, old.margin(), old.straggler(), null));
    }

    public Limits margin(Duration margin) {
        Policy.QuotaLimit old = policy.quota();
        return quota(new Policy.QuotaLimit(old.capacity(), old.period(), margin, old.straggler(), null));
    }

    public Limits spentUntil(Instant instant) {
        Policy.QuotaLimit old = policy.quota();
        return quota(new Policy.QuotaLimit(old.capacity(), old.period(), old.margin(), old.straggler(), instant));
    }

    public Limits inFlight(int maxInFlight) {
        Policy.Dispatching old = policy.dispatching();
        return dispatching(new Policy.Dispatching(
                old.notAfter(),
                old.responseTimeout(),
                maxInFlight,
                old.maxAttempts(),
                old.maxRefusals(),
                old.idempotent(),
                old.startHeld()));
    }

    /** @param name of the hold that every project is under until it is resumed; null for none */
    public Limits startHeld(@Nullable String name) {
        Policy.Dispatching old = policy.dispatching();
        return dispatching(new Policy.Dispatching(
                old.notAfter(),
                old.responseTimeout(),
                old.maxInFlight(),
                old.maxAttempts(),
                old.maxRefusals(),
                old.idempotent(),
                name));
    }

    /** @param maxAttempts sends of unknown outcome of one command */
    public Limits atLeastOnce(int maxAttempts) {
        Policy.Dispatching old = policy.dispatching();
        return dispatching(new Policy.Dispatching(
                old.notAfter(),
                old.responseTimeout(),
                old.maxInFlight(),
                maxAttempts,
                old.maxRefusals(),
                old.idempotent(),
                old.startHeld()));
    }

    /** Of a service that takes a command once, however often it is sent. */
    public Limits idempotent() {
        Policy.Dispatching old = policy.dispatching();
        return dispatching(new Policy.Dispatching(
                old.notAfter(),
                old.responseTimeout(),
                old.maxInFlight(),
                old.maxAttempts(),
                old.maxRefusals(),
                true,
                old.startHeld()));
    }

    public Limits queue(int maxCommands) {
        Policy.Queueing old = policy.queueing();
        return queueing(new Policy.Queueing(
                maxCommands,
                old.maxBytes(),
                old.minBytes(),
                old.maxBytesPerPartition(),
                old.createWait(),
                old.maxDelay(),
                old.maxCommandBytes()));
    }

    public Limits queueBytes(long maxBytes, long maxBytesPerPartition) {
        Policy.Queueing old = policy.queueing();
        return queueing(new Policy.Queueing(
                old.maxCommands(),
                maxBytes,
                old.minBytes(),
                maxBytesPerPartition,
                old.createWait(),
                old.maxDelay(),
                old.maxCommandBytes()));
    }

    /** Of a command's JSON. */
    public Limits commandBytes(long maxBytes) {
        Policy.Queueing old = policy.queueing();
        return queueing(new Policy.Queueing(
                old.maxCommands(),
                old.maxBytes(),
                old.minBytes(),
                old.maxBytesPerPartition(),
                old.createWait(),
                old.maxDelay(),
                maxBytes));
    }

    /** What a project may queue however full its partition is. */
    public Limits minBytes(long minBytes) {
        Policy.Queueing old = policy.queueing();
        return queueing(new Policy.Queueing(
                old.maxCommands(),
                old.maxBytes(),
                minBytes,
                old.maxBytesPerPartition(),
                old.createWait(),
                old.maxDelay(),
                old.maxCommandBytes()));
    }

    /** How many commands are remembered of the project. */
    public Limits marks(int max) {
        Policy.Remembering old = policy.seen();
        return remembering(new Policy.Remembering(
                old.retention(), max, old.maxStateBytesPerPartition(), old.publishes(), old.operations()));
    }

    /** How much heap the jobs and remembered commands of the partition may take. */
    public Limits stateBytes(long maxPerPartition) {
        Policy.Remembering old = policy.seen();
        return remembering(
                new Policy.Remembering(old.retention(), old.max(), maxPerPartition, old.publishes(), old.operations()));
    }

    private Limits remembering(Policy.Remembering seen) {
        return new Limits(new Policy(
                policy.quota(), policy.sharing(), policy.dispatching(), policy.queueing(), seen, policy.jobs()));
    }

    /** How long a command is remembered from its end. */
    public Limits retention(Duration retention) {
        Policy.Remembering old = policy.seen();
        return remembering(new Policy.Remembering(
                retention, old.max(), old.maxStateBytesPerPartition(), old.publishes(), old.operations()));
    }

    /** How long an operation is remembered from its arrival. */
    public Limits remembersOperations(Duration retention) {
        Policy.Remembering old = policy.seen();
        return remembering(new Policy.Remembering(
                old.retention(), old.max(), old.maxStateBytesPerPartition(), old.publishes(), retention));
    }

    /** How long a job takes the prompts of creates with its key. */
    public Limits continuing(Duration maxAge, int maxMessages) {
        Policy.Following old = policy.jobs();
        var jobs = new Policy.Following(
                old.giveUpAfter(),
                old.linkGrace(),
                old.retention(),
                old.max(),
                new Policy.Continuing(maxAge, maxMessages),
                old.active(),
                old.openPullRequests());
        return following(jobs);
    }

    /** How many jobs are remembered of the project. */
    public Limits jobs(int max) {
        Policy.Following old = policy.jobs();
        return following(new Policy.Following(
                old.giveUpAfter(),
                old.linkGrace(),
                old.retention(),
                max,
                old.continuing(),
                old.active(),
                old.openPullRequests()));
    }

    /** How many jobs may be active at once. */
    public Limits active(@Nullable Integer max, Map<String, Integer> ofPublishers) {
        Policy.Following old = policy.jobs();
        return following(new Policy.Following(
                old.giveUpAfter(),
                old.linkGrace(),
                old.retention(),
                old.max(),
                old.continuing(),
                new JobLimit(max, ofPublishers),
                old.openPullRequests()));
    }

    /** How many pull requests may be open at once. */
    public Limits openPullRequests(@Nullable Integer max, Map<String, Integer> ofPublishers) {
        Policy.Following old = policy.jobs();
        return following(new Policy.Following(
                old.giveUpAfter(),
                old.linkGrace(),
                old.retention(),
                old.max(),
                old.continuing(),
                old.active(),
                new JobLimit(max, ofPublishers)));
    }

    private Limits following(Policy.Following jobs) {
        return new Limits(new Policy(
                policy.quota(), policy.sharing(), policy.dispatching(), policy.queueing(), policy.seen(), jobs));
    }

    /** Publishers that share the quota. */
    public Limits sharing(Map<String, Sharing.Share> publishers) {
        return new Limits(new Policy(
                policy.quota(),
                new Sharing(publishers),
                policy.dispatching(),
                policy.queueing(),
                policy.seen(),
                policy.jobs()));
    }

    private Limits quota(Policy.QuotaLimit quota) {
        return new Limits(new Policy(
                quota, policy.sharing(), policy.dispatching(), policy.queueing(), policy.seen(), policy.jobs()));
    }

    private Limits dispatching(Policy.Dispatching dispatching) {
        return new Limits(new Policy(
                policy.quota(), policy.sharing(), dispatching, policy.queueing(), policy.seen(), policy.jobs()));
    }

    private Limits queueing(Policy.Queueing queueing) {
        return new Limits(new Policy(
                policy.quota(), policy.sharing(), policy.dispatching(), queueing, policy.seen(), policy.jobs()));
    }
}
