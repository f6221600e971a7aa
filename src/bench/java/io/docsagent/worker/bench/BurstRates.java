package io.docsagent.worker.bench;

import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.time.Duration;
import java.util.List;

/** Bursts over many projects and over one, through the worker and the bare loop at the same distance. */
final class BurstRates {

    /** No burst of a single project may come to the end of its uses. */
    private static final int CAPACITY = 10_000;

    private static final String[] WORKER = {
        "--docs-agent.dispatch.max-in-flight-per-project=64",
        "--docs-agent.poll.min-interval=1h",
        "--docs-agent.poll.max-interval=1h"
    };

    private final Bench bench;
    private final DelayedBroker broker;

    BurstRates(Bench bench, DelayedBroker broker) {
        this.bench = bench;
        this.broker = broker;
    }

    void measure(List<Duration> delays) {
        Report.Table table = bench.report()
                .table(
                        "Bursts of %,d commands, one after the other, to the last job.active"
                                .formatted(bench.sizes().burst()),
                        "delay to the broker",
                        "projects",
                        "through",
                        "first burst, commands/s",
                        "second",
                        "warm",
                        "second relative to the bare loop's",
                        "warm");
        for (Duration delay : delays) {
            for (int projects : bench.sizes().burstProjects()) {
                Rates bare = measure(Contender.BARE_LOOP, delay, projects);
                row(table, delay, projects, Contender.BARE_LOOP, bare, bare);
                row(table, delay, projects, Contender.WORKER, measure(Contender.WORKER, delay, projects), bare);
            }
        }
    }

    private Rates measure(Contender contender, Duration delay, int projects) {
        String name = contender.nameFor("burst-" + delay.toMillis() + "ms-" + projects);
        try (Sandbox sandbox = sandbox()) {
            Setting setting = setting(name, broker, sandbox);
            try (Running running = contender.start(setting.at(broker.address(delay)), WORKER)) {
                running.process().requireAlive();
                return Bursts.measure(setting, bench.sizes(), projects);
            }
        }
    }

    private static void row(
            Report.Table table, Duration delay, int projects, Contender contender, Rates rate, Rates bare) {
        table.row(
                delay.toMillis() + " ms",
                "%,d".formatted(projects),
                contender.title(),
                "%.0f".formatted(rate.first()),
                "%.0f".formatted(rate.second()),
                "%.0f".formatted(rate.warm()),
                "%.2f".formatted(rate.second() / bare.second()),
                "%.2f".formatted(rate.warm() / bare.warm()));
    }

    static Sandbox sandbox() {
        return Sandbox.start(SandboxSettings.of("quota.capacity=" + CAPACITY, "jobs.takes=1h"));
    }

    /** For publisher and subscriber, which are near the broker. */
    static Setting setting(String name, DelayedBroker broker, Sandbox sandbox) {
        return new Setting(name, broker.address(), sandbox, CAPACITY, Duration.ofHours(1));
    }
}
