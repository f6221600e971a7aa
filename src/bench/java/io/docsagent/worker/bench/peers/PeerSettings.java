package io.docsagent.worker.bench.peers;

import java.time.Duration;
import java.util.Map;

/**
 * What every peer is announced on its command line.
 *
 * @param requests the topic of commands
 * @param events the topic for what was started
 * @param group the consumer group
 * @param capacity uses per project and period
 */
public record PeerSettings(
        String brokers, String baseUrl, String requests, String events, String group, int capacity, Duration period) {

    /** As docs-agent.topics.partitions. */
    public static final int PARTITIONS = 12;

    /** As docs-agent.api.max-in-flight. */
    static final int MAX_IN_FLIGHT = 256;

    /** As the worker's; Kafka's default of 45 s would only make the peers slower to recover. */
    static final int SESSION_TIMEOUT_MILLIS = 6_000;

    public static PeerSettings of(String... arguments) {
        return new PeerSettings(
                arguments[0],
                arguments[1],
                arguments[2],
                arguments[3],
                arguments[4],
                Integer.parseInt(arguments[5]),
                Duration.parse(arguments[6]));
    }

    public String[] arguments() {
        return new String[] {brokers, baseUrl, requests, events, group, Integer.toString(capacity), period.toString()};
    }

    Map<String, Object> consumer() {
        return Map.of(
                "bootstrap.servers",
                brokers,
                "group.id",
                group,
                "auto.offset.reset",
                "earliest",
                "session.timeout.ms",
                SESSION_TIMEOUT_MILLIS);
    }
}
