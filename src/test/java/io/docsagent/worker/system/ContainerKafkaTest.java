package io.docsagent.worker.system;

import io.docsagent.worker.harness.Broker;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
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

    /** The container outlives each worker, so the worker's context must not stop it. */
    static class Connection {
        @Bean(destroyMethod = "")
        @ServiceConnection
        KafkaContainer kafka() {
            return KAFKA;
        }
    }
}
