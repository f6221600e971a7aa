package io.docsagent.worker.sandbox.quota;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the uses of a project are limited; create and message share them.
 *
 * @param limiter how uses are counted: rolling, fixed-window or token-bucket
 * @param capacity uses per period
 * @param period the time for which a use counts
 * @param countRefused whether a request answered with 429 also counts as a use
 * @param retryAfter format of Retry-After in a 429: seconds, date or absent
 */
public record QuotaSettings(
        @DefaultValue("rolling") Limiter limiter,
        @DefaultValue("100") int capacity,
        @DefaultValue("1h") Duration period,
        @DefaultValue("false") boolean countRefused,
        @DefaultValue("seconds") RetryAfterFormat retryAfter) {

    public QuotaSettings {
        if (capacity < 1 || period.toMillis() < 1) {
            throw new IllegalArgumentException("A quota needs a capacity of at least 1 and a period of at least 1 ms");
        }
    }
}
