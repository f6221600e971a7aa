package io.docsagent.worker.ops.meters;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.ingress.IngressObserver;
import io.docsagent.worker.ingress.document.Reading;
import io.docsagent.worker.ingress.document.Refusal;
import io.docsagent.worker.ops.health.LastTime;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.Locale;

/** Counts what publishers send. */
public final class IngressMeters implements IngressObserver {

    private final MeterRegistry registry;
    private final PublisherLabels publishers;
    private final LastTime lastRead;

    /** @param others topics that no publisher writes to */
    public IngressMeters(MeterRegistry registry, PublisherLabels publishers, Collection<String> others) {
        this.registry = registry;
        this.publishers = publishers;
        this.lastRead = new LastTime(registry.config().clock()::monotonicTime);
        for (Command.Type type : Command.Type.values()) {
            counted(type);
        }
        for (Refusal refusal : Refusal.values()) {
            publishers.topics().forEach(topic -> counted(refusal, topic));
            others.forEach(topic -> counted(refusal, topic));
        }
    }

    @Override
    public void read(Reading reading, String topic) {
        switch (reading) {
            case Reading.Accepted accepted ->
                counted(accepted.arrived().command().type()).increment();
            case Reading.Refused refused -> counted(refused.refusal(), topic).increment();
            case Reading.Requested requested -> {}
            case Reading.Reported reported -> {}
        }
        lastRead.isNow();
    }

    public LastTime lastRead() {
        return lastRead;
    }

    private Counter counted(Command.Type type) {
        return Counter.builder("docs.agent.ingress.commands")
                .description("Well-formed commands read from publishers")
                .baseUnit("commands")
                .tag("type", type.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }

    private Counter counted(Refusal refusal, String topic) {
        return Counter.builder("docs.agent.dead.letters")
                .description("Records of publishers and operators that became dead letters")
                .baseUnit("letters")
                .tag("reason", refusal.label())
                .tag("topic", topic)
                .tag("publisher", publishers.ofTopic(topic))
                .register(registry);
    }
}
