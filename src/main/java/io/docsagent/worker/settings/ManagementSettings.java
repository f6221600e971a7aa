package io.docsagent.worker.settings;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.nio.file.Path;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The management port.
 *
 * @param tokenFile a file, read at start, with the token for everything but health; if unset, no token is needed
 * @param prometheusWithoutToken whether metrics can be read without the token
 * @param timeout to receive a request and send its response; then the connection is closed
 * @param maxConnections at once; beyond it, the one idle longest is closed
 * @param maxRequests to one endpoint at once; further ones get 503. Health is not limited
 */
public record ManagementSettings(
        @Nullable Path tokenFile,
        @DefaultValue("false") boolean prometheusWithoutToken,

        @DefaultValue("20s") @DurationMin(seconds = 1) @DurationMax(days = 1)
        Duration timeout,

        @DefaultValue("256") @Min(8) @Max(100_000) int maxConnections,
        @DefaultValue("4") @Min(1) @Max(10) int maxRequests) {}
