package io.docsagent.worker.bench;

import io.docsagent.worker.sandbox.Sandbox;
import java.time.Duration;
import java.util.List;

/** How soon bursts are served, right after a start and later, with a near and a distant broker. */
final class Burst implements Part {

    /** Of a round trip between the program and its broker. */
    private static final List<Duration> DELAYS = List.of(Duration.ZERO, Duration.ofMillis(2), Duration.ofMillis(10));

    @Override
    public void measure(Bench bench) {
        try (DelayedBroker broker = new DelayedBroker(DELAYS)) {
            warmThisProcess(bench.sizes(), broker);
            Packaging.prepare(broker.address());
            new BurstRates(bench, broker).measure(DELAYS);
            new FirstCommands(bench, broker).measure(DELAYS);
        }
    }

    /** Service, publisher, subscriber and broker would be cold in the first figures, and only there. */
    private static void warmThisProcess(Sizes sizes, DelayedBroker broker) {
        try (Sandbox sandbox = BurstRates.sandbox()) {
            Setting setting = BurstRates.setting("burst-warm-up", broker, sandbox);
            try (Running running = Contender.BARE_LOOP.start(setting)) {
                running.process().requireAlive();
                var unused = Bursts.measure(setting, sizes, sizes.projects());
            }
        }
    }
}
