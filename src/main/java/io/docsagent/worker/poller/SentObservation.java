package io.docsagent.worker.poller;

import io.docsagent.worker.wire.Input;
import java.time.Duration;
import java.util.Objects;

/** The last observation reported of a job, so that it is not repeated with every GET until the engine has processed it. */
final class SentObservation {

    /** An observation that the engine has not processed by then may be lost, or was judged before something changed. */
    static final long REPEAT_AFTER = Duration.ofSeconds(30).toMillis();

    final Input.JobObserved observation;
    private long appendedAt = Timeline.NEVER;

    SentObservation(Input.JobObserved observation) {
        this.observation = observation;
    }

    void appended(long now) {
        appendedAt = now;
    }

    /** Until it is appended it is in flight, however long that takes. */
    boolean stillSays(Input.JobObserved other, long now) {
        boolean fresh = appendedAt == Timeline.NEVER || now - appendedAt < REPEAT_AFTER;
        return fresh
                && observation.generation() == other.generation()
                && Objects.equals(observation.job(), other.job())
                && Objects.equals(observation.lost(), other.lost());
    }
}
