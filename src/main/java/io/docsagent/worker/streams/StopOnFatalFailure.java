package io.docsagent.worker.streams;

import io.docsagent.worker.topics.NeededTopics;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops the client where Kafka Streams does not recover by itself: what one thread cannot do the next one could not. */
final class StopOnFatalFailure implements StreamsUncaughtExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(StopOnFatalFailure.class);

    private final NeededTopics topics;

    StopOnFatalFailure(NeededTopics topics) {
        this.topics = topics;
    }

    @Override
    public StreamThreadExceptionResponse handle(Throwable failure) {
        if (!topics.ask().isEmpty()) {
            log.error(topics.explained());
        }
        remedy(failure).ifPresent(log::error);
        // Liveness fails.
        log.error("Kafka Streams stopped; this instance must be restarted", failure);
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }

    /** What Kafka's own message does not say, or says wrongly; for some failures it has no exception of their own. */
    private static Optional<String> remedy(Throwable failure) {
        if (causes(failure).anyMatch(RecordTooLargeException.class::isInstance)) {
            return Optional.of("A topic accepts only smaller records than when this instance started:"
                    + " max.message.bytes of the topic or the brokers was lowered. Nothing is lost. Restart this"
                    + " instance to see the topic and the command to run");
        }
        if (says(failure, "transaction.max.timeout.ms")) {
            return Optional.of("The brokers' transaction.max.timeout.ms is below the worker's transaction.timeout.ms."
                    + " Raise the former, or lower the latter with"
                    + " spring.kafka.streams.properties.transaction.timeout.ms");
        }
        if (says(failure, "StreamsResetter")) {
            return Optional.of("The number of partitions of a topic was raised. Do not run the StreamsResetter named"
                    + " below: it deletes queues, quota and jobs. Restart this instance to see what to do");
        }
        return Optional.empty();
    }

    private static boolean says(Throwable failure, String text) {
        return causes(failure)
                .anyMatch(cause -> String.valueOf(cause.getMessage()).contains(text));
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause);
    }
}
