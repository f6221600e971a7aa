package io.docsagent.worker.harness;

import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/** A broker for this JVM, alone in its cluster, which makes no topic by itself. */
public final class SingleBroker {

    private SingleBroker() {}

    /** Not yet started: {@link EmbeddedKafkaKraftBroker#afterPropertiesSet()} does that. */
    public static EmbeddedKafkaKraftBroker create() {
        var broker = new EmbeddedKafkaKraftBroker(1, 1);
        broker.brokerProperty("transaction.state.log.replication.factor", "1");
        broker.brokerProperty("transaction.state.log.min.isr", "1");
        broker.brokerProperty("offsets.topic.replication.factor", "1");
        broker.brokerProperty("offsets.topic.num.partitions", "3");
        broker.brokerProperty("transaction.state.log.num.partitions", "3");
        broker.brokerProperty("transaction.abort.timed.out.transaction.cleanup.interval.ms", "500");
        broker.brokerProperty("group.initial.rebalance.delay.ms", "0");
        broker.brokerProperty("auto.create.topics.enable", "false");
        return broker;
    }
}
