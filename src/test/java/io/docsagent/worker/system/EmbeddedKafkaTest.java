package io.docsagent.worker.system;

import io.docsagent.worker.harness.Broker;
import io.docsagent.worker.harness.EmbeddedBroker;
import io.docsagent.worker.harness.MostlyWaits;

@MostlyWaits
class EmbeddedKafkaTest extends WorkerOnKafka {

    @Override
    Broker broker() {
        return new EmbeddedBroker();
    }
}
