package io.docsagent.worker.bench;

import io.docsagent.worker.bench.LoneCommands.Delays;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;

/** What a worker that has just become ready does with its first commands, and with as many once it is warm. */
final class FirstCommands {

    private static final String[] UNWATCHED = {"--docs-agent.poll.min-interval=1h", "--docs-agent.poll.max-interval=1h"
    };

    /** A capacity of 100 sends so many of them at once. */
    private static final int ONE_PROJECT = 260;

    private final Bench bench;
    private final DelayedBroker broker;

    FirstCommands(Bench bench, DelayedBroker broker) {
        this.bench = bench;
        this.broker = broker;
    }

    void measure(List<Duration> delays) {
        Sizes sizes = bench.sizes();
        Report.Table table = bench.report()
                .table(
                        "Commands right after ready, each figure after a start of its own, and of a warm worker",
                        "delay to the broker",
                        "worker",
                        "%d of one project: first POST".formatted(ONE_PROJECT),
                        "100th POST",
                        "%d single commands to POST p50".formatted(sizes.firstCommands()),
                        "p98",
                        "next to a burst of %,d of another project p50".formatted(sizes.burst()),
                        "p98",
                        "burst taken in after");
        for (Duration delay : delays) {
            measure(delay, Packaging.JAR, table);
            measure(delay, Packaging.CACHED, table);
        }
    }

    private void measure(Duration delay, Packaging packaging, Report.Table table) {
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=1h"))) {
            String name =
                    "first-%dms-%s".formatted(delay.toMillis(), packaging.name().toLowerCase(Locale.ROOT));
            Setting setting = Setting.of(name, broker.address(), sandbox);
            try (Worker worker = Worker.start(packaging, setting.at(broker.address(delay)), UNWATCHED)) {
                row(table, delay, packaging, "cold", setting, () -> {
                    worker.stop();
                    worker.startAgain();
                });
                var unused =
                        Bursts.measure(setting, bench.sizes(), bench.sizes().projects());
                row(table, delay, packaging, "warm", setting, () -> {});
            }
        }
    }

    /** @param before what is done before each figure but the first */
    private void row(
            Report.Table table, Duration delay, Packaging packaging, String state, Setting setting, Runnable before) {
        OneProject one = oneProject(state + "-one", setting);
        before.run();
        LoneCommands lone = new LoneCommands(setting, bench.sizes());
        Delays alone = lone.publish(state + "-alone", bench.sizes().firstCommands(), () -> {});
        before.run();
        NextToBurst next = nextToBurst(state, setting, lone);
        table.row(
                delay.toMillis() + " ms",
                state + ", " + packaging.title(),
                seconds(one.first()),
                seconds(one.hundredth()),
                alone.toPost().millis(50),
                alone.toPost().millis(98),
                next.delays().toPost().millis(50),
                next.delays().toPost().millis(98),
                seconds(next.takenIn()));
    }

    private record OneProject(Duration first, Duration hundredth) {}

    private static OneProject oneProject(String round, Setting setting) {
        try (Commands commands = new Commands(setting.brokers(), setting.requests(), 5)) {
            Instant begun = Instant.now();
            commands.create(round, ONE_PROJECT, 1);
            List<Instant> arrivals = new Posts(setting.sandbox()).awaitArrivals(round, setting.capacity());
            return new OneProject(
                    Duration.between(begun, arrivals.getFirst()), Duration.between(begun, arrivals.getLast()));
        }
    }

    private record NextToBurst(Delays delays, Duration takenIn) {}

    private NextToBurst nextToBurst(String state, Setting setting, LoneCommands lone) {
        String loud = state + "-loud";
        try (Commands commands = new Commands(setting.brokers(), setting.requests(), 5);
                FirstEvents events = new FirstEvents(setting.brokers(), setting.jobStatus())) {
            AtomicReference<Instant> begun = new AtomicReference<>(Instant.MIN);
            Delays delays = lone.publish(state + "-next", bench.sizes().firstCommands(), () -> {
                begun.set(Instant.now());
                commands.create(loud, bench.sizes().burst(), 1);
            });
            Instant last = events.awaitLast(loud, bench.sizes().burst());
            return new NextToBurst(delays, Duration.between(begun.get(), last));
        }
    }

    private static String seconds(Duration duration) {
        return "%.2f s".formatted(duration.toMillis() / 1000.0);
    }
}
