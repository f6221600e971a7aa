package io.docsagent.worker.topics;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks Kafka which of some topics it does not have: none where it does not answer, and none that the user may not see. */
final class AbsentTopics implements UnaryOperator<Set<String>>, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(AbsentTopics.class);

    /** For all of them. Most often it is asked in an outage, every few seconds. */
    private static final int TIMEOUT_MILLIS = 3_000;

    private final Map<String, Object> kafka;
    private Admin admin;

    @SuppressWarnings("NullAway.Init") // Connects when something fails for the first time.
    AbsentTopics(Map<String, Object> kafka) {
        this.kafka = kafka;
    }

    @Override
    public synchronized Set<String> apply(Set<String> names) {
        if (admin == null && !connect()) {
            return Set.of();
        }
        return admin
                .describeTopics(names, new DescribeTopicsOptions().timeoutMs(TIMEOUT_MILLIS))
                .topicNameValues()
                .entrySet()
                .stream()
                .filter(topic -> isAbsent(topic.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** False in an outage in which no broker's name can be resolved. */
    private boolean connect() {
        try {
            admin = Admin.create(kafka);
            return true;
        } catch (KafkaException e) {
            log.atDebug().setCause(e).log("Could not ask for topics");
            return false;
        }
    }

    private static boolean isAbsent(KafkaFuture<TopicDescription> answer) {
        try {
            answer.get();
            return false;
        } catch (ExecutionException e) {
            log.atDebug().setCause(e).log("Could not describe a topic");
            return e.getCause() instanceof UnknownTopicOrPartitionException;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public synchronized void close() {
        if (admin != null) {
            admin.close(Duration.ZERO);
        }
    }
}
