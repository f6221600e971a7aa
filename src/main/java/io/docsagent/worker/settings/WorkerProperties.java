package io.docsagent.worker.settings;

import io.docsagent.worker.contract.Publisher;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
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
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * Every setting of the worker, {@code docs-agent.*}.
 *
 * @param installation default prefix of the names of topics, consumer groups and transactions, for several
 *     installations on one cluster
 * @param delivery whether a command of unknown outcome is sent again
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
        @Valid @DefaultValue @Name("continue") ContinueSettings continuing,
        @Valid @DefaultValue StateSettings state,
        @Valid @DefaultValue PollSettings poll,
        @Valid @DefaultValue ClockSettings clock,
        @Valid @DefaultValue HealthSettings health,
        @Valid @DefaultValue @NestedConfigurationProperty ManagementSettings management,
        @Valid @DefaultValue @NestedConfigurationProperty ConsoleSettings console,
        @Valid @DefaultValue MetricSettings metrics,
        @Valid @DefaultValue @NestedConfigurationProperty TracingSettings tracing,
        @DefaultValue("at-most-once") Delivery delivery,
        @DefaultValue Map<String, @Valid ProjectOverrides> projects,
        @DefaultValue Map<String, @Valid PublisherSettings> publishers) {

    @AssertTrue(
            message =
                    "max-open-pull-requests needs docs-agent.topics.pull-requests: without it every pull request stays"
                            + " open. Set the topic, or remove the limit from docs-agent.queue, .projects and .publishers")
    boolean isLimitOfPullRequestsOfUse() {
        return !topics.pullRequests().isBlank()
                || (queue.maxOpenPullRequests() == null
                        && projects.values().stream()
                                .allMatch(project -> project.queue().maxOpenPullRequests() == null)
                        && publishers.values().stream().allMatch(publisher -> publisher.maxOpenPullRequests() == null));
    }

    /** What happens to a command of unknown outcome. */
    public enum Delivery {
        AT_MOST_ONCE,
        AT_LEAST_ONCE
    }

    /** @param maxBytes of a record's value; a larger one is a dead letter */
    public record Requests(
            @DefaultValue("256KB") @DataSizeMin("1KB") DataSize maxBytes) {}

    /**
     * The uses that the service allows a project.
     *
     * @param capacity uses in a period
     * @param period of the service's quota
     * @param margin added to the period before a use returns; by default twice {@code clock.max-skew}, the most that
     *     brokers' clocks may differ
     * @param straggler how long after its deadline the service may still read an abandoned request
     * @param spentUntil nothing is sent before; set it a period ahead when the worker's state was lost or restored,
     *     since the last calls may be missing
     */
    public record QuotaSettings(
            @DefaultValue("100") @Min(1) @Max(100_000) int capacity,

            @DefaultValue("1h") @DurationMin(millis = 100) @DurationMax(days = 366)
            Duration period,

            @Nullable @DurationMin Duration margin,
            @DefaultValue("10m") @DurationMin Duration straggler,
            @Nullable Instant spentUntil) {}

    /**
     * How calls are made.
     *
     * @param notAfter how long after its decision a call may be sent
     * @param maxInFlightPerProject calls of one project in flight at once
     * @param maxAttempts sends of one command, for {@code delivery: at-least-once}
     * @param maxRefusals of one command (401, 403, 3xx, 4xx not from the service), each after others of its project
     *     were accepted, until it is rejected
     * @param startHeld a label, such as the date of a restored backup: every project is held until an operator resumes
     *     it; resumed projects stay so until the label changes
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
     * @param minBytesPerProject guaranteed to a project, or one command, however full its partition is
     * @param maxBytesPerPartition of the waiting commands' records; by default such that all partitions fit in the heap
     * @param maxProjectsPerPartition with commands, jobs, uses or remembered commands; beyond it, the least recent one
     *     without commands, jobs or uses is forgotten early; by default such that all partitions fit in the heap
     * @param createWait how long a message waits for a create that has not been seen
     * @param maxDelay from a command's arrival to its {@code notBefore}
     * @param maxActiveJobs of a project; while so many are active, what would start another one waits
     * @param maxOpenPullRequests of a project; while so many are open, creates wait that would start a job
     */
    public record QueueSettings(
            @DefaultValue("10000") @Min(1) int maxPerProject,
            @DefaultValue("16MB") @DataSizeMin("1KB") DataSize maxBytesPerProject,
            @DefaultValue("64KB") @DataSizeMin("1KB") DataSize minBytesPerProject,
            @Nullable @DataSizeMin("1KB") DataSize maxBytesPerPartition,
            @Nullable @Min(1) Integer maxProjectsPerPartition,
            @DefaultValue("10m") @DurationMin(millis = 1) Duration createWait,
            @DefaultValue("30d") @DurationMin(millis = 1) Duration maxDelay,
            @Nullable @Min(1) Integer maxActiveJobs,
            @Nullable @Min(1) Integer maxOpenPullRequests) {}

    /**
     * How long repeated commands are recognised.
     *
     * @param retention from the command's end
     * @param maxPerProject remembered commands; beyond it, the oldest ended one is forgotten early, not-taken ones
     *     first
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
     * @param maxPerProject remembered jobs; beyond it, the first to end is forgotten early
     */
    public record JobSettings(
            @DefaultValue("30d") @DurationMin(millis = 1) Duration retention,
            @DefaultValue("50000") @Min(1) int maxPerProject) {}

    /**
     * How long a job takes the prompts of creates with its {@code continueKey}.
     *
     * @param maxAge from the acceptance of its create
     * @param maxMessages that it takes
     */
    public record ContinueSettings(
            @DefaultValue("7d") @DurationMin(millis = 1) Duration maxAge,
            @DefaultValue("50") @Min(1) @Max(100) int maxMessages) {}

    /**
     * How much heap jobs and remembered commands take.
     *
     * @param maxBytesPerPartition estimated; beyond it, the oldest ended ones of the current project are forgotten
     *     early; by default such that all partitions fit in the heap
     */
    public record StateSettings(
            @Nullable @DataSizeMin("1KB") DataSize maxBytesPerPartition) {}

    /**
     * How jobs are followed.
     *
     * @param minInterval before the first GET, and between GETs of a new job
     * @param maxInterval between GETs of an old job
     * @param maxConcurrent GETs in flight at once
     * @param maxConcurrentPerProject GETs of one project in flight at once
     * @param maxRefusals of one job's GETs (401, 403, 3xx, 404 not from the service) while others of its project succeed,
     *     before it is reported as lost
     * @param giveUpAfter how long an unfinished job is followed, not counting the project's holds
     * @param prLinkGrace how long a completed job without a pull request is polled for one
     */
    public record PollSettings(
            @DefaultValue("2s") @DurationMin(millis = 10) Duration minInterval,
            @DefaultValue("30s") @DurationMin(millis = 10) Duration maxInterval,
            @DefaultValue("256") @Min(1) int maxConcurrent,
            @DefaultValue("32") @Min(1) int maxConcurrentPerProject,
            @DefaultValue("10") @Min(2) @Max(1_000) int maxRefusals,
            @DefaultValue("24h") @DurationMin(millis = 100) Duration giveUpAfter,
            @DefaultValue("1m") @DurationMin Duration prLinkGrace) {}

    /** @param maxSkew between this instance's clock and each broker's; beyond it the instance is not ready */
    public record ClockSettings(
            @DefaultValue("5s") @DurationMin(millis = 1) Duration maxSkew) {}

    /**
     * @param kafkaSilence how long Kafka may be silent before the instance is not ready
     * @param stalledAfter the same for waiting work without progress; by default 30 s more than a call takes
     */
    public record HealthSettings(
            @DefaultValue("30s") @DurationMin(seconds = 1) Duration kafkaSilence,
            @Nullable @DurationMin(seconds = 1) Duration stalledAfter) {}

    /**
     * What metrics show.
     *
     * @param projects ids that always have a {@code project} label of their own
     * @param maxProjects that have one, longest queues first; the rest are {@code other}
     * @param wantedInstances that should run, for the dashboard and an alert
     */
    public record MetricSettings(
            @DefaultValue List<String> projects,
            @DefaultValue("100") @Min(0) int maxProjects,
            @DefaultValue("1") @Min(1) int wantedInstances) {}
}
