package io.docsagent.worker.gateway;

import io.docsagent.worker.wire.Answer;
import java.time.Duration;

/** Receives what happens to calls, for metrics; called from network threads, so it must not block or throw. */
public interface GatewayObserver {

    /** The operation of the service that was called. */
    enum CallKind {
        CREATE,
        MESSAGE
    }

    /** A call has ended. */
    default void answered(CallKind kind, Answer answer, Duration took) {}

    /** Calls were not made because the commit before them failed; they are delivered again, here or elsewhere. */
    default void commitFailed(int calls) {}

    /** A record on the calls topic was malformed, and was skipped. */
    default void recordMalformed() {}

    /** An outcome or a wake-up could not be appended and is tried again. */
    default void appendFailed() {}
}
