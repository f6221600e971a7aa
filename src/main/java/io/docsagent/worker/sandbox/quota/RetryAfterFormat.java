package io.docsagent.worker.sandbox.quota;

import io.netty.handler.codec.DateFormatter;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
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
            case DATE -> DateFormatter.format(Date.from(now.plus(wait).plusNanos(999_999_999)));
            case ABSENT -> null;
        };
    }
}
