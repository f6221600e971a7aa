package io.docsagent.worker.sandbox.quota;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The format of Retry-After in a 429. */
public enum RetryAfterFormat {
    SECONDS,
    /** As an HTTP date. */
    DATE,
    ABSENT;

    /** The day has two digits, unlike in {@link DateTimeFormatter#RFC_1123_DATE_TIME}. */
    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    /** The header's value, rounded up so that a retry at that time is not too early. */
    @Nullable
    public String value(Instant now, Duration wait) {
        return switch (this) {
            case SECONDS -> Long.toString(wait.plusNanos(999_999_999).toSeconds());
            case DATE -> HTTP_DATE.format(now.plus(wait).plusNanos(999_999_999));
            case ABSENT -> null;
        };
    }
}
