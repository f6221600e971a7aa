package io.docsagent.worker.system;

/** A real Kafka broker. */
interface Broker {

    String bootstrapServers();

    /** Configuration that tells a Spring application where the broker is. */
    Class<?> connection();
}
