package io.docsagent.worker.ops.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;

/**
 * Keeps Kafka's ordinary business out of the log: a producer's warning that it appends again because the broker still
 * ends the transaction before.
 *
 * <p>On a slow disk every other commit meets it, and it is over within a try or two. What is swallowed is the warning of
 * a batch's first tries, for this reason alone: where it lasts, each further try is logged as ever.
 */
final class AppendRetries extends TurboFilter {

    /** The producer's, for which Kafka has put the message together. */
    static final String LOGGER = "org.apache.kafka.clients.producer.internals.Sender";

    /** 20 ms apart, doubled each time up to 1 s: about 5 s, longer than any disk takes that still works. */
    static final int ORDINARY = 10;

    private static final Pattern RETRY =
            Pattern.compile("retrying \\((\\d{1,10}) attempts left\\)\\. Error: CONCURRENT_TRANSACTIONS");

    /** Of the producer, by default; of fewer, nobody can tell here how many there have been. */
    private static final long RETRIES = Integer.MAX_VALUE;

    @Override
    public FilterReply decide(
            @Nullable Marker marker,
            Logger logger,
            Level level,
            @Nullable String message,
            Object @Nullable [] parameters,
            @Nullable Throwable thrown) {
        return message != null && LOGGER.equals(logger.getName()) && isOrdinary(message)
                ? FilterReply.DENY
                : FilterReply.NEUTRAL;
    }

    private static boolean isOrdinary(String message) {
        Matcher retry = RETRY.matcher(message);
        return retry.find() && RETRIES - Long.parseLong(retry.group(1)) <= ORDINARY;
    }
}
