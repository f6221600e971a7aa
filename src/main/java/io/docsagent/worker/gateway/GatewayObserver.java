package io.docsagent.worker.gateway;

import io.docsagent.worker.message.Answer;
import java.time.Duration;

/** Receives what happens to calls, for metrics; called from network threads, so it must not block or throw. */
public interface GatewayObserver {

    /** Used where no other is provided. */
    GatewayObserver NONE = new GatewayObserver() {};

    /** What was asked of the service. */
    enum Operation {
        CREATE,
        MESSAGE
    }

    /** A call has ended. */
    default void answered(Operation operation, Answer answer, Duration took) {}

    /** Calls were not made because their commit failed; they are delivered again, here or elsewhere. */
    default void commitFailed(int calls) {}

    /** A record on the topic of the calls was no order, and was skipped. */
    default void orderMalformed() {}

    /** An outcome or a wake-up could not be appended and is tried again. */
    default void appendFailed() {}
}
