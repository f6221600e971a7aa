package io.docsagent.worker.topics;

import io.docsagent.worker.settings.WorkerCannotStartException;
import io.docsagent.worker.settings.WorkerCannotStartException.KafkaIsAway;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaFuture;

/**
 * Waits for the answer to an admin request at start, with a message that says what to do where Kafka refuses or does
 * not answer.
 */
final class AdminCall {

    static final Duration TIMEOUT = Duration.ofSeconds(30);

    private AdminCall() {}

    /** Where the worker cannot start without the answer. */
    static <T> T await(String what, KafkaFuture<T> future) {
        return switch (result(what, future)) {
            case Result.Done<T> done -> done.value();
            case Result.Refused<T> refused -> throw refused.asFailure();
        };
    }

    /** Where a refusal may be expected. */
    static <T> Result<T> result(String what, KafkaFuture<T> future) {
        try {
            return new Result.Done<>(future.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException e) {
            return new Result.Refused<>(what, Objects.requireNonNullElse(e.getCause(), e));
        } catch (TimeoutException e) {
            throw new KafkaIsAway(
                    "Kafka did not answer within " + TIMEOUT.toSeconds() + " s when the worker tried to " + what
                            + ", though it had answered before. Check that all brokers of"
                            + " spring.kafka.bootstrap-servers (SPRING_KAFKA_BOOTSTRAP_SERVERS) are up.",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new WorkerCannotStartException("Interrupted while the worker tried to " + what, e);
        }
    }

    /** What Kafka answered. */
    sealed interface Result<T> {
        /** Kafka did what was requested. */
        record Done<T>(T value) implements Result<T> {}

        /** Kafka refused it. */
        record Refused<T>(String what, Throwable cause) implements Result<T> {
            WorkerCannotStartException asFailure() {
                return new WorkerCannotStartException(
                        "Kafka did not let the worker " + what + ": " + cause.getMessage(), cause);
            }
        }
    }
}
