package io.docsagent.worker.system;

import io.docsagent.worker.harness.Broker;
import java.util.List;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.kafka.KafkaContainer;

/** The same on the image that users run; skipped where there is no Docker. */
@Testcontainers(disabledWithoutDocker = true)
class ContainerKafkaTest extends WorkerOnKafka {

    @Container
    private static final KafkaContainer KAFKA = new KafkaContainer("apache/kafka:4.2.1");

    @Override
    Broker broker() {
        return new Broker() {
            @Override
            public String bootstrapServers() {
                return KAFKA.getBootstrapServers();
            }

            @Override
            public Class<?> connection() {
                return Connection.class;
            }
        };
    }

    /** Not the container as a bean: Spring would stop it with each worker, whatever its destroy method, and others use it. */
    static class Connection {
        @Bean
        KafkaConnectionDetails kafka() {
            return () -> List.of(KAFKA.getBootstrapServers());
        }
    }
}
