package io.docsagent.worker.ops.meters;

import io.docsagent.worker.contract.Command;
import io.docsagent.worker.ingress.IngressObserver;
import io.docsagent.worker.ingress.Refusal;
import io.docsagent.worker.ops.health.LastTime;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;

/** Counts what publishers send. */
public final class IngressMeters implements IngressObserver {

    private final MeterRegistry registry;
    private final LastTime lastRead;

    public IngressMeters(MeterRegistry registry) {
        this.registry = registry;
        this.lastRead = new LastTime(registry.config().clock()::monotonicTime);
        for (Command.Type type : Command.Type.values()) {
            counted(type);
        }
        for (Refusal refusal : Refusal.values()) {
            counted(refusal);
        }
    }

    @Override
    public void accepted(Command.Type type) {
        counted(type).increment();
        lastRead.isNow();
    }

    @Override
    public void refused(Refusal refusal) {
        counted(refusal).increment();
        lastRead.isNow();
    }

    public LastTime lastRead() {
        return lastRead;
    }

    private Counter counted(Command.Type type) {
        return Counter.builder("docs.agent.ingress.commands")
                .description("Commands read from publishers, valid in form")
                .baseUnit("commands")
                .tag("type", type.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }

    private Counter counted(Refusal refusal) {
        return Counter.builder("docs.agent.dead.letters")
                .description("Records of publishers that became dead letters")
                .baseUnit("letters")
                .tag("reason", refusal.label())
                .register(registry);
    }
}
