package io.docsagent.worker.domain.state;

import java.time.Instant;
import java.util.Comparator;

/**
 * Something that becomes due.
 *
 * @param key of the state that it concerns
 */
public record Timer(Instant at, Kind kind, String key) implements Comparable<Timer> {

    private static final Comparator<Timer> ORDER =
            Comparator.comparing(Timer::at).thenComparing(Timer::kind).thenComparing(Timer::key);

    public enum Kind {
        COMMAND_EXPIRES,
        CREATE_WAIT_ENDS,
        JOB_CHECK,
        JOB_FORGOTTEN,
        UNSENT_FORGOTTEN,
        SENT_FORGOTTEN
    }

    @Override
    public int compareTo(Timer other) {
        return ORDER.compare(this, other);
    }
}
