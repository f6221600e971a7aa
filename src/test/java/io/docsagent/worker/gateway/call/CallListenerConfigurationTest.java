package io.docsagent.worker.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docsagent.worker.gateway.BoundSettings;
import io.docsagent.worker.rights.DeniedRights;
import io.docsagent.worker.settings.WorkerCannotStartException;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.junit.jupiter.api.Test;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.mock.env.MockEnvironment;

class CallListenerConfigurationTest {

    @Test
    void the_start_is_refused_where_the_gateway_and_kafka_streams_would_be_one_group() {
        assertThatThrownBy(() -> positions("docs", "docs"))
                .isInstanceOf(WorkerCannotStartException.class)
                .hasMessageContaining("spring.kafka.consumer.group-id")
                .hasMessageContaining("docs-gateway");
        assertThat(positions("docs", "docs-gateway")).isNotNull();
    }

    private static FirstPositions positions(String applicationId, String group) {
        return new CallListenerConfiguration()
                .firstCallPositions(
                        new DefaultKafkaConsumerFactory<>(Map.of(ConsumerConfig.GROUP_ID_CONFIG, group)),
                        new DefaultKafkaProducerFactory<>(Map.of()),
                        BoundSettings.all("http://localhost:1"),
                        new DeniedRights(System::nanoTime).client(),
                        new MockEnvironment().withProperty("spring.kafka.streams.application-id", applicationId));
    }
}
