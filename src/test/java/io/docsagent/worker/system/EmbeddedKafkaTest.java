package io.docsagent.worker.system;

import io.docsagent.worker.harness.Broker;
import io.docsagent.worker.harness.EmbeddedBroker;
import org.junit.jupiter.api.Order;

@Order(1)
class EmbeddedKafkaTest extends WorkerOnKafka {

    @Override
    Broker broker() {
        return new EmbeddedBroker();
    }
}
