package io.docsagent.worker.poller;

import io.docsagent.worker.message.Input;
import java.time.Duration;
import java.util.Objects;

/** The last sighting told of a job, so that it is not told with every look until the engine has taken it up. */
final class Report {

    /** An engine that has not taken up a sighting by then may have lost it, or judged it before something changed. */
    static final long REPEAT_AFTER = Duration.ofSeconds(30).toMillis();

    final Input.JobSighted sighting;
    private long appendedAt = Timeline.NEVER;

    Report(Input.JobSighted sighting) {
        this.sighting = sighting;
    }

    void appended(long now) {
        appendedAt = now;
    }

    /** While it is not yet appended, it is on its way however long that takes. */
    boolean stillSays(Input.JobSighted other, long now) {
        boolean fresh = appendedAt == Timeline.NEVER || now - appendedAt < REPEAT_AFTER;
        return fresh && sighting.generation() == other.generation() && Objects.equals(sighting.job(), other.job());
    }
}
