package io.docsagent.worker.engine;

import java.util.stream.Stream;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops the client where Kafka Streams does not recover by itself: what one thread cannot do the next one could not. */
final class StopOnFatalFailure implements StreamsUncaughtExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(StopOnFatalFailure.class);

    @Override
    public StreamThreadExceptionResponse handle(Throwable failure) {
        if (isOfMissingRight(failure)) {
            log.error("The worker's Kafka user lacks the right WRITE on transactional ids that begin with the"
                    + " application id (spring.kafka.streams.application-id)");
        }
        // Liveness fails.
        log.error("Kafka Streams stopped; this instance must be restarted", failure);
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }

    private static boolean isOfMissingRight(Throwable failure) {
        return Stream.<Throwable>iterate(failure, cause -> cause != null, Throwable::getCause)
                .anyMatch(TransactionalIdAuthorizationException.class::isInstance);
    }
}
