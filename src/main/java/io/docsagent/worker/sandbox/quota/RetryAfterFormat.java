package io.docsagent.worker.sandbox.quota;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** The format of Retry-After in a 429. */
public enum RetryAfterFormat {
    SECONDS,
    /** As an HTTP date. */
    DATE,
    ABSENT;

    /** The header's value, rounded up so that a retry at that time is not too early. */
    @Nullable
    public String value(Instant now, Duration wait) {
        return switch (this) {
            case SECONDS -> Long.toString(wait.plusNanos(999_999_999).toSeconds());
            case DATE ->
                DateTimeFormatter.RFC_1123_DATE_TIME.format(
                        now.plus(wait).plusNanos(999_999_999).atOffset(ZoneOffset.UTC));
            case ABSENT -> null;
        };
    }
}
