package io.docsagent.worker.bench;

import io.docsagent.worker.harness.KafkaCluster;
import io.docsagent.worker.sandbox.Sandbox;
import io.docsagent.worker.sandbox.SandboxSettings;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How long projects wait when a worker goes away under load; the workers run as in the image. */
final class Failover implements Part {

    private static final double[] SECONDS = {1, 5, 10, 15, 20, 30, 60};

    @Override
    public void measure(Bench bench) {
        Report.Table table = bench.report()
                .table(
                        "A worker goes away under load: the longest time without a call, of each project",
                        "outage",
                        "within 1 s",
                        "5 s",
                        "10 s",
                        "15 s",
                        "20 s",
                        "30 s",
                        "60 s",
                        "p50",
                        "worst",
                        "until what had been published by then was sent, p50",
                        "worst");
        // It binds only workers that ask for less than the default, and so all rows may have the same broker.
        Map<String, String> settings =
                Map.of("group.min.session.timeout.ms", Integer.toString(Outage.SHORT_SESSION_MILLIS));
        try (KafkaCluster broker = Brokers.start(1, settings)) {
            Packaging.prepare(broker.bootstrapServers());
            for (Outage outage : Outage.values()) {
                Waits waits = new Waits(new Figures(), new Figures());
                for (int i = 0; i < bench.sizes().failovers(); i++) {
                    measure(bench, broker.bootstrapServers(), outage, i, waits);
                }
                row(table, outage, waits);
            }
            KilledWithinQuota killed = new KilledWithinQuota(bench, broker.bootstrapServers());
            killed.measure(Packaging.JAR);
            killed.measure(Packaging.CACHED);
        }
    }

    /**
     * Of all projects.
     *
     * @param pauses the longest time without a call while commands waited
     * @param drained from the outage on until what had been published by then was sent
     */
    private record Waits(Figures pauses, Figures drained) {}

    private static void row(Report.Table table, Outage outage, Waits waits) {
        List<String> cells = new ArrayList<>(List.of(outage.title()));
        for (double seconds : SECONDS) {
            cells.add("%.0f %%".formatted(100 * waits.pauses().shareAtMost(seconds * 1_000)));
        }
        for (Figures figures : List.of(waits.pauses(), waits.drained())) {
            cells.add("%.1f s".formatted(figures.median() / 1_000));
            cells.add("%.1f s".formatted(figures.percentile(100) / 1_000));
        }
        table.row(cells.toArray(String[]::new));
    }

    private static void measure(Bench bench, String brokers, Outage outage, int number, Waits waits) {
        Deque<Worker> workers = new ArrayDeque<>();
        try (Sandbox sandbox = Sandbox.start(SandboxSettings.of("jobs.takes=1h", "http.post-latency=20ms"))) {
            String name = "failover-%s-%d".formatted(outage.name().toLowerCase(Locale.ROOT), number);
            Setting setting = Setting.of(name, brokers, sandbox);
            for (int i = 0; i < outage.workers(); i++) {
                workers.addLast(Worker.start(Packaging.CACHED, setting, outage.settings()));
            }
            measure(bench, setting, outage, workers.getFirst(), waits);
        } finally {
            workers.forEach(Worker::close);
        }
    }

    private static void measure(Bench bench, Setting setting, Outage outage, Worker victim, Waits waits) {
        int projects = bench.sizes().failoverProjects();
        Posts posts = new Posts(setting.sandbox());
        try (Commands commands = new Commands(setting.brokers(), setting.requests(), 5)) {
            int before = load(bench, projects, commands, posts);
            posts.await("before", before / 2);
            outage.begin(victim);
            Instant begun = Instant.now();
            for (int i = 0; i < projects; i++) {
                commands.create("before-p" + i, "next-c" + i);
            }
            commands.flush();
            outage.end(victim, begun);
            posts.await("next", projects);
            posts.longestPauses("before", begun).forEach(pause -> waits.pauses().add(pause.toNanos() / 1e6));
            posts.byCommand("next")
                    .values()
                    .forEach(sent -> waits.drained().add(begun, sent.getFirst().arrivedAt()));
        }
    }

    /** Waits until all have had work, then publishes more than is sent by the time of the outage. */
    private static int load(Bench bench, int projects, Commands commands, Posts posts) {
        commands.create("warm", projects, projects);
        posts.await("warm", projects);
        bench.settle();
        int count = projects * 20;
        commands.create("before", count, projects);
        return count;
    }
}
