package io.docsagent.worker.ops.console;

import io.docsagent.worker.ops.port.PortToken;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Makes and checks what a browser has after its log-in: the time at which it ends, signed with the token, so that all
 * instances accept it and none after the token is replaced.
 */
record Sessions(PortToken token) {

    static final Duration LASTS = Duration.ofHours(12);

    private static final String PURPOSE = "console session";

    String begin(Instant now) {
        String end = Long.toString(now.plus(LASTS).getEpochSecond());
        return end + "." + token.sign(PURPOSE, end);
    }

    boolean isOpen(@Nullable String session, Instant now) {
        int dot = session == null ? -1 : session.indexOf('.');
        if (session == null || dot < 0) {
            return false;
        }
        String end = session.substring(0, dot);
        return token.isSignature(session.substring(dot + 1), PURPOSE, end) && isAfter(end, now);
    }

    /** What is signed was made here, so that it is a time. */
    private static boolean isAfter(String end, Instant now) {
        try {
            return Instant.ofEpochSecond(Long.parseLong(end)).isAfter(now);
        } catch (NumberFormatException | DateTimeException impossible) {
            return false;
        }
    }
}
