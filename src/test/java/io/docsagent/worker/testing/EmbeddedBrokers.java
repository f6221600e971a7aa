package io.docsagent.worker.testing;

import java.util.function.Supplier;

/** The brokers of Spring Kafka's {@code @EmbeddedKafka}. */
final class EmbeddedBrokers implements Supplier<String> {

    private static final String PROPERTY = "spring.embedded.kafka.brokers";

    @Override
    public String get() {
        String brokers = System.getProperty(PROPERTY);
        if (brokers == null) {
            throw new IllegalStateException("There is no broker: the system property " + PROPERTY
                    + " is not set. Put @EmbeddedKafka on the class, or say with brokers or brokersFrom of"
                    + " @WithDocsAgent where Kafka is.");
        }
        return brokers;
    }
}
