package io.docsagent.worker.gateway;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The state of the gateway, for health and metrics. */
public interface GatewayStatus {

    /** Whether the listener runs, has not stopped for a failure, and may read the calls. */
    boolean isConsuming();

    /** Why it has stopped for good; null while it has not. */
    @Nullable
    String failure();

    /**
     * How long ago the consumer of calls last polled or sent a heartbeat, whichever is longer; null before it has, and
     * while it is stopped.
     */
    @Nullable
    Duration silence();

    /** Calls to the service in flight now. */
    int callsInFlight();

    /** Calls of this instance that wait for a slot, or for the breaker. */
    int callsWaiting();

    /** The state of the circuit breaker in front of the service. */
    BreakerState breakerState();

    /** Projects for which alone it is not closed. */
    int openProjects();

    /** Outcomes that are not yet appended. */
    int outcomesWaiting();

    /** When the shared key was last loaded; null where there are only keys of single projects. */
    @Nullable
    Instant keyLoadedAt();
}
