package io.docsagent.worker.harness;

import java.util.List;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/** A broker in this JVM, one for all tests; it stops with the JVM. */
public final class EmbeddedBroker implements Broker {

    private static final EmbeddedKafkaKraftBroker KAFKA = start();

    @Override
    public String bootstrapServers() {
        return KAFKA.getBrokersAsString();
    }

    @Override
    public Class<?> connection() {
        return Connection.class;
    }

    private static EmbeddedKafkaKraftBroker start() {
        EmbeddedKafkaKraftBroker broker = SingleBroker.create();
        broker.afterPropertiesSet();
        Runtime.getRuntime().addShutdownHook(new Thread(broker::destroy));
        return broker;
    }

    /** As a container's service connection would be. */
    public static class Connection {
        @Bean
        public KafkaConnectionDetails embeddedKafka() {
            return () -> List.of(KAFKA.getBrokersAsString().split(","));
        }
    }
}
