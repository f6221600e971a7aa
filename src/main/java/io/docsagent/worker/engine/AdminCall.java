package io.docsagent.worker.engine;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaFuture;

/** Waits for the answer to an admin request at start, and says what to do where Kafka refuses or does not answer. */
final class AdminCall {

    static final Duration TIMEOUT = Duration.ofSeconds(30);

    private AdminCall() {}

    static <T> T await(String what, KafkaFuture<T> future) {
        try {
            return future.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new TopicsDoNotFitException(
                    "Kafka did not let the worker " + what + ": " + cause.getMessage(), cause);
        } catch (TimeoutException e) {
            throw new TopicsDoNotFitException(
                    "Kafka did not answer within " + TIMEOUT.toSeconds() + " s when the worker wanted to " + what
                            + ". Check spring.kafka.bootstrap-servers (SPRING_KAFKA_BOOTSTRAP_SERVERS).",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TopicsDoNotFitException("Interrupted while the worker wanted to " + what, e);
        }
    }
}
