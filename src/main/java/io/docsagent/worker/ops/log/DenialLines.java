package io.docsagent.worker.ops.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import io.docsagent.worker.rights.DeniedRights;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;

/**
 * Keeps out of the log, while Kafka denies a right, what Kafka's clients say about it, several times a second: the
 * worker itself names the right once when that begins, and once when it is over.
 */
final class DenialLines extends TurboFilter {

    private static final String CLIENTS = "org.apache.kafka.";

    /** A thread of Kafka Streams that is denied something joins its group again and again, by way of these errors. */
    private static final Pattern CONSEQUENCES = Pattern.compile(
            "(?i)authoriz|Kafka denies|fenced|missing source|INCOMPLETE_SOURCE_TOPIC|task assignment|User provided listener"
                    + "|initialize transactions|sending record to topic|error produce response|error state"
                    + "|Offset commit failed|LeaveGroup request|not assigned to any members");

    private final DeniedRights rights;

    DenialLines(DeniedRights rights) {
        this.rights = rights;
    }

    @Override
    public FilterReply decide(
            @Nullable Marker marker,
            Logger logger,
            Level level,
            @Nullable String message,
            Object @Nullable [] parameters,
            @Nullable Throwable thrown) {
        return level.isGreaterOrEqual(Level.WARN)
                        && logger.getName().startsWith(CLIENTS)
                        && rights.isAnyDenied()
                        && CONSEQUENCES
                                .matcher(message + " " + Arrays.toString(parameters) + " " + thrown)
                                .find()
                ? FilterReply.DENY
                : FilterReply.NEUTRAL;
    }
}
