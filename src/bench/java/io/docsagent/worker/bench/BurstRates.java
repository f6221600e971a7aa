package io.docsagent.worker.bench;

import io.docsagent.worker.bench.peers.BareLoop;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

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
                Rates bare = measure("bare", delay, projects, at -> Peer.start(BareLoop.class, at));
                row(table, delay, projects, Contender.BARE_LOOP.title(), bare, bare);
                for (Packaging packaging : List.of(Packaging.JAR, Packaging.CACHED)) {
                    Rates rates = measure(
                            packaging.name().toLowerCase(Locale.ROOT),
                            delay,
                            projects,
                            at -> Worker.start(packaging, at, WORKER));
                    row(table, delay, projects, "this worker, " + packaging.title(), rates, bare);
                }
            }
        }
    }

    private Rates measure(String name, Duration delay, int projects, Function<Setting, Running> start) {
        try (Sandbox sandbox = sandbox()) {
            Setting setting = setting("burst-%s-%dms-%d".formatted(name, delay.toMillis(), projects), broker, sandbox);
            try (Running running = start.apply(setting.at(broker.address(delay)))) {
                running.process().requireAlive();
                return Bursts.measure(setting, bench.sizes(), projects);
            }
        }
    }

    private static void row(Report.Table table, Duration delay, int projects, String through, Rates rate, Rates bare) {
        table.row(
                delay.toMillis() + " ms",
                "%,d".formatted(projects),
                through,
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
