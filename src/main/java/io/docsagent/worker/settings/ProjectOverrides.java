package io.docsagent.worker.settings;

import io.docsagent.worker.settings.WorkerProperties.Delivery;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/** Overrides for one project, {@code docs-agent.projects.<id>.*}; unset ones are as for all projects. */
public record ProjectOverrides(
        @Nullable Delivery delivery,
        @Valid @DefaultValue QuotaOverrides quota,
        @Valid @DefaultValue DispatchOverrides dispatch,
        @Valid @DefaultValue QueueOverrides queue) {

    /** Of a project that does nothing differently. */
    public static final ProjectOverrides NONE = new ProjectOverrides(
            null,
            new QuotaOverrides(null, null, null, null),
            new DispatchOverrides(null, null, null, null),
            new QueueOverrides(null, null, null, null, null, null));

    /** See {@link WorkerProperties.QuotaSettings}. */
    public record QuotaOverrides(
            @Nullable @Min(1) @Max(100_000) Integer capacity,

            @Nullable @DurationMin(millis = 100) @DurationMax(days = 366)
            Duration period,

            @Nullable @DurationMin Duration margin,
            @Nullable @DurationMin Duration straggler) {}

    /** See {@link WorkerProperties.DispatchSettings}. */
    public record DispatchOverrides(
            @Nullable @DurationMin(millis = 100) Duration notAfter,
            @Nullable @Min(1) @Max(1_000) Integer maxInFlightPerProject,
            @Nullable @Min(1) @Max(100) Integer maxAttempts,
            @Nullable @Min(2) @Max(100) Integer maxRefusals) {}

    /** See {@link WorkerProperties.QueueSettings}. */
    public record QueueOverrides(
            @Nullable @Min(1) Integer maxPerProject,
            @Nullable @DataSizeMin("1KB") DataSize maxBytesPerProject,
            @Nullable @DurationMin(millis = 1) Duration createWait,
            @Nullable @DurationMin(millis = 1) Duration maxDelay,
            @Nullable @Min(1) Integer maxActiveJobs,
            @Nullable @Min(1) Integer maxOpenPullRequests) {}
}
