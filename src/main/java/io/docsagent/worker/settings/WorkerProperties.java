package io.docsagent.worker.settings;

import io.docsagent.worker.contract.Publisher;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Every setting of the worker, {@code docs-agent.*}.
 *
 * @param installation what the names of topics, consumer groups and transactions begin with, where they are not set: for
 *     several installations on one cluster
 * @param delivery what happens to a command of unknown outcome: nothing more, or another try
 * @param projects overrides by project id
 * @param publishers by name; {@value Publisher#DEFAULT} is that of {@code topics.requests}
 */
@Validated
@ConfigurationProperties("docs-agent")
public record WorkerProperties(
        @Nullable @Pattern(regexp = "[a-zA-Z0-9._-]{0,100}") String installation,
        @Valid @DefaultValue @NestedConfigurationProperty ApiSettings api,
        @Valid @DefaultValue @NestedConfigurationProperty TopicSettings topics,
        @Valid @DefaultValue Requests requests,
        @Valid @DefaultValue QuotaSettings quota,
        @Valid @DefaultValue DispatchSettings dispatch,
        @Valid @DefaultValue QueueSettings queue,
        @Valid @DefaultValue DedupeSettings dedupe,
        @Valid @DefaultValue OperationSettings operations,
        @Valid @DefaultValue JobSettings jobs,
        @Valid @DefaultValue StateSettings state,
        @Valid @DefaultValue PollSettings poll,
        @Valid @DefaultValue ClockSettings clock,
        @Valid @DefaultValue HealthSettings health,
        @Valid @DefaultValue @NestedConfigurationProperty ManagementSettings management,
        @Valid @DefaultValue @NestedConfigurationProperty ConsoleSettings console,
        @Valid @DefaultValue MetricSettings metrics,
        @Valid @DefaultValue TracingSettings tracing,
        @DefaultValue("at-most-once") Delivery delivery,
        @DefaultValue Map<String, @Valid ProjectOverrides> projects,
        @DefaultValue Map<String, @Valid PublisherSettings> publishers) {

    /** What happens to a command of unknown outcome. */
    public enum Delivery {
        AT_MOST_ONCE,
        AT_LEAST_ONCE
    }

    /** @param maxBytes of a record's value; a larger one is a dead letter */
    public record Requests(@DefaultValue("256KB") DataSize maxBytes) {}

    /**
     * The uses that the service allows a project.
     *
     * @param capacity uses in a period
     * @param period in which the service counts
     * @param margin added to the period before a use's token comes back; by default twice {@code clock.max-skew}, since
     *     by as much the brokers' clocks may differ
     * @param straggler how long after its deadline the service may still read a request that the client gave up
     * @param spentUntil until then nothing is sent; set it a period ahead when the worker's state was lost or restored,
     *     and does not know what was sent last
     */
    public record QuotaSettings(
            @DefaultValue("100") @Min(1) @Max(100_000) int capacity,

            @DefaultValue("1h") @DurationMin(millis = 100) @DurationMax(days = 366)
            Duration period,

            @Nullable @DurationMin Duration margin,
            @DefaultValue("10m") Duration straggler,
            @Nullable Instant spentUntil) {}

    /**
     * How calls are made.
     *
     * @param notAfter how long after its decision a call may be sent
     * @param maxInFlightPerProject calls of one project in flight at once
     * @param maxAttempts sends of one command, for {@code delivery: at-least-once}
     * @param maxRefusals of one command (401, 403, 3xx, 4xx of something else than the service), each after others of its
     *     project were accepted, until it is rejected
     * @param startHeld a name, such as the date of a restored backup: every project is held, as by an operator, until an
     *     operator resumes it; one that was resumed stays so while the name is the same
     */
    public record DispatchSettings(
            @DefaultValue("30s") @DurationMin(millis = 100) Duration notAfter,
            @DefaultValue("8") @Min(1) @Max(1_000) int maxInFlightPerProject,
            @DefaultValue("3") @Min(1) @Max(100) int maxAttempts,
            @DefaultValue("3") @Min(2) @Max(100) int maxRefusals,

            @Nullable @Pattern(regexp = "[a-zA-Z0-9._-]{1,100}")
            String startHeld) {}

    /**
     * How much may wait.
     *
     * @param maxPerProject commands
     * @param maxBytesPerProject of the waiting commands' records
     * @param minBytesPerProject that a project may queue, or one command, however full its partition is
     * @param maxBytesPerPartition of the waiting commands' records; by default so many that the heap holds all partitions
     * @param maxProjectsPerPartition with commands, jobs, uses or remembered commands; beyond it the least recent one
     *     without commands, jobs and uses is forgotten early; by default so many that the heap holds all partitions
     * @param createWait how long a message waits for a create that has not been seen
     * @param maxDelay from a command's arrival to its {@code notBefore}
     */
    public record QueueSettings(
            @DefaultValue("10000") @Min(1) int maxPerProject,
            @DefaultValue("16MB") DataSize maxBytesPerProject,
            @DefaultValue("64KB") DataSize minBytesPerProject,
            @Nullable DataSize maxBytesPerPartition,
            @Nullable @Min(1) Integer maxProjectsPerPartition,
            @DefaultValue("10m") @DurationMin(millis = 1) Duration createWait,
            @DefaultValue("30d") @DurationMin(millis = 1) Duration maxDelay) {}

    /**
     * How long repeated commands are recognised.
     *
     * @param retention from the command's end
     * @param maxPerProject commands remembered; beyond it the oldest ended one is forgotten early, what the service took or
     *     may have taken last
     */
    public record DedupeSettings(
            @DefaultValue("7d") @DurationMin(millis = 1) Duration retention,
            @DefaultValue("50000") @Min(1) int maxPerProject) {}

    /** @param retention how long a repeated operation is recognised, from its first arrival */
    public record OperationSettings(
            @DefaultValue("7d") @DurationMin(millis = 1) Duration retention) {}

    /**
     * How long ended jobs are remembered.
     *
     * @param retention from the job's end
     * @param maxPerProject jobs remembered; beyond it the one that ended first is forgotten early
     */
    public record JobSettings(
            @DefaultValue("30d") @DurationMin(millis = 1) Duration retention,
            @DefaultValue("50000") @Min(1) int maxPerProject) {}

    /**
     * How much heap jobs and remembered commands take.
     *
     * @param maxBytesPerPartition by estimate; beyond it the oldest ended ones of the project at hand are forgotten early;
     *     by default so many that the heap holds all partitions
     */
    public record StateSettings(@Nullable DataSize maxBytesPerPartition) {}

    /**
     * How jobs are followed.
     *
     * @param minInterval until the first GET, and between the GETs of a young job
     * @param maxInterval between the GETs of an old job
     * @param maxConcurrent GETs in flight at once, in all
     * @param maxConcurrentPerProject GETs of one project in flight at once
     * @param maxRefusals of one job's GETs (401, 403, 3xx) while others of its project are shown, until it is reported as
     *     lost
     * @param giveUpAfter how long a job is followed that does not end, not counting the project's holds
     * @param prLinkGrace how long a completed job without a pull request is polled for one
     */
    public record PollSettings(
            @DefaultValue("2s") @DurationMin(millis = 10) Duration minInterval,
            @DefaultValue("30s") @DurationMin(millis = 10) Duration maxInterval,
            @DefaultValue("256") @Min(1) int maxConcurrent,
            @DefaultValue("32") @Min(1) int maxConcurrentPerProject,
            @DefaultValue("10") @Min(2) @Max(1_000) int maxRefusals,
            @DefaultValue("24h") @DurationMin(millis = 100) Duration giveUpAfter,
            @DefaultValue("1m") Duration prLinkGrace) {}

    /** @param maxSkew between this instance's clock and each broker's; beyond it the instance is not ready */
    public record ClockSettings(
            @DefaultValue("5s") @DurationMin(millis = 1) Duration maxSkew) {}

    /**
     * @param kafkaSilence how long Kafka may answer nothing until the instance is not ready
     * @param stalledAfter the same for what waits in vain for a part of the worker; by default 30 s more than a call takes
     */
    public record HealthSettings(
            @DefaultValue("30s") @DurationMin(seconds = 1) Duration kafkaSilence,
            @Nullable @DurationMin(seconds = 1) Duration stalledAfter) {}

    /**
     * What metrics show.
     *
     * @param projects ids that always have a {@code project} label of their own
     * @param maxProjects that have one, those with the longest queues first; the rest are {@code other}
     * @param wantedInstances that should run, for the dashboard and an alert
     */
    public record MetricSettings(
            @DefaultValue List<String> projects,
            @DefaultValue("100") @Min(0) int maxProjects,
            @DefaultValue("1") @Min(1) int wantedInstances) {}

    /**
     * Where spans go.
     *
     * @param endpoint that takes OTLP over HTTP, for example {@code http://collector:4318/v1/traces}; none, no spans
     * @param headers sent along, for example {@code authorization}
     * @param sslBundle the Spring Boot SSL bundle with whom to trust and, for mutual TLS, the client's certificate
     */
    public record TracingSettings(
            @Nullable URI endpoint,
            @DefaultValue Map<String, String> headers,
            @Nullable String sslBundle) {

        /** Leaves the headers' values out. */
        @Override
        public String toString() {
            return "TracingSettings[endpoint=" + endpoint + ", headers=" + headers.keySet() + "]";
        }
    }
}
