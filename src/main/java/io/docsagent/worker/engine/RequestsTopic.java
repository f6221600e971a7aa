package io.docsagent.worker.engine;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Kafka's id of the publishers' topic: an offset names a record only together with it. */
final class RequestsTopic implements Supplier<String>, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(RequestsTopic.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final Map<String, Object> kafka;
    private final String name;
    private Admin admin;
    private String latest = "";

    @SuppressWarnings("NullAway.Init") // Connected when it is first asked, on a stream thread.
    RequestsTopic(Map<String, Object> kafka, String name) {
        this.kafka = kafka;
        this.name = name;
    }

    /** The present id; the one given before where Kafka does not answer now. */
    @Override
    public synchronized String get() {
        try {
            if (admin == null) {
                admin = Admin.create(kafka);
            }
            var found = admin.describeTopics(List.of(name)).allTopicNames();
            latest = Objects.requireNonNull(
                            found.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS).get(name))
                    .topicId()
                    .toString();
        } catch (ExecutionException | TimeoutException e) {
            if (latest.isEmpty()) {
                throw new IllegalStateException("Kafka did not give the id of the topic " + name, e);
            }
            log.atWarn().addKeyValue("topic", name).setCause(e).log("Kafka did not give the id of a topic");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return latest;
    }

    @Override
    public synchronized void close() {
        if (admin != null) {
            admin.close(Duration.ZERO);
        }
    }
}
