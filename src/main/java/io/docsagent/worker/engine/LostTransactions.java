package io.docsagent.worker.engine;

import java.util.stream.Stream;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Replaces a thread whose transaction the broker has aborted; any other failure stops the client. */
final class LostTransactions implements StreamsUncaughtExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(LostTransactions.class);

    @Override
    public StreamThreadExceptionResponse handle(Throwable failure) {
        if (isOfType(failure, InvalidTxnStateException.class)) {
            // Observed after SIGSTOP and SIGCONT: the broker answers with this error, and not with a fence, from which
            // Streams would recover.
            log.warn("A transaction timed out at the broker; its thread restarts from the last commit", failure);
            return StreamThreadExceptionResponse.REPLACE_THREAD;
        }
        if (isOfType(failure, TransactionalIdAuthorizationException.class)) {
            log.error("The worker's Kafka user lacks the right WRITE on transactional ids that begin with the"
                    + " application id (spring.kafka.streams.application-id)");
        }
        // What one thread cannot do the next one could not either: the client stops, and liveness fails.
        log.error("Kafka Streams stopped; this instance must be restarted", failure);
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }

    private static boolean isOfType(Throwable failure, Class<? extends Throwable> type) {
        return Stream.<Throwable>iterate(failure, cause -> cause != null, Throwable::getCause)
                .anyMatch(type::isInstance);
    }
}
