package io.docsagent.worker.bench;

import io.docsagent.worker.harness.ChildJvm;
import io.docsagent.worker.harness.Waiting;
import org.jspecify.annotations.Nullable;

/** What one part has to itself: a broker, started when it is first asked for; and how much it is to measure. */
final class Bench implements AutoCloseable {

    private final Sizes sizes;
    private final Report report;
    private @Nullable ChildJvm broker;
    private @Nullable String brokers;

    Bench(Sizes sizes, Report report) {
        this.sizes = sizes;
        this.report = report;
    }

    Sizes sizes() {
        return sizes;
    }

    Report report() {
        return report;
    }

    String brokers() {
        if (broker == null || brokers == null) {
            broker = ChildJvm.ofMain(BrokerProcess.class);
            brokers = broker.awaitLine(BrokerProcess.READY);
        }
        return brokers;
    }

    void settle() {
        Waiting.pause(sizes.settle());
    }

    @Override
    public void close() {
        if (broker != null) {
            broker.close();
        }
    }
}
