package io.docsagent.worker.settings;

import org.jspecify.annotations.Nullable;

/** A configuration or environment in which the worker must not run; the message names the cause and says what to do. */
public class WorkerCannotStartException extends IllegalStateException {

    public WorkerCannotStartException(String message) {
        super(message);
    }

    public WorkerCannotStartException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Kafka does not answer, which says nothing of the configuration; the message names the address and what to check. */
    public static final class KafkaIsAway extends WorkerCannotStartException {

        public KafkaIsAway(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }
}
