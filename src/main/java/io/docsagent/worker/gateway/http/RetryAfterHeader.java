package io.docsagent.worker.gateway.http;

import io.netty.handler.codec.DateFormatter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads from the {@code Retry-After} header how long callers are to wait. */
final class RetryAfterHeader {

    /** Longer than any quota period may be; keeps the sums of others from overflowing. */
    private static final Duration LONGEST = Duration.ofDays(366);

    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,10}");

    private RetryAfterHeader() {}

    /** Never negative; null where the service did not say, or not in a way that can be understood. */
    static @Nullable Duration of(Reply reply, InstantSource clock) {
        if (reply.retryAfter() == null) {
            return null;
        }
        String text = reply.retryAfter().strip();
        if (SECONDS.matcher(text).matches()) {
            return bounded(Duration.ofSeconds(Long.parseLong(text)));
        }
        Instant until = date(text);
        if (until == null) {
            return null;
        }
        // Relative to the service's own clock, where it shows it.
        Instant shown = reply.date() == null ? null : date(reply.date());
        return bounded(Duration.between(shown == null ? clock.instant() : shown, until));
    }

    private static Duration bounded(Duration wait) {
        return wait.isNegative() ? Duration.ZERO : wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
    }

    private static @Nullable Instant date(String text) {
        if (text.isEmpty()) {
            return null;
        }
        Date date = DateFormatter.parseHttpDate(text);
        return date == null ? null : date.toInstant();
    }
}
