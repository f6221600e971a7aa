package io.docsagent.worker.system;

import io.docsagent.worker.harness.Broker;
import io.docsagent.worker.harness.EmbeddedBroker;

class EmbeddedKafkaTest extends WorkerOnKafka {

    @Override
    Broker broker() {
        return new EmbeddedBroker();
    }
}
