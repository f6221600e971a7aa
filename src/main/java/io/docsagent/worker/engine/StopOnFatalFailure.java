package io.docsagent.worker.engine;

import java.util.stream.Stream;
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
        if (isOfPartitions(failure)) {
            log.error(
                    "Somebody raised the number of partitions of a topic. Do not run the StreamsResetter that is named"
                            + " below: it deletes queues, quota and jobs. A restart of this instance says what to do");
        }
        // Liveness fails.
        log.error("Kafka Streams stopped; this instance must be restarted", failure);
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }

    /** Kafka Streams has no exception of its own for it. */
    private static boolean isOfPartitions(Throwable failure) {
        return causes(failure)
                .anyMatch(cause -> String.valueOf(cause.getMessage()).contains("StreamsResetter"));
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause);
    }
}
