package io.docsagent.worker.topics;

import io.docsagent.worker.ingress.TopicIds;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Kafka's ids of topics that others write to: an offset names a record only together with its topic's id. */
public final class KafkaTopicIds implements TopicIds, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(KafkaTopicIds.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Duration RETRY_FOR = Duration.ofMinutes(1);
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(200);

    private final Map<String, Object> kafka;
    private volatile Admin admin;

    @SuppressWarnings("NullAway.Init") // Connects at the first call, on a stream thread.
    public KafkaTopicIds(Map<String, Object> kafka) {
        this.kafka = kafka;
    }

    /**
     * The current ids, without the topics that may not be seen; never an earlier one, under which the records of a
     * re-created topic would be taken for already read.
     *
     * @throws IllegalStateException where Kafka does not answer within a minute: the stream thread, and with it the
     *     instance, restarts
     */
    @Override
    public synchronized Map<String, String> of(Collection<String> topics) {
        long deadline = System.nanoTime() + RETRY_FOR.toNanos();
        boolean hasFailed = false;
        while (true) {
            try {
                return read(topics);
            } catch (ExecutionException | TimeoutException e) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("Kafka did not return the ids of topics " + topics, e);
                }
                if (!hasFailed) {
                    log.atWarn()
                            .addKeyValue("topics", topics)
                            .addKeyValue("retriedFor", RETRY_FOR)
                            .setCause(e)
                            .log("Could not read the ids of topics");
                    hasFailed = true;
                }
                LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted while reading the ids of the topics " + topics, e);
            }
        }
    }

    /** Tells each id, once it is known; what Kafka does not answer is not told. Nothing before the first call above. */
    public void ask(Collection<String> topics, BiConsumer<String, String> told) {
        if (admin == null) {
            return;
        }
        admin.describeTopics(topics).topicNameValues().values().forEach(answer -> {
            var unused = answer.whenComplete((topic, failure) -> {
                if (topic != null) {
                    told.accept(topic.name(), topic.topicId().toString());
                }
            });
        });
    }

    private Map<String, String> read(Collection<String> topics)
            throws ExecutionException, InterruptedException, TimeoutException {
        if (admin == null) {
            admin = Admin.create(kafka);
        }
        Map<String, String> ids = new HashMap<>();
        for (var topic : admin.describeTopics(topics).topicNameValues().entrySet()) {
            try {
                TopicDescription described = topic.getValue().get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
                ids.put(topic.getKey(), described.topicId().toString());
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof TopicAuthorizationException)) {
                    throw e;
                }
            }
        }
        return ids;
    }

    @Override
    public synchronized void close() {
        if (admin != null) {
            admin.close(Duration.ZERO);
        }
    }
}
