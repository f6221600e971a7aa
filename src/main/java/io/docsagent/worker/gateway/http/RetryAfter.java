package io.docsagent.worker.gateway.http;

import io.netty.handler.codec.DateFormatter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.Date;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads from the headers of a reply how long callers are to wait. */
final class RetryAfter {

    /** Longer than any quota period may be; keeps the sums of others from overflowing. */
    private static final Duration LONGEST = Duration.ofDays(366);

    /** Some services write fractions. */
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,13}([.][0-9]{1,9})?");

    /** A reset is given in seconds from now or, beyond 31 years, as a time: in seconds since 1970, or milliseconds. */
    private static final BigDecimal FIRST_TIME = BigDecimal.valueOf(1_000_000_000L);

    private static final BigDecimal FIRST_TIME_IN_MILLIS = FIRST_TIME.movePointRight(3);

    /** No date is longer, and the parser throws for a text that is. */
    private static final int LONGEST_DATE = 64;

    private RetryAfter() {}

    /** By {@code Retry-After}; never negative, null where it is missing or cannot be understood. */
    static @Nullable Duration of(Reply reply, InstantSource clock) {
        return reply.retryAfter() == null ? null : wait(reply.retryAfter().strip(), reply, clock);
    }

    /** The same for a reply that says that a limit is reached: the limit's reset counts where there is nothing else. */
    static @Nullable Duration ofThrottled(Reply reply, InstantSource clock) {
        Duration after = of(reply, clock);
        if (after != null || reply.rateLimitReset() == null) {
            return after;
        }
        String text = reply.rateLimitReset().strip();
        if (!SECONDS.matcher(text).matches()) {
            return wait(text, reply, clock);
        }
        BigDecimal reset = new BigDecimal(text);
        if (reset.compareTo(FIRST_TIME) < 0) {
            return seconds(reset);
        }
        boolean inMillis = reset.compareTo(FIRST_TIME_IN_MILLIS) >= 0;
        return until(Instant.ofEpochMilli(millis(inMillis ? reset.movePointLeft(3) : reset)), reply, clock);
    }

    private static @Nullable Duration wait(String text, Reply reply, InstantSource clock) {
        if (SECONDS.matcher(text).matches()) {
            return seconds(new BigDecimal(text));
        }
        Instant until = date(text);
        return until == null ? null : until(until, reply, clock);
    }

    private static Duration seconds(BigDecimal seconds) {
        return bounded(Duration.ofMillis(millis(seconds)));
    }

    private static long millis(BigDecimal seconds) {
        return seconds.movePointRight(3).setScale(0, RoundingMode.CEILING).longValueExact();
    }

    /** Relative to the service's own clock, where it shows it. */
    private static Duration until(Instant until, Reply reply, InstantSource clock) {
        Instant shown = reply.date() == null ? null : date(reply.date());
        return bounded(Duration.between(shown == null ? clock.instant() : shown, until));
    }

    private static Duration bounded(Duration wait) {
        return wait.isNegative() ? Duration.ZERO : wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
    }

    private static @Nullable Instant date(String text) {
        if (text.isEmpty() || text.length() > LONGEST_DATE) {
            return null;
        }
        Date date = DateFormatter.parseHttpDate(text);
        return date == null ? isoDate(text) : date.toInstant();
    }

    private static @Nullable Instant isoDate(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            return null;
        }
    }
}
