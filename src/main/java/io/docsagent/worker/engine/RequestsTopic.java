package io.docsagent.worker.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Kafka's id of a topic that others write to: an offset names a record only together with it. */
final class RequestsTopic implements Supplier<String>, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(RequestsTopic.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration RETRY_FOR = Duration.ofMinutes(1);
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(200);

    private final Map<String, Object> kafka;
    private final String name;
    private Admin admin;

    @SuppressWarnings("NullAway.Init") // Connects at the first call, on a stream thread.
    RequestsTopic(Map<String, Object> kafka, String name) {
        this.kafka = kafka;
        this.name = name;
    }

    /**
     * The current id; never an earlier one, under which the records of a re-created topic would be taken for already
     * read.
     *
     * @throws IllegalStateException where Kafka does not answer within a minute: the stream thread, and with it the
     *     instance, restarts
     */
    @Override
    public synchronized String get() {
        long deadline = System.nanoTime() + RETRY_FOR.toNanos();
        while (true) {
            try {
                return read();
            } catch (ExecutionException | TimeoutException e) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("Kafka did not give the id of the topic " + name, e);
                }
                log.atWarn().addKeyValue("topic", name).setCause(e).log("Could not read the id of a topic");
                LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted while reading the id of the topic " + name, e);
            }
        }
    }

    private String read() throws ExecutionException, InterruptedException, TimeoutException {
        if (admin == null) {
            admin = Admin.create(kafka);
        }
        var found = admin.describeTopics(List.of(name)).allTopicNames().get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        return Objects.requireNonNull(found.get(name)).topicId().toString();
    }

    @Override
    public synchronized void close() {
        if (admin != null) {
            admin.close(Duration.ZERO);
        }
    }
}
