package io.docsagent.worker.bench;

import java.util.Map;

/** After how long brokers and clients take a broker for lost. */
enum Timeouts {
    SHIPPED("as shipped", "as shipped"),
    LOWERED_AT_BROKERS("lowered", "as shipped"),
    LOWERED("lowered", "lowered");

    /** Instead of 9 s, 2 s, 2 s, 2 s and 1 s. */
    private static final Map<String, String> BROKERS = Map.of(
            "broker.session.timeout.ms", "3000",
            "broker.heartbeat.interval.ms", "500",
            "controller.quorum.fetch.timeout.ms", "1000",
            "controller.quorum.request.timeout.ms", "1000",
            "controller.quorum.election.timeout.ms", "500");

    /** Instead of 30 s, 10 s and 30 s. */
    private static final Map<String, String> CLIENTS = Map.of(
            "request.timeout.ms", "5000",
            "socket.connection.setup.timeout.ms", "1000",
            "socket.connection.setup.timeout.max.ms", "5000");

    private final String ofBrokers;
    private final String ofWorker;

    Timeouts(String ofBrokers, String ofWorker) {
        this.ofBrokers = ofBrokers;
        this.ofWorker = ofWorker;
    }

    String ofBrokers() {
        return ofBrokers;
    }

    String ofWorker() {
        return ofWorker;
    }

    Map<String, String> brokerSettings() {
        return this == SHIPPED ? Map.of() : BROKERS;
    }

    String[] workerSettings() {
        return (this == LOWERED ? CLIENTS : Map.<String, String>of())
                .entrySet().stream()
                        .map(setting -> "--spring.kafka.properties." + setting.getKey() + "=" + setting.getValue())
                        .toArray(String[]::new);
    }

    /** Lowered whatever the worker's are, so that the publisher adds little of its own. */
    static Map<String, String> publisherSettings() {
        return CLIENTS;
    }
}
