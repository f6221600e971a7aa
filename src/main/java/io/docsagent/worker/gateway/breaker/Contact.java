package io.docsagent.worker.gateway.breaker;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in the log once when the service ceases to answer, and why, and once when it answers again. */
final class Contact {

    private static final Logger log = LoggerFactory.getLogger(Contact.class);

    /** Where single calls fail again and again between others: so many lines are enough. */
    private static final Duration QUIET = Duration.ofMinutes(1);

    private @Nullable Instant lostAt;
    private Instant quietUntil = Instant.MIN;

    void lost(String cause, Instant now) {
        if (lostAt == null && !now.isBefore(quietUntil)) {
            lostAt = now;
            quietUntil = now.plus(QUIET);
            log.atWarn()
                    .addKeyValue("cause", cause)
                    .log("The service does not answer calls from this instance; they wait, and trial calls are sent at"
                            + " growing intervals");
        }
    }

    void found(Instant now) {
        if (lostAt != null) {
            log.atInfo()
                    .addKeyValue("after", Duration.between(lostAt, now))
                    .log("The service answers calls from this instance again");
            lostAt = null;
        }
    }

    void projectLost(String projectId, String cause) {
        log.atWarn()
                .addKeyValue("projectId", projectId)
                .addKeyValue("cause", cause)
                .log("The service does not answer calls of a project; they wait, and trial calls are sent at growing"
                        + " intervals");
    }

    void projectFound(String projectId) {
        log.atInfo().addKeyValue("projectId", projectId).log("The service answers calls of a project again");
    }
}
