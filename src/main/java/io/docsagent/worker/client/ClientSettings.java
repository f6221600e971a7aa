package io.docsagent.worker.client;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Where the client finds Kafka and the topics.
 *
 * @param kafka settings for Kafka's clients, such as {@code bootstrap.servers} and {@code security.protocol}; they apply
 *     to the producer and the consumer, except those that its guarantees need
 * @param requests the publisher's topic
 * @param commands the topic of the state of every command
 * @param jobStatus the topic of events
 * @param connectWithin timeout for the brokers to answer when the client is first used, and to confirm a command
 */
public record ClientSettings(
        Map<String, String> kafka, String requests, String commands, String jobStatus, Duration connectWithin) {

    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(15);

    public ClientSettings {
        kafka = Map.copyOf(kafka);
    }

    /** The worker's default topics, at these brokers. */
    public static ClientSettings of(String bootstrapServers) {
        return of(Map.of("bootstrap.servers", bootstrapServers));
    }

    /** The worker's default topics. */
    public static ClientSettings of(Map<String, String> kafka) {
        return new ClientSettings(
                kafka, "docs-agent.requests", "docs-agent.commands", "docs-agent.job-status", CONNECT_WITHIN);
    }

    /** For a consumer that reads committed records from the beginning, without a group. */
    public Map<String, Object> forReading() {
        Map<String, Object> reading = new HashMap<>(kafka);
        reading.put("isolation.level", "read_committed");
        reading.put("enable.auto.commit", false);
        reading.put("allow.auto.create.topics", false);
        reading.put("auto.offset.reset", "earliest");
        reading.put("default.api.timeout.ms", Math.toIntExact(connectWithin.toMillis()));
        reading.remove("group.id");
        return reading;
    }

    /** For an idempotent producer that waits for all in-sync replicas. */
    public Map<String, Object> forWriting() {
        Map<String, Object> writing = new HashMap<>(kafka);
        int patience = Math.toIntExact(connectWithin.toMillis());
        writing.put("acks", "all");
        writing.put("enable.idempotence", true);
        writing.put("linger.ms", 0);
        writing.put("max.block.ms", patience);
        writing.put("request.timeout.ms", patience);
        writing.put("delivery.timeout.ms", patience);
        writing.remove("transactional.id");
        return writing;
    }

    /** The same, for a publisher with a topic of its own. */
    public ClientSettings withRequests(String topic) {
        return new ClientSettings(kafka, topic, commands, jobStatus, connectWithin);
    }

    /** The same, with other topics. */
    public ClientSettings withTopics(String requestsTopic, String commandsTopic, String jobStatusTopic) {
        return new ClientSettings(kafka, requestsTopic, commandsTopic, jobStatusTopic, connectWithin);
    }

    /** The same, with another timeout. */
    public ClientSettings withConnectWithin(Duration patience) {
        return new ClientSettings(kafka, requests, commands, jobStatus, patience);
    }
}
