package io.docsagent.worker.system;

class EmbeddedKafkaTest extends WorkerOnKafka {

    @Override
    Broker broker() {
        return new EmbeddedBroker();
    }
}
